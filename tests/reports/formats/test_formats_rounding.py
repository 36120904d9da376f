"""The rounding rule: sums agree, maxima stay, nothing wrong is rounded to full, nothing is rounded up from zero."""

from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from grader.reports.rounding import decimal, hundredths, whole

F = Fraction


def parts(most):
    points = st.fractions(0, most, max_denominator=12)
    one = points.flatmap(lambda possible: st.tuples(st.fractions(0, possible, max_denominator=60), st.just(possible)))
    return st.lists(one, max_size=8)


@given(parts(40), st.sampled_from([1, 100]))
@example([(F(1, 3), F(1, 3))] * 3, 1)
@example([(F(0), F(0))], 1)
def test_no_failure_is_full_and_nothing_comes_from_nothing(graded, unit):
    rounded = whole(graded, unit)
    assert len(rounded) == len(graded)
    for (earned, possible), (got, most) in zip(graded, rounded, strict=True):
        assert 0 <= got <= most
        assert (most > 0) == (possible > 0)
        if possible:
            assert (got == most) == (earned == possible)
        if earned == 0:
            assert got == 0
    if any(earned < possible for earned, possible in graded):
        assert sum(got for got, _ in rounded) < sum(most for _, most in rounded)


whole_maxima = st.integers(1, 30).flatmap(
    lambda most: st.tuples(st.fractions(0, most, max_denominator=60), st.just(F(most)))
)


@given(st.lists(whole_maxima, min_size=1, max_size=10), st.sampled_from([1, 100]))
@example([(F(1), F(3)), (F(113, 15), F(8))], 1)
def test_whole_maxima_stay_and_the_score_is_the_exact_one_rounded(graded, unit):
    rounded = whole(graded, unit)
    assert [most for _, most in rounded] == [possible * unit for _, possible in graded]
    score, exact = sum(got for got, _ in rounded), sum(earned for earned, _ in graded) * unit
    barred = sum(1 for (e, p), (g, m) in zip(graded, rounded, strict=True) if 0 < e < p and g in (0, m - 1))
    assert abs(score - exact) <= F(1, 2) + barred
    if not barred:
        assert score == int(exact + F(1, 2))
    for (earned, _), (got, _) in zip(graded, rounded, strict=True):
        assert abs(got - earned * unit) < 1


@pytest.mark.parametrize(
    ("graded", "expected"),
    [
        ([(F(20, 3), F(10))], [(7, 10)]),  # two of three cases of ten points
        ([(F(10, 3), F(10)), (F(10, 3), F(10)), (F(10, 3), F(10))], [(4, 10), (3, 10), (3, 10)]),
        ([(F(199, 200), F(1)), (F(1), F(1))], [(0, 1), (1, 2 - 1)]),  # almost is not all
        ([(F(1, 2), F(10)), (F(0), F(10))], [(1, 10), (0, 10)]),  # half up
        ([], []),
    ],
)
def test_some_by_hand(graded, expected):
    assert whole(graded) == expected


def test_decimals():
    assert [decimal(700), decimal(667), decimal(3, 1)] == [7, 6.67, 3]
    assert isinstance(decimal(700), int)
    assert [hundredths(F(20, 3)), hundredths(F(1, 200)), hundredths(F(5))] == [6.67, 0.01, 5]
