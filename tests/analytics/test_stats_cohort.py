"""The figures of a whole class, counted again from its reports by plain loops."""

import copy
import json
import statistics
from fractions import Fraction

import msgspec
import pytest
from made_reports import as_schema_1, typed, with_answers, without_answers

from grader.analytics import gather, summarise
from grader.core.errors import UsageError


def test_every_step_is_counted_as_its_reports_say(reports, summary):
    for step in summary.steps:
        mine = [s for report in reports for s in report["steps"] if s["id"] == step.id]
        standing = [Fraction(s["score"]["earned"]) for s in mine if not Fraction(s["score"]["held"])]
        assert (step.points.n, step.points.held) == (len(standing), len(mine) - len(standing))
        assert step.points.mean == pytest.approx(statistics.fmean(map(float, standing)))
        quartiles = statistics.quantiles(map(float, standing), n=4, method="inclusive")
        assert [step.points.q1, step.points.median, step.points.q3] == pytest.approx(quartiles)
        assert step.points.full == standing.count(Fraction(mine[0]["score"]["possible"]))
        assert step.points.zero == standing.count(Fraction(0))
        assert sum(step.outcomes.values()) == len(reports)


def test_somebody_in_this_class_has_points_held(summary):
    assert sum(step.points.held for step in summary.steps) > 0
    assert summary.total.held > 0
    assert summary.total.n + summary.total.held == 150


def test_a_partial_run_is_in_the_figures_of_its_steps_and_in_no_total(reports, summary):
    first = copy.deepcopy(reports[0])
    first |= {"only": ["softmax"], "steps": [step for step in first["steps"] if step["id"] == "softmax"]}
    partly = summarise(gather(typed([first, *reports[1:]])))
    assert partly.total.n + partly.total.held == summary.total.n + summary.total.held - 1
    counted = {step.id: step.points.n + step.points.held for step in partly.steps}
    assert (counted["softmax"], counted["embedding"]) == (150, 149)


def test_every_check_is_counted_as_its_reports_say(reports, summary):
    for check in summary.checks:
        mine = [c for r in reports for s in r["steps"] for c in s["checks"] if c["id"] == check.id]
        outcomes = [c["outcome"] for c in mine]
        judged = [o for o in outcomes if o in ("passed", "failed", "crashed", "timeout", "memory")]
        assert (check.judged, check.passed) == (len(judged), judged.count("passed"))
        assert dict(check.outcomes) == {outcome: outcomes.count(outcome) for outcome in set(outcomes)}
        held = outcomes.count("broken") + outcomes.count("inconclusive")
        assert check.points.held == held
        assert check.points.n == len(mine) - held


def test_a_check_is_set_against_the_other_steps(reports, summary):
    check = next(c for c in summary.checks if c.id == "softmax.rows_are_distributions")
    x, y = [], []
    for report in reports:
        (mine,) = (c for s in report["steps"] for c in s["checks"] if c["id"] == check.id)
        rest = [s for s in report["steps"] if not s["bonus"] and s["id"] != "softmax"]
        rest = [s["score"] for s in rest if not s["score"]["held"]]
        if mine["outcome"] in ("passed", "failed", "crashed", "timeout", "memory"):
            x.append(mine["outcome"] == "passed")
            worth = sum(float(Fraction(s["possible"])) for s in rest)
            y.append(sum(float(Fraction(s["earned"])) for s in rest) / worth)
    assert check.rest == pytest.approx(statistics.correlation(x, y))


def test_misconceptions_are_counted_over_code_and_quiz(reports, summary):
    for belief in summary.beliefs:
        coded, quizzed, asked, answers, shown = set(), set(), 0, 0, 0
        for report in reports:
            name = report["submission"]["id"]
            for check in (c for s in report["steps"] for c in s["checks"] if c["diagnosis"]):
                if belief.code == (check["diagnosis"]["of"] or check["diagnosis"]["misconception"]):
                    coded.add(name)
            quiz = report["quiz_answers"] or {"items": [], "misconceptions": {}}
            if any(belief.code in item["misconceptions"] for item in quiz["items"]):
                quizzed.add(name)
            told = quiz["misconceptions"].get(belief.code, {"asked": 0, "shown": 0})
            asked, answers, shown = asked + bool(told["asked"]), answers + told["asked"], shown + told["shown"]
        assert (belief.in_code, belief.in_quiz, belief.both) == (len(coded), len(quizzed), len(coded & quizzed))
        assert belief.learners == len(coded | quizzed)
        assert belief.share == pytest.approx(len(coded | quizzed) / len(reports))
        assert (belief.asked, belief.answers, belief.answers_shown) == (asked, answers, shown)
    found = {belief.code: belief for belief in summary.beliefs}
    assert set(found) == {"M1", "M2", "M3", "M4", "M5", "D-TRANSPOSED"}
    assert found["M4"].checks[0][0] == "softmax.each_row_is_a_softmax"
    assert found["M4"].both > 0
    counts = [belief.learners for belief in summary.beliefs]
    assert counts == sorted(counts, reverse=True)


def test_an_example_names_nobody(reports, summary):
    ids = [report["submission"]["id"] for report in reports]
    told = [belief.example for belief in summary.beliefs if belief.example]
    assert len(told) >= 4
    assert not any(name in example for name in ids for example in told)


