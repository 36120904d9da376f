"""Small reports by hand, a gradebook with a late policy and an override, and a Canvas export as Canvas writes it."""

import csv
import datetime
import io
import json
from fractions import Fraction

import pytest

from grader.gradebook import Gradebook, Stored
from grader.gradebook.late_policy import LatePolicy
from grader.gradebook.roster import Person


def exactly(points):
    value = Fraction(points)
    return value.numerator if value.denominator == 1 else f"{value.numerator}/{value.denominator}"


def report_of(name, scores=(4, 10), bonus=0, quiz=None, held=0, grade=True, message="no"):
    """The data of a report: two steps worth 4 and 10, a bonus step worth 5, a quiz worth 6, handed in if given."""
    steps = []
    for number, (earned, possible) in enumerate(zip((*scores, bonus), (4, 10, 5), strict=True), 1):
        earned = Fraction(earned)
        outcome = "passed" if earned == possible else "failed"
        waits = held if number == 2 else 0
        ident = ("one", "two", "extra")[number - 1]
        check = {
            "id": f"{ident}.check",
            "title": "A title",
            "outcome": "inconclusive" if waits else outcome,
            "score": {"earned": exactly(earned), "possible": possible, "held": exactly(waits)},
            "message": "" if outcome == "passed" else message,
            "hint": "",
            "diagnosis": None,
        }
        steps.append(
            {
                "id": ident,
                "number": number,
                "title": ident.title(),
                "score": check["score"],
                "bonus": number == 3,
                "outcome": check["outcome"],
                "checks": [check],
            }
        )
    code = sum(map(Fraction, scores))
    answers = {"items": [], "feedback": "after_submission", "learner": name, "attempt": 1, "seed": 0}
    return {
        "schema": "grader/report/2",
        "assignment": "self_attention",
        "title": "Self-attention in numpy",
        "submission": {"id": name, "path": f"submissions/{name}"},
        "score": {"earned": exactly(code + Fraction(quiz or 0)), "possible": 20, "held": exactly(held)},
        "code": {"earned": exactly(code), "possible": 14, "held": exactly(held)},
        "quiz": {"earned": exactly(quiz or 0), "possible": 6, "held": 0},
        "bonus": {"earned": exactly(bonus), "possible": 5, "held": 0},
        "grade": grade,
        "steps": steps,
        "quiz_answers": None if quiz is None else answers,
        "notes": [],
        "seconds": 0.1,
        "isolation": {
            "level": "confined" if grade else "process",
            "required": "process",
            "layers": {},
            "probe": {},
            "missing": [],
        },
        "provenance": {
            "engine": "0",
            "suite": "0" * 16,
            "seed": 1,
            "python": "3",
            "numpy": "2",
            "graded_at": "2026-11-29T00:00:00+00:00",
        },
    }


@pytest.fixture(scope="session")
def make():
    return report_of


@pytest.fixture
def folder(tmp_path):
    """`folder(report, ...)`: a folder of those reports."""

    def write(*reports):
        place = tmp_path / "reports"
        place.mkdir()
        for i, report in enumerate(reports):
            (place / f"{i:02}.json").write_text(json.dumps(report), encoding="utf-8")
        return place

    return write


@pytest.fixture
def gradebook(tmp_path):
    """ada on time, ben two days late, cho with an override, dan with nothing handed in."""
    path = tmp_path / "gradebook.db"
    people = [
        Person("ada", "Lovelace, Ada", "A", "ada@uni.example", {"canvas": "101", "login": "ada@uni.example"}),
        Person("ben", "Bitdiddle, Ben", "A", "ben@uni.example", {"canvas": "102"}),
        Person("cho", "조민지", "B", "cho@uni.example", {"canvas": "103"}),
        Person("dan", "Noshow, Dan", "B", "dan@uni.example", {"canvas": "104"}),
    ]
    due = datetime.datetime(2026, 12, 1, tzinfo=datetime.UTC)
    with Gradebook.open(path, create=True) as book:
        book.add_assignment("self_attention", "Self-attention in numpy")
        book.import_roster(tuple(people), "test", "kim")
        book.set_policy("self_attention", LatePolicy(due, 0, Fraction(1, 10), Fraction(1, 2)), "kim")
        for name, report in (
            ("ada", report_of("ada", (4, 10), bonus=5, quiz="7/2")),
            ("ben", report_of("ben", (4, Fraction(10, 3)), quiz=5)),
            ("cho", report_of("cho", (0, 0), held=10)),
        ):
            book.store("self_attention", name, name, "{}", Stored(name, json.dumps(report), "en", ""))
        late = {"ada": due, "ben": due + datetime.timedelta(days=1, hours=3), "cho": due}
        book.receive("self_attention", list(late.items()))
        book.override("self_attention", "cho", Fraction(12), "kim", "right by another convention")
    return path


CANVAS = """\
Student,ID,SIS User ID,SIS Login ID,Section,Essay (55),Self-attention in numpy (77),Current Score,Final Score
,,,,,Manual Posting,,,
    Points Possible,,,,,10,20,(read only),(read only)
"Lovelace, Ada",101,u1,ada@uni.example,A,9,12.5,88,80
"Bitdiddle, Ben",102,u2,ben@uni.example,A,,,70,70
"=HYPERLINK(""http://evil"")",103,u3,cho@uni.example,B,7,EX,70,70
"Noshow, Dan",104,u4,dan@uni.example,B,5,3,40,40
"Student, Test",999,,test,A,,,,
"""


@pytest.fixture
def canvas(tmp_path):
    path = tmp_path / "canvas.csv"
    path.write_text(CANVAS, encoding="utf-8")
    return path


def table(text):
    return list(csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline="")))


@pytest.fixture(scope="session")
def rows():
    """`rows(text)`: the cells of a CSV."""
    return table
