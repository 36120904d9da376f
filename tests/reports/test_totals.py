"""What a report is out of comes from the manifest: whatever was handed in, in every form, format and schema."""

import base64
import csv
import dataclasses
import io
import json
import re
import xml.etree.ElementTree as ET
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from old_schema import as_schema_1

from grader.core.model import Assignment, Isolation, Outcome, Points, Provenance, QuizOutcome, Step, Text
from grader.grading.assemble import Circumstances, assembled
from grader.reports.formats.registry import FORMATS
from grader.reports.formats.transcript import transcript
from grader.reports.html import report_html
from grader.reports.schema import (
    CheckResult,
    HandIn,
    QuizAnswers,
    QuizItem,
    Score,
    StepResult,
    from_data,
    read,
    report_json,
    total,
)
from grader.reports.table import table_text
from grader.reports.text import report_text
from grader.reports.views import for_learner

HELD = Isolation("confined", "confined", {}, {}, ())
SOURCE = Provenance("0.1.0", "0123456789abcdef", 1, "3.12.1", "2.1.0", "")
POLICIES = ("after_submission", "after_deadline", "never", "")
ZERO = Fraction(0)


def score_of(possible, outcome, part):
    """What that outcome leaves of the points; `part` is what a half right answer is worth."""
    earned = possible if outcome in (Outcome.PASSED, QuizOutcome.RIGHT) else ZERO
    earned = possible * part if outcome is QuizOutcome.PARTLY else earned
    waits = outcome.held if isinstance(outcome, QuizOutcome) else outcome.pending
    return Score(earned, possible, possible if waits else ZERO)


def step_of(step, number, checks):
    """The result of a step with a check for each (weight, outcome)."""
    share = Fraction(step.points, sum(weight for weight, _ in checks))
    made = []
    for i, (weight, outcome) in enumerate(checks):
        name, told = f"{step.id}.c{i}", "" if outcome is Outcome.PASSED else f"{step.id}: {i} is {outcome}"
        score = score_of(share * weight, outcome, ZERO)
        made.append(CheckResult(name, f"Title {name}", outcome, score, told))
    worst = next((one.outcome for one in made if one.outcome is not Outcome.PASSED), Outcome.PASSED)
    scores = total(one.score for one in made)
    return StepResult(step.id, number, f"Step {number}", worst, scores, step.bonus, tuple(made))


def quiz_of(worth, answers, feedback):
    """The marked quiz: an item for each (weight, outcome), worth the manifest's points together."""
    share = Fraction(worth, sum(weight for weight, _ in answers))
    items = tuple(
        QuizItem(f"q{i}", {"en": f"Question {i}"}, outcome, score_of(share * weight, outcome, Fraction(1, 3)))
        for i, (weight, outcome) in enumerate(answers)
    )
    return total(item.score for item in items), QuizAnswers(items, feedback)


checks = st.lists(st.tuples(st.integers(1, 5), st.sampled_from(Outcome)), min_size=1, max_size=3)
given_answers = st.lists(st.tuples(st.integers(1, 4), st.sampled_from(QuizOutcome)), min_size=1, max_size=5)


@st.composite
def graded(draw):
    """An assignment, and the report of a submission to it: with no, some or all answers, shown or held back."""
    worths = [(draw(st.integers(1, 20)), bonus) for bonus in (False, *draw(st.lists(st.booleans(), max_size=4)))]
    steps = [
        Step(f"s{i}", Text({"en": f"Step {i}", "ko": f"{i}단계"}), (f"f{i}",), points, bonus=bonus)
        for i, (points, bonus) in enumerate(worths, 1)
    ]
    code, quiz = sum(points for points, bonus in worths if not bonus), draw(st.sampled_from([0, 1, 7, 30]))
    assignment = Assignment("demo", Text({"en": "Demo", "ko": "보기"}), "demo.py", Points(code, quiz), tuple(steps))
    results = [step_of(step, number, draw(checks)) for number, step in enumerate(steps, 1)]
    marked = None
    if quiz and draw(st.booleans()):
        marked = quiz_of(quiz, draw(given_answers), draw(st.sampled_from(POLICIES)))
    of = Circumstances(assignment, "en", HELD, SOURCE)
    return assignment, assembled(of, HandIn("ada", "cohort/ada"), results, marked, seconds=1.0)


def written(report, form, **options):
    return FORMATS[form].write(transcript(report, "en", **options), {})


def check_sums(assignment, report):
    """The report's own sums are the manifest's."""
    bonus = sum(step.points for step in assignment.steps if step.bonus)
    worth = assignment.points.quiz
    assert report.code.possible == assignment.points.code
    assert report.bonus.possible == bonus
    assert (report.quiz.possible if worth else report.quiz) == (worth or None)
    assert report.score.possible == assignment.points.code + worth
    assert report.score == (report.code + report.quiz if worth else report.code)
    assert 0 <= report.score.earned <= report.score.earned + report.score.held <= report.score.possible


