"""The sums of a report, and the grade that follows from them."""

from fractions import Fraction

import msgspec
import pytest
from cohorts import report

from grader.gradebook.final_grades import grade_of, grades_of
from grader.gradebook.late_policy import Late
from grader.gradebook.overrides import Override
from grader.reports.schema import read

QUIZ = {"earned": "7/2", "possible": 30, "pending": 2, "items": []}
LATE = Late(None, None, 1, Fraction(1, 10))


@pytest.mark.parametrize(
    ("points", "deduction", "total"),
    [(None, 4, Fraction(13, 2)), (20, 4, 16), (3, 3, 0)],
    ids=["score", "more", "less"],
)
def test_lateness_takes_a_part_of_the_possible_points_and_never_more_than_there_are(points, deduction, total):
    data = read(report(earned=6, quiz=QUIZ))
    override = None if points is None else Override(Fraction(points), "prof", "because", "")
    grade = grade_of("ada", data, 1, override, LATE)
    assert (grade.raw, grade.bonus, grade.possible) == (Fraction(19, 2), 1, 40)
    assert (grade.deduction, grade.total) == (deduction, total)


def test_reports_alone_give_the_same_sums():
    data = read(report(earned=6, pending=1, quiz=QUIZ))
    (grade,) = grades_of([data])
    assert (grade.raw, grade.possible, grade.held, grade.bonus) == (Fraction(19, 2), 40, 3, 1)
    assert grade.total == Fraction(21, 2)
    (partial,) = grades_of([msgspec.structs.replace(data, only=("one",))])
    assert partial.total is None
