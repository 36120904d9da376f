"""What a learner's JSON holds of the quiz: what the policy shows, and never a key where it says never."""

import dataclasses
import html
import json
from fractions import Fraction

import msgspec
import pytest

from grader import quiz
from grader.batch.outputs import complete, write_reports
from grader.core.errors import UsageError
from grader.core.model import QuizOutcome
from grader.grading.quiz_answers import quiz_answers, quiz_score
from grader.quiz import load_bank
from grader.reports.schema import HandIn, from_data, report_json, to_data
from grader.reports.views import for_learner
from grader.submissions.cache_key import terms_of

ANSWERS = (
    "m1-row: stored\nm1-triangle: [p2, p5]\nm1-mix: 6\nm2-count: many\nm1-linear: {truth: false}\nc1-open: Mine.\n"
)


@pytest.fixture(scope="module")
def marked(assignment):
    bank = load_bank(assignment.folder / "quiz.yaml")
    return quiz.mark(bank, ANSWERS, "answers.yaml", learner="perfect")


@pytest.fixture
def handed_in(mixed, marked, assignment):
    """`handed_in("never")`: a perfect code, and those answers under that policy."""
    bank = load_bank(assignment.folder / "quiz.yaml")

    def make(feedback):
        answers = msgspec.structs.replace(quiz_answers(marked, bank), feedback=feedback)
        return mixed["en"]["perfect"].with_quiz(quiz_score(marked), answers)

    return make


@pytest.mark.parametrize("feedback", ["never", "after_deadline"])
def test_nothing_of_the_marking_stays(handed_in, marked, feedback):
    report = handed_in(feedback)
    shown = for_learner(report)
    outcomes = {item.id: item.outcome for item in shown.quiz_answers.items}
    assert {outcomes[item.id] for item in marked.items if item.outcome in ("right", "partly", "wrong")} == {"pending"}
    kept = [item for item in marked.items if item.outcome in ("unanswered", "pending", "unreadable")]
    assert {item.id: outcomes[item.id] for item in kept} == {item.id: item.outcome for item in kept}
    held = [item.possible for item in marked.items if item.outcome != "unanswered"]
    assert (shown.quiz.earned, shown.quiz.possible, shown.quiz.held) == (0, marked.possible, sum(held))
    assert shown.score == shown.code + shown.quiz
    for item in shown.quiz_answers.items:
        assert item.score.earned == 0
        if item.outcome is not QuizOutcome.UNREADABLE:
            assert (item.where, item.formula, item.diagnoses, item.misconceptions) == ("", "", (), ())
            assert item.explanation is None
    assert {(one.asked, one.shown) for one in shown.quiz_answers.misconceptions.values()} == {(0, 0)}
    for mine, whole in zip(shown.quiz_answers.items, report.quiz_answers.items, strict=True):
        assert (mine.id, mine.title, mine.about) == (whole.id, whole.title, whole.about)
        assert (mine.question, mine.answer) == (whole.question, whole.answer)
    text = report_json(shown)
    for item in marked.items:
        for secret in (item.explanation, item.message if item.outcome in ("wrong", "partly") else None):
            assert secret is None or json.dumps(secret["en"], ensure_ascii=False)[1:-1] not in text
    assert not [code for item in marked.items for code in item.diagnoses if code in text]
    assert "many" in text  # what cannot be read is named all the same


def test_after_submission_everything_is_shown(handed_in, mixed):
    report = handed_in("after_submission")
    assert for_learner(report).quiz_answers is report.quiz_answers
    assert for_learner(report).quiz is report.quiz
    without = for_learner(mixed["en"]["perfect"])
    assert without.quiz_answers is None and without.quiz is mixed["en"]["perfect"].quiz


@pytest.mark.parametrize(
    ("odd", "place"),
    [
        ({}, "missing required field `items` - at `$.quiz_answers`"),
        ({"items": 3}, "Expected `array`, got `int` - at `$.quiz_answers.items`"),
        ({"items": [1, {}], "feedback": "never"}, "Expected `object`, got `int` - at `$.quiz_answers.items[0]`"),
        ({"items": [], "misconceptions": []}, "Expected `object`, got `array` - at `$.quiz_answers.misconceptions`"),
    ],
)
def test_a_quiz_of_another_shape_is_refused(mixed, odd, place):
    with pytest.raises(UsageError) as caught:
        from_data({**to_data(mixed["en"]["perfect"]), "quiz_answers": odd})
    assert place in str(caught.value)


def test_on_disk_the_learner_and_the_instructor_have_their_own(handed_in, tmp_path, root, assignment):
    report = handed_in("never")
    write_reports(report, tmp_path, terms_of(root, assignment, seed=1))
    mine, whole = (json.loads((tmp_path / place / "perfect.json").read_text("utf-8")) for place in (".", "instructor"))
    assert mine["quiz"]["earned"] == 0 and whole["quiz"]["earned"] != 0
    assert mine["quiz"]["possible"] == whole["quiz"]["possible"]
    assert complete(report, tmp_path)
    assert (mine["submission"]["path"], whole["submission"]["path"]) == ("perfect", report.submission.path)
    own = ("quiz", "quiz_answers", "score", "submission", "provenance")
    assert mine["provenance"] == {**whole["provenance"], "seed": None}  # all hidden inputs follow from the seed
    assert {key: value for key, value in mine.items() if key not in own} == {
        key: value for key, value in whole.items() if key not in own
    }
    assert not complete(msgspec.structs.replace(report, seconds=report.seconds + 1), tmp_path)


@pytest.mark.parametrize("path", ["/home/staff/2026/ada", "C:\\Users\\staff\\2026\\ada", "2026/ada/", "ada"])
def test_a_learner_does_not_read_where_the_instructor_keeps_things(mixed, path):
    shown = for_learner(msgspec.structs.replace(mixed["en"]["perfect"], submission=HandIn("ada", path)))
    assert shown.submission.path == "ada"
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
    data = to_data(named("0"))
    for step in data["steps"]:
        for check in step["checks"]:
            if check["diagnosis"]:
                del check["diagnosis"]["free"]
    assert {len(hints) for hints in hints_of(for_learner(from_data(data)))} == {1}
