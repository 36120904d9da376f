"""Figures from evidence that nobody counted: left out, and the page is made all the same."""

from fractions import Fraction

import pytest
from changing import with_check

from grader.analytics.site.complexity_plot import curve_of, growth_svg
from grader.core.model import Outcome
from grader.reports.html.figures import growth_of
from grader.reports.schema import CheckResult, Score


def check(value, n=32):
    counted = [{"n": size, "work": {"array": 9 * size * size}} for size in (8, 16)]
    evidence = {
        "kind": "expected",
        "expected": 2,
        "exponent": value,
        "reference": [[8, value], [16, 9]],
        "evidence": [*counted, {"n": n, "work": {"array": value}}],
    }
    return CheckResult("c.growth", "Growth", Outcome.PASSED, Score(Fraction(2), Fraction(2)), evidence=evidence)


@pytest.mark.parametrize("value", [10**400, -(10**400), 1e308, float("inf"), float("nan"), -1, True, None, "x", []])
def test_what_was_not_counted_is_left_out(mixed, value):
    made = growth_of(check(value), "en", "growth")
    assert [row[0] for row in made.rows][:2] == ["8", "16"] and "inf" not in str(made.svg)
    one = check(value)
    curve = curve_of(with_check(mixed["en"]["perfect"], 0, evidence=one.evidence))
    assert [n for n, _ in curve.points][:2] == [8, 16]
    assert "<svg" in growth_svg([curve], "en")


def test_a_size_beyond_all_bounds_is_left_out():
    assert [row[0] for row in growth_of(check(9, n=10**400), "en", "growth").rows] == ["8", "16"]