def check_forms(report, possible, has_quiz):
    """Text, table and page."""
    text = report_text(report)
    [told] = re.findall(r"^Total (\S+) of (\S+)" if has_quiz else r"^Score (\S+) of (\S+)", text, re.MULTILINE)
    assert told[1] == str(possible)
    head, row = table_text([report]).splitlines()[:2]
    assert head.split()[1 : 4 if has_quiz else 2] == (["total", "code", "quiz"] if has_quiz else ["score"])
    assert ("bonus" in head.split()) == bool(report.bonus.possible)
    assert row.split()[1].rstrip("?").split("/")[1] == str(possible)
    page = report_html(report, "en")
    assert f"<span>/ {possible}</span>" in page
    seen = for_learner(report).score
    assert f'<i style="width:{int(100 * seen.earned / possible)}%">' in page
    if has_quiz and report.quiz_answers is None:
        assert "Quiz: not handed in, 0 of" in text and "not handed in</td>" in page


def check_formats(report, possible):
    """Every format's own total, and the sum of its parts."""
    grade = transcript(report, "en")
    assert grade.score.possible == possible
    earned, whole = grade.rounded()
    cents = grade.rounded(100)[0] / 100
    everything = grade.score.full
    assert (whole, grade.rounded(100)[1]) == (possible, 100 * possible)
    assert abs(earned - grade.score.earned) <= len(grade.parts)

    rows = list(csv.DictReader(io.StringIO(written(report, "csv"))))
    assert (rows[-1]["part"], rows[-1]["possible"]) == ("total", str(possible))
    assert sum(Fraction(row["possible"]) for row in rows[:-1] if row["bonus"] == "no") == possible
    for form in ("markdown", "github"):
        heading = written(report, form).splitlines()[0]
        assert re.fullmatch(rf"## Demo: \S+ of {possible} \((\d+) %\)", heading)[1] == str(
            int(100 * grade.score.earned / possible)
        )
    told = dict(line.split("=", 1) for line in written(report, "github-outputs").splitlines())
    assert (told["score"], told["max-score"]) == (str(earned), str(possible))
    assert (told["percent"] == "100") == everything
    assert told["status"] != "pass" or everything
    assert f"Points {earned}/{possible}" in written(report, "github-commands")
    for form in ("classroom", "classroom-v1"):
        result = json.loads(base64.b64decode(written(report, form)))
        assert result["max_score"] == possible
        assert sum(test["score"] for test in result["tests"]) == earned
    fifty = json.loads(written(report, "classroom50"))
    assert (fifty["score"], fifty["max-score"]) == (earned, possible)
    assert sum(test["max-score"] for test in fifty["tests"]) == possible
    scope = json.loads(written(report, "gradescope"))
    assert scope["score"] == cents
    assert sum(test.get("max_score", 0) for test in scope["tests"]) == possible
    lake = json.loads(written(report, "prairielearn"))
    assert lake["gradable"] == (grade.status != "error")
    if lake["gradable"]:
        assert sum(test["max_points"] for test in lake["tests"]) == possible
        assert lake["score"] == pytest.approx(cents / possible)
    suites = ET.fromstring(written(report, "junit").partition("\n")[2])
    sums = {False: ZERO, True: ZERO}
    for suite in suites:
        found = {one.get("name"): one.get("value") for one in suite.find("properties")}
        sums[found["bonus"] == "true"] += Fraction(found["points.possible"])
        cases = [
            one.get("value")
            for one in suite.iterfind("testcase/properties/property")
            if one.get("name") == "points.possible"
        ]
        assert sum(map(Fraction, cases)) == Fraction(found["points.possible"])
    assert sums == {False: possible, True: report.bonus.possible}


@settings(max_examples=60)
@given(graded())
def test_the_total_possible_is_the_manifests_in_every_report_form_and_format(made):
    assignment, report = made
    possible, has_quiz = assignment.points.code + assignment.points.quiz, bool(assignment.points.quiz)
    upgraded = from_data(json.loads(json.dumps(as_schema_1(report))))
    for one in (report, read(report_json(report)), for_learner(report), upgraded):
        check_sums(assignment, one)
    assert upgraded.score == report.score and upgraded.quiz == report.quiz
    for one in (report, upgraded):
        check_forms(one, possible, has_quiz)
        check_formats(one, possible)


@given(graded())
def test_marks_that_are_held_back_are_neither_earned_nor_lost(made):
    _, report = made
    answers = report.quiz_answers
    shown, revealed = transcript(report, "en"), transcript(report, "en", reveal_quiz=True)
    assert revealed.score == report.score
    if answers is None or answers.feedback == "after_submission":
        assert shown.score == report.score
        return
    answered = sum(item.score.possible for item in answers.items if item.outcome is not QuizOutcome.UNANSWERED)
    assert shown.score == Score(report.code.earned, report.score.possible, report.code.held + answered)


