"""The one rounding rule, and cells that no spreadsheet runs."""

import csv
import io
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from grader.core.csv_files import delimiter_of, safe, would_run, written
from grader.reports.rounding import points_text, units_of

thirds = st.fractions(min_value=0, max_value=70, max_denominator=360)


@given(thirds, st.sampled_from([1, 100]))
@example(Fraction(70) - Fraction(1, 1000), 100)
@example(Fraction(1, 1000), 100)
def test_half_up_but_never_up_to_full_marks_and_never_up_from_nothing(total, unit):
    units, possible = units_of(total, Fraction(70), unit), 70 * unit
    exact = Decimal(total.numerator * unit) / Decimal(total.denominator)
    usual = int(exact.to_integral_value(ROUND_HALF_UP))
    if total < 70:
        assert units < possible
        assert units == min(usual, possible - 1)
    else:
        assert units == possible
    if not total:
        assert units == 0


@given(thirds)
def test_the_text_reads_back_as_the_rounded_number(total):
    text = points_text(total, Fraction(70))
    assert Fraction(text) == Fraction(units_of(total, Fraction(70)), 100)
    assert "e" not in text
    assert len(text.partition(".")[2]) <= 2


@pytest.mark.parametrize(
    ("total", "said"),
    [("43", "43"), ("87/2", "43.5"), ("130/3", "43.33"), ("1/200", "0.01"), ("104999/1500", "69.99"), ("75", "75")],
)
def test_points_by_hand(total, said):
    assert points_text(Fraction(total), Fraction(70)) == said


def test_whole_points_by_hand():
    assert [points_text(Fraction(p), Fraction(70), 1) for p in ("85/2", "139/2", "1/4")] == ["43", "69", "0"]


@given(st.lists(st.lists(st.text(), min_size=1, max_size=4), min_size=1, max_size=5))
def test_whatever_is_written_comes_back_and_nothing_of_it_would_run(table):
    text = written(table)
    back = list(csv.reader(io.StringIO(text, newline="")))
    assert back == [[safe(cell) for cell in row] if row != [""] else [""] for row in table]
    assert not [cell for row in back for cell in row if would_run(cell)]


def test_the_delimiter_is_the_one_that_cuts_every_line_alike():
    assert delimiter_of('a;b;c\n1;"2,5";3\n') == ";"
    assert delimiter_of('a,b,c\n"x;y",2,3\n') == ","
