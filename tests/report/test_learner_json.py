"""What a learner's JSON holds of the quiz: what the policy shows, and never a key where it says never."""

import dataclasses
import json

import pytest

from grader import quiz
from grader.cohort.outputs import complete, write_reports
from grader.cohort.terms import terms_of
from grader.quiz import load_bank
from grader.report.data import report_json
from grader.report.learner import for_learner

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
            assert secret is None or json.dumps(secret.en, ensure_ascii=False)[1:-1] not in text
    assert not [code for item in marked.items for code in item.diagnoses if code in text]
    assert "many" in text  # what cannot be read is named all the same


def test_after_submission_everything_is_shown(mixed, marked):
    report = dataclasses.replace(mixed["en"]["perfect"], quiz={**marked.to_json(), "feedback": "after_submission"})
    assert for_learner(report) is report
    bare = dataclasses.replace(report, quiz=None)
    assert for_learner(bare) is bare


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
    assert {key: value for key, value in mine.items() if key != "quiz"} == {
        key: value for key, value in whole.items() if key != "quiz"
    }
    assert not complete(dataclasses.replace(report, seconds=-1.0), tmp_path)
