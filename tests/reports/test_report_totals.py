"""The points of a report, read without its words, are those of the report."""

import json
from pathlib import Path

import msgspec
import pytest
from old_schema import as_schema_1

from grader.core.errors import UsageError
from grader.core.model import Outcome, QuizOutcome
from grader.gradebook.final_grades import grade_from, grade_of, grades_of
from grader.gradebook.late_policy import Late
from grader.reports.schema import Report, from_data, read, report_json
from grader.reports.totals import ReportTotals, read_totals, totals_of

OLD = sorted((Path(__file__).parent / "schema1").glob("*.json"))


def report(*, quiz=True, only=(), points=("4", "1/3", 0)):
    """A made report with steps of those points, a bonus step and a quiz whose answers are right, open and blank."""
    steps = []
    for number, earned in enumerate((*points, 2), 1):
        bonus = number == len(points) + 1
        score = {"earned": int(earned) if str(earned).isdigit() else earned, "possible": 4}
        check = {"id": f"s{number}.c", "title": "한글", "outcome": Outcome.FAILED, "score": score, "message": "m" * 50}
        steps.append(
            {
                "id": f"s{number}",
                "number": number,
                "title": "T",
                "outcome": Outcome.FAILED,
                "score": score,
                "bonus": bonus,
                "checks": [check],
            }
        )
    code = {"earned": "13/3", "possible": 12}
    items = [
        {"id": "a", "title": {"en": "A"}, "outcome": QuizOutcome.RIGHT, "score": {"earned": "1/2", "possible": "1/2"}},
        {"id": "b", "title": {}, "outcome": QuizOutcome.PENDING, "score": {"earned": 0, "possible": 2, "held": 2}},
        {"id": "c", "title": {}, "outcome": QuizOutcome.UNANSWERED, "score": {"earned": 0, "possible": "1/2"}},
    ]
    none = {"level": "confined", "required": "confined", "layers": {}, "probe": {}, "missing": []}
    return {
        "schema": "grader/report/2",
        "assignment": "made",
        "title": "Made",
        "submission": {"id": "ada", "path": "x/ada"},
        "score": {"earned": "29/6", "possible": 15, "held": 2} if quiz else code,
        "code": code,
        "quiz": {"earned": "1/2", "possible": 3, "held": 2} if quiz else None,
        "bonus": {"earned": 2, "possible": 4},
        "steps": steps,
        "isolation": none,
        "provenance": {"engine": "1", "suite": "s", "seed": 1, "python": "3", "numpy": "2", "graded_at": ""},
        "grade": True,
        "seconds": 1.0,
        "quiz_answers": {"items": items} if quiz else None,
        "only": list(only),
    }


MADE = [report(), report(quiz=False), report(only=("s1",)), report(points=("1/3", 0, "4"))]


@pytest.mark.parametrize("data", MADE, ids=["quiz", "no-quiz", "partial", "another-order"])
def test_totals_are_those_of_the_whole_report(data):
    text = json.dumps(data, ensure_ascii=False)
    whole = read(text)
    assert read_totals(text) == read_totals(text.encode()) == totals_of(whole)
    assert read_totals(report_json(whole, indent=1)) == totals_of(whole)


@pytest.mark.parametrize("data", [report(), report(quiz=False), report(points=("1/3", 0, "4"))])
def test_totals_of_schema_1_are_those_of_the_whole_report(data):
    text = json.dumps(as_schema_1(from_data(data)))
    assert read_totals(text) == totals_of(read(text))


@pytest.mark.parametrize("path", OLD, ids=lambda path: path.stem)
def test_totals_of_a_stored_report_of_schema_1(path):
    assert read_totals(path.read_bytes()) == totals_of(read(path.read_bytes()))


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data["score"].update(earned=1),
        lambda data: data.pop("steps"),
        lambda data: data["steps"][0]["score"].update(earned="x"),
        lambda data: data["code"].update(possible=-1),
        lambda data: data.update(schema="grader/report/9"),
    ],
    ids=["sum", "no-steps", "points", "negative", "schema"],
)
def test_what_is_no_report_is_refused_with_the_sentence_of_the_whole_reader(damage):
    data = report()
    damage(data)
    with pytest.raises(UsageError) as whole:
        read(json.dumps(data))
    with pytest.raises(UsageError) as totals:
        read_totals(json.dumps(data))
    assert str(totals.value) == str(whole.value)


@pytest.mark.parametrize("data", MADE, ids=["quiz", "no-quiz", "partial", "another-order"])
def test_a_grade_from_totals_is_the_grade_from_the_report(data):
    whole = from_data(data)
    late = Late(None, None)
    assert grade_of("ada", whole, 1, None, late) == grade_of("ada", totals_of(whole), 1, None, late)
    (from_report,) = grades_of([whole])
    from_totals = grade_from(totals_of(whole), lambda: whole)
    assert msgspec.structs.asdict(from_report.report) == msgspec.structs.asdict(from_totals.report)
    assert (from_report.total, from_report.held, from_report.raw) == (
        from_totals.total,
        from_totals.held,
        from_totals.raw,
    )
    assert from_report.whole() is whole


def test_a_grade_holds_no_words_of_its_report():
    (grade,) = grades_of([from_data(report())])
    assert isinstance(grade.report, ReportTotals)
    assert not isinstance(grade.report, Report)
    assert grade.report.quiz_answers.items == ()  # a class of thousands holds no single answers
    assert [step.id for step in grade.report.steps] == ["s1", "s2", "s3", "s4"]
