"""What a learner's JSON holds of the quiz: what the policy shows, and never a key where it says never."""

import dataclasses
import html
import json
from fractions import Fraction

import pytest
from grader.reports.to_json import report_json

from grader import quiz
from grader.batch.outputs import complete, write_reports
from grader.quiz import load_bank
from grader.reports.views import for_learner
from grader.submissions.cache_key import terms_of

ANSWERS = (
    "m1-row: stored\nm1-triangle: [p2, p5]\nm1-mix: 6\nm2-count: many\nm1-linear: {truth: false}\nc1-open: Mine.\n"
)


@pytest.fixture(scope="module")
def marked(assignment):
    bank = load_bank(assignment.folder / "quiz.yaml")
    return quiz.mark(bank, ANSWERS, "answers.yaml", learner="perfect")


@pytest.mark.parametrize("feedback", ["never", "after_deadline"])
def test_nothing_of_the_marking_stays(mixed, marked, feedback, assignment):
    report = dataclasses.replace(mixed["en"]["perfect"], quiz={**marked.to_json(), "feedback": feedback})
    shown = for_learner(report)
    assert shown.quiz == {**marked.for_learner(feedback).to_json(), "feedback": feedback}
    text = report_json(shown)
    for item in marked.items:
        for secret in (item.explanation, item.message if item.outcome in ("wrong", "partly") else None):
            assert secret is None or json.dumps(secret["en"], ensure_ascii=False)[1:-1] not in text
    assert not [code for item in marked.items for code in item.diagnoses if code in text]
    assert "many" in text  # what cannot be read is named all the same


def test_after_submission_everything_is_shown(mixed, marked):
    report = dataclasses.replace(mixed["en"]["perfect"], quiz={**marked.to_json(), "feedback": "after_submission"})
    assert for_learner(report).quiz is report.quiz
    assert for_learner(dataclasses.replace(report, quiz=None)).quiz is None


@pytest.mark.parametrize("odd", [{}, {"items": 3}, {"items": [1, {}], "misconceptions": [], "feedback": "never"}])
def test_a_quiz_of_another_shape_shows_nothing(mixed, odd):
    shown = for_learner(dataclasses.replace(mixed["en"]["perfect"], quiz=odd)).quiz
    assert shown is not None and shown["items"] == [] and shown["earned"] == 0


def test_on_disk_the_learner_and_the_instructor_have_their_own(mixed, marked, tmp_path, root, assignment):
    report = dataclasses.replace(mixed["en"]["perfect"], quiz={**marked.to_json(), "feedback": "never"})
    write_reports(report, tmp_path, terms_of(root, assignment, seed=1))
    mine, whole = (json.loads((tmp_path / place / "perfect.json").read_text("utf-8")) for place in (".", "instructor"))
    assert mine["quiz"]["earned"] == 0 and whole["quiz"]["earned"] != 0
    assert complete(report, tmp_path)
    assert (mine["submission"]["path"], whole["submission"]["path"]) == ("perfect", report.submission_path)
    own = ("quiz", "submission")
    assert {key: value for key, value in mine.items() if key not in own} == {
        key: value for key, value in whole.items() if key not in own
    }
    assert not complete(dataclasses.replace(report, seconds=-1.0), tmp_path)


@pytest.mark.parametrize("path", ["/home/staff/2026/ada", "C:\\Users\\staff\\2026\\ada", "2026/ada/", "ada"])
def test_a_learner_does_not_read_where_the_instructor_keeps_things(mixed, path):
    shown = for_learner(dataclasses.replace(mixed["en"]["perfect"], submission_path=path))
    assert shown.submission_path == "ada"
    assert "staff" not in report_json(shown)


@pytest.fixture(scope="module")
def named(assignment, grade_all, tmp_path_factory, reference, edited):
    """`named("1/4")`: the report of softmax over axis 0, in a course where a hint costs so much."""

    def make(cost):
        folder = tmp_path_factory.mktemp("cohort") / "ada"
        folder.mkdir()
        wrong = edited(reference, softmax="def softmax(S):\n    E = np.exp(S)\n    return E / E.sum(axis=0)")
        (folder / "attention.py").write_text(wrong, encoding="utf-8")
        of = dataclasses.replace(assignment, hint_cost=Fraction(cost))
        return grade_all([folder], of=of, only=("softmax",))["ada"]

    return make


def hints_of(report):
    data = json.loads(report_json(report))
    return [check["diagnosis"]["hints"] for check in data["steps"][0]["checks"] if check["diagnosis"]]


@pytest.mark.parametrize(("cost", "kept"), [("1/4", 1), ("0", 3)])
def test_a_hint_that_costs_points_is_not_given_away(named, cost, kept, tmp_path, assignment, root):
    report = named(cost)
    full, mine = hints_of(report), hints_of(for_learner(report))
    assert full and all(len(hints) == 3 for hints in full)
    assert mine == [hints[:kept] for hints in full]
    write_reports(report, tmp_path, terms_of(root, assignment, seed=1))
    for path in [*tmp_path.glob("ada.*")]:
        text = html.unescape(path.read_text(encoding="utf-8"))
        assert path.suffix != ".json" or full[0][0] in text
        assert (full[0][2] in text) == (path.suffix == ".json" and kept == 3), path
    assert full[0][2] in (tmp_path / "instructor" / "ada.json").read_text(encoding="utf-8")
    assert complete(report, tmp_path)


def test_of_a_report_that_does_not_say_what_hints_cost_the_first_stays(named):
    report = named("0")
    steps = tuple(
        dataclasses.replace(
            step,
            checks=tuple(
                dataclasses.replace(one, diagnosis={k: v for k, v in one.diagnosis.items() if k != "free"})
                if one.diagnosis
                else one
                for one in step.checks
            ),
        )
        for step in report.steps
    )
    assert {len(hints) for hints in hints_of(for_learner(dataclasses.replace(report, steps=steps)))} == {1}