@given(graded())
def test_a_partial_run_is_out_of_the_steps_asked_for_and_has_no_quiz(made):
    assignment, report = made
    of = Circumstances(assignment, "en", HELD, SOURCE, only=("s1",))
    marked = (Score(ZERO, Fraction(assignment.points.quiz)), QuizAnswers(()))
    partial = assembled(of, report.submission, report.steps[:1], marked)
    assert (partial.quiz, partial.quiz_answers) == (None, None)
    assert partial.score == partial.code == report.steps[0].score


# -- the same code without and with a quiz, by hand ----------------------------------------------------------------


@pytest.fixture(scope="module")
def perfect():
    """`perfect(answers)`: all of 70 points of code, and those answers to a quiz of 30, or none."""
    steps = tuple(Step(f"s{i}", Text(f"Step {i}"), (), 35) for i in (1, 2))
    assignment = Assignment("demo", Text({"en": "Demo", "ko": "보기"}), "demo.py", Points(70, 30), steps)
    results = [step_of(step, i, [(1, Outcome.PASSED)]) for i, step in enumerate(steps, 1)]
    of = Circumstances(assignment, "en", HELD, SOURCE)

    def make(answers=None):
        marked = None if answers is None else quiz_of(30, answers, "after_submission")
        return assembled(of, HandIn("ada", "ada"), results, marked)

    return make


ONE_RIGHT = [(1, QuizOutcome.RIGHT), *[(1, QuizOutcome.UNANSWERED)] * 29]


@pytest.mark.parametrize(("answers", "points"), [(None, 70), (ONE_RIGHT, 71), ([(1, QuizOutcome.RIGHT)], 100)])
def test_a_perfect_code_is_seventy_of_a_hundred_and_each_right_answer_adds_to_it(perfect, answers, points):
    report = perfect(answers)
    status = "pass" if points == 100 else "fail"
    assert f"Total {points} of 100\n" in report_text(report)
    assert f"  {points}/100    70 " in table_text([report])
    page = report_html(report, "en")
    assert f"<b>{points}</b> <span>/ 100</span>" in page
    assert f'<i style="width:{points}%">' in page
    assert written(report, "markdown").startswith(f"## Demo: {points} of 100 ({points} %)\n")
    outputs = written(report, "github-outputs")
    assert outputs.startswith(f"score={points}\nmax-score=100\npercent={points}\nstatus={status}\n")
    assert json.loads(written(report, "prairielearn"))["score"] == points / 100
    fifty = json.loads(written(report, "classroom50"))
    assert (fifty["score"], fifty["max-score"]) == (points, 100)
    assert fifty["tests"][-1]["test-name"] == "Quiz"
    scope = json.loads(written(report, "gradescope"))
    assert (scope["score"], sum(test["max_score"] for test in scope["tests"])) == (points, 100)
    assert written(report, "csv").splitlines()[-1] == f"demo,ada,total,Demo,{status},no,{points},100,0,{points}"


@pytest.mark.parametrize("form", ["markdown", "github", "gradescope", "prairielearn", "junit", "exercism"])
def test_a_quiz_that_was_not_handed_in_says_so(perfect, form):
    assert "not handed in" in written(perfect(), form)
    assert "not handed in" not in written(perfect(ONE_RIGHT), form)


def test_nobody_passes_without_the_quiz_where_nothing_of_the_code_could_run(perfect):
    report = perfect()
    broken = [
        msgspec.structs.replace(
            step,
            outcome=Outcome.BROKEN,
            score=Score(ZERO, step.score.possible, step.score.possible),
            checks=tuple(
                msgspec.structs.replace(one, outcome=Outcome.BROKEN, message=f"{one.id} broke") for one in step.checks
            ),
        )
        for step in report.steps
    ]
    assignment = Assignment("demo", Text({"en": "Demo", "ko": "보기"}), "demo.py", Points(70, 30), ())
    lost = assembled(Circumstances(assignment, "en", HELD, SOURCE), report.submission, broken)
    told = json.loads(written(lost, "exercism"))
    assert (told["status"], told["tests"]) == ("error", [])  # the quiz ran nothing
    assert json.loads(written(lost, "prairielearn"))["gradable"] is False


@pytest.mark.parametrize("file", sorted((Path(__file__).parent / "schema1").glob("*.json")), ids=lambda path: path.stem)
def test_reports_of_schema_1_are_out_of_the_manifest_too(assignment, file):
    report = read(file.read_bytes())
    check_sums(assignment, report)
    check_forms(report, 100, True)
    named = msgspec.structs.replace(report, title="Demo")
    check_formats(named, 100)


def test_a_practice_run_counts_no_quiz():
    steps = (Step("s1", Text("Step 1"), (), 10),)
    assignment = Assignment("demo", Text({"en": "Demo", "ko": "보기"}), "demo.py", Points(10, 30), steps)
    of = Circumstances(assignment, "en", dataclasses.replace(HELD, level="process"), SOURCE)
    results = [step_of(steps[0], 1, [(1, Outcome.PASSED)])]
    report = assembled(of, HandIn("demo", "demo"), results, practice=True)
    assert report.score.possible == 10 and not report.grade
    assert "not handed in" not in report_text(report) + report_html(report, "en") + written(report, "markdown")