def test_an_example_that_holds_its_learners_name_is_passed_over(reports):
    short = copy.deepcopy([r for r in reports if any(c["diagnosis"] for s in r["steps"] for c in s["checks"])][:2])
    for report, name in zip(short, ("kim", "lee"), strict=True):
        report["submission"]["id"] = name
        report |= without_answers(report)
        for step in report["steps"]:
            for check in step["checks"]:
                if check["diagnosis"]:
                    check["diagnosis"]["of"] = "M9"
                check["message"] = f"KIM wrote this, {name}" if name == "kim" else "three entries are not right"
    (belief,) = (b for b in summarise(gather(typed(short))).beliefs if b.code == "M9")
    assert belief.example == "three entries are not right"


def test_checks_that_never_fail_or_never_pass_are_named(template):
    reports = []
    for i in range(3):
        report = copy.deepcopy(template)
        report["submission"]["id"] = f"s{i}"
        report["steps"][0]["checks"][1].update(outcome="failed")
        report["steps"][1]["checks"][1].update(outcome="failed" if i else "passed")
        report["steps"][2]["checks"][1].update(outcome="blocked" if i else "passed")
        report["steps"][3]["checks"][1].update(outcome="blocked")
        reports.append(report)
    flags = {check.id: check.flags for check in summarise(gather(typed(reports))).checks}
    ids = [report["steps"][k]["checks"][1]["id"] for k in range(4)]
    assert [flags[name] for name in ids] == [("never_passes",), (), ("never_fails",), ()]


def test_a_passed_check_waits_where_its_core_check_is_not_decided(template):
    report = copy.deepcopy(template)
    softmax = next(step for step in report["steps"] if step["id"] == "softmax")
    softmax["checks"][0]["outcome"], softmax["checks"][1]["outcome"] = "broken", "failed"
    for number, check in enumerate(softmax["checks"]):
        check["score"].update(earned=0, held=0 if number == 1 else check["score"]["possible"])
    lost = Fraction(softmax["checks"][1]["score"]["possible"])
    softmax["outcome"] = "broken"
    softmax["score"].update(earned=0, held=int(Fraction(softmax["score"]["possible"]) - lost))
    for data in (report, as_schema_1(report)):  # there a check says nothing about it; its step's held points do
        cohort = gather(typed([data]))
        held = [cohort.checks[check["id"]].marks[0].held for check in softmax["checks"]]
        assert held == [True, False, True, True, True, True]
        assert cohort.steps["softmax"].marks[0].held


def without_later_fields(report):
    """The report without what schema 1 had no place for."""
    steps = tuple(
        msgspec.structs.replace(
            step, checks=tuple(msgspec.structs.replace(check, raised=None) for check in step.checks)
        )
        for step in report.steps
    )
    handed_in = msgspec.structs.replace(report.submission, files=())
    return msgspec.structs.replace(report, language="", submission=handed_in, steps=steps)


def test_reports_of_schema_1_give_the_same_figures(reports, summary):
    older = [json.loads(json.dumps(as_schema_1(report))) for report in reports]
    assert {report["schema"] for report in older} == {"grader/report/1"}
    assert typed(older) == [without_later_fields(report) for report in typed(reports)]
    assert summarise(gather(typed(older))).to_data("en") == summary.to_data("en")


def test_who_needs_help_and_why(reports, summary):
    reasons = {need.learner: need.reasons for need in summary.needs}
    for report in reports:
        mine, name = [], report["submission"]["id"]
        code = [step for step in report["steps"] if not step["bonus"]]
        outcomes = {check["outcome"] for step in report["steps"] for check in step["checks"]}
        points = report["code"]
        standing = Fraction(points["possible"]) - Fraction(points["held"])
        if outcomes == {"crashed"}:
            mine.append("unreadable")
        elif {step["outcome"] for step in code} == {"untouched"}:
            mine.append("not_started")
        elif Fraction(points["earned"]) / standing < Fraction(1, 2):
            mine.append("under_half")
        assert [r for r in reasons.get(name, ()) if r in ("unreadable", "not_started", "under_half")] == mine
        assert ("held" in reasons.get(name, ())) is bool(Fraction(points["held"]))
        assert ("no_quiz" in reasons.get(name, ())) is (report["quiz_answers"] is None)
    assert {"unreadable", "not_started", "under_half", "stopped", "beliefs", "held", "no_quiz"} == {
        reason for need in summary.needs for reason in need.reasons
    }


def test_two_assignments_are_not_mixed(reports):
    other = {**reports[1], "assignment": "layer_norm"}
    with pytest.raises(UsageError, match="two assignments, 'self_attention' and 'layer_norm'"):
        gather(typed([reports[0], other]))


def test_a_partial_run_leaves_the_other_steps_out(reports):
    part = copy.deepcopy(reports[0])
    part["submission"]["id"] = "part"
    part["steps"] = part["steps"][4:5]
    summary = summarise(gather(typed([*reports[:3], part])))
    counts = {step.id: step.points.n + step.points.held for step in summary.steps}
    assert counts["softmax"] == 4
    assert counts["embedding"] == 3


def test_questions_that_a_person_marks_are_in_no_total_and_named(reports, bank):
    some, wanted = [], []
    for i, report in enumerate(reports[:3]):
        text = f'quiz: self_attention\nm1-row: {"computed" if i else "stored"}\nc1-open: "In my words."\n'
        text += "c5-growth: sixteen\n" if i == 2 else ""
        some.append(with_answers(report, bank, text))
        wanted.append(Fraction(1, 2) if i else Fraction(0))
    summary = summarise(gather(typed(some)))
    assert "c1-open" in summary.by_hand
    assert (summary.quiz_total.n, summary.quiz_total.held) == (2, 1)  # what cannot be read still waits
    assert [mark.earned for mark in summary.quiz_marks] == wanted
    assert summary.quiz_total.mean == 0.25
    assert all(learner.quiz.held for learner in summary.cohort.learners)
