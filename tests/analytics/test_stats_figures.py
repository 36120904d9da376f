"""Each figure against another way to it: plain loops, the statistics module, or numbers worked out by hand."""

import math
import statistics
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.analytics.checks import spread
from grader.analytics.gather import Column, RowScore
from grader.analytics.items import alpha_of, analyse, correlation, interval, upper_lower

points = st.integers(0, 12).map(lambda n: Fraction(n, 2))


def marks(values, possible=6):
    return [RowScore(Fraction(value), Fraction(possible), "passed") for value in values]


@given(st.lists(points, min_size=2, max_size=40))
def test_the_spread_is_what_the_statistics_module_says(values):
    got = spread(marks(values))
    numbers = [float(value) for value in values]
    quartiles = statistics.quantiles(numbers, n=4, method="inclusive")
    assert (got.q1, got.median, got.q3) == pytest.approx(tuple(quartiles))
    assert got.mean == pytest.approx(statistics.fmean(numbers))
    assert got.sd == pytest.approx(statistics.stdev(numbers), abs=1e-12)
    assert (got.low, got.high, got.n) == (min(numbers), max(numbers), len(numbers))
    assert (got.full, got.zero) == (numbers.count(6.0), numbers.count(0.0))


@given(st.lists(points, max_size=20), st.lists(points, max_size=20))
def test_held_points_are_counted_apart_and_change_no_other_figure(standing, held):
    mixed = marks(standing) + [RowScore(value, Fraction(6), "broken", held=True) for value in held]
    got, alone = spread([*mixed, None]), spread(marks(standing))
    assert (got.n, got.held) == (len(standing), len(held))
    assert (got.mean, got.q1, got.full, got.zero) == (alone.mean, alone.q1, alone.full, alone.zero)


def test_where_nobodys_points_stand_there_is_no_mean():
    got = spread([RowScore(Fraction(0), Fraction(6), "broken", held=True), None])
    assert (got.n, got.held, got.possible, got.mean, got.q1, got.zero) == (0, 1, 6.0, None, None, 0)


def test_full_is_decided_on_exact_points():
    third = Fraction(1, 3)
    assert spread(marks([3 * third, 3 * third - Fraction(1, 10**20)], possible=1)).full == 1


def by_loops(x, y):
    """Pearson's correlation, term by term."""
    n = len(x)
    mx, my = sum(x) / n, sum(y) / n
    top = sum((a - mx) * (b - my) for a, b in zip(x, y, strict=True))
    return top / math.sqrt(sum((a - mx) ** 2 for a in x) * sum((b - my) ** 2 for b in y))


pairs = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=3, max_size=40)


@given(pairs)
def test_the_correlation_is_pearsons(values):
    x, y = zip(*values, strict=True)
    got = correlation(np.array(x, float), np.array(y, float))
    if len(set(x)) == 1 or len(set(y)) == 1:
        assert got is None
    else:
        assert got == pytest.approx(by_loops(x, y))
        assert got == pytest.approx(statistics.correlation(x, y))


def test_the_interval_is_fishers():
    # atanh 0.5 = 0.549306, 1/sqrt(25) = 0.2: tanh(0.549306 -+ 0.391993) worked out on paper
    low, high = interval(0.5, 28)
    assert (low, high) == (pytest.approx(0.15603, abs=1e-4), pytest.approx(0.73582, abs=1e-4))
    assert interval(1.0, 28) is None
    assert interval(0.5, 3) is None


@given(st.lists(st.lists(st.integers(0, 4), min_size=3, max_size=3), min_size=2, max_size=30))
def test_alpha_is_cronbachs(rows):
    totals = [sum(row) for row in rows]
    got = alpha_of(np.array(rows, float))
    if len(set(totals)) == 1:
        assert got is None
    else:
        parts = sum(statistics.variance(column) for column in zip(*rows, strict=True))
        assert got == pytest.approx(3 / 2 * (1 - parts / statistics.variance(totals)))


def test_alpha_by_hand():
    # two items that agree for everybody: variances 1, 1, of the total 4; alpha = 2 (1 - 2/4) = 1
    assert alpha_of(np.array([[0.0, 0.0], [2.0, 2.0], [1.0, 1.0]])) == pytest.approx(1.0)
    # items of the variance 1/3 each that never agree: the total does not vary
    assert alpha_of(np.array([[0.0, 1.0], [1.0, 0.0], [1.0, 0.0], [0.0, 1.0]])) is None


def tails_by_loops(share, rest):
    """Upper minus lower 27 %, as the mean over every order of those who tie at an edge."""
    size = max(1, math.floor(0.27 * len(share) + 0.5))
    found = []
    for sign in (1, -1):
        order = sorted(range(len(share)), key=lambda i: -sign * rest[i])
        edge = rest[order[size - 1]]
        inside = [i for i in order if sign * rest[i] > sign * edge]
        tied = [i for i in order if rest[i] == edge]
        missing = size - len(inside)
        total = sum(share[i] for i in inside) + missing * sum(share[i] for i in tied) / len(tied)
        found.append(total / size)
    return found[0] - found[1]


@given(pairs, st.randoms())
def test_upper_minus_lower_27_percent_whatever_the_order_of_learners(values, random):
    share, rest = (np.array(column, float) for column in zip(*values, strict=True))
    got = upper_lower(share, rest)
    assert got == pytest.approx(tails_by_loops(list(share), list(rest)), abs=1e-12)
    order = list(range(len(share)))
    random.shuffle(order)
    assert upper_lower(share[order], rest[order]) == pytest.approx(got, abs=1e-12)


def test_upper_minus_lower_by_hand():
    # ten learners: 27 % of ten is 2.7, so three in each group; the upper three are all right, of the lower one is
    share = np.array([1, 1, 1, 0, 1, 0, 1, 1, 0, 0], float)
    assert upper_lower(share, np.arange(10, 0, -1.0)) == pytest.approx(1 - 1 / 3)


def columns(table, possible=4):
    made = []
    for j, values in enumerate(zip(*table, strict=True)):
        held = [RowScore(Fraction(0), Fraction(possible), "pending", held=True) if v is None else None for v in values]
        standing = [None if v is None else RowScore(Fraction(v), Fraction(possible), "right") for v in values]
        column = [h or s for h, s in zip(held, standing, strict=True)]
        made.append(Column(f"i{j}", {"": f"item {j}"}, marks=column))
    return made


def drawn(n, seed=3):
    rng = np.random.default_rng(seed)
    ability = rng.normal(size=n)
    return [[int(np.clip(round(2 + ability[i] + rng.normal()), 0, 4)) for _ in range(5)] for i in range(n)]


def test_an_item_is_set_against_the_rest_without_itself():
    table = drawn(60)
    test = analyse(columns(table), [True] * 60)
    for j, item in enumerate(test.items):
        mine = [row[j] for row in table]
        rest = [sum(row) - row[j] for row in table]
        assert item.rest == pytest.approx(statistics.correlation(mine, rest))
        assert item.difficulty == pytest.approx(statistics.fmean(mine) / 4)
        assert item.upper_lower == pytest.approx(tails_by_loops([m / 4 for m in mine], rest))
        others = [row[:j] + row[j + 1 :] for row in table]
        parts = sum(statistics.variance(column) for column in zip(*others, strict=True))
        whole = statistics.variance([sum(row) for row in others])
        assert item.alpha_without == pytest.approx(4 / 3 * (1 - parts / whole))
    totals = [sum(row) for row in table]
    parts = sum(statistics.variance(column) for column in zip(*table, strict=True))
    alpha = 5 / 4 * (1 - parts / statistics.variance(totals))
    assert test.alpha == pytest.approx(alpha)
    assert test.sem == pytest.approx(statistics.stdev(totals) * math.sqrt(1 - alpha))
    assert (test.mean, test.sd) == (pytest.approx(statistics.fmean(totals)), pytest.approx(statistics.stdev(totals)))


def test_a_dead_item_is_flagged_although_it_is_part_of_the_total():
    rng = np.random.default_rng(11)
    table = [[*row, int(rng.integers(0, 2)) * 4] for row in drawn(300)]
    dead = analyse(columns(table), [True] * 300).items[-1]
    total = [sum(row) for row in table]
    assert statistics.correlation([row[-1] for row in table], total) > 0.2  # uncorrected, it seems fine
    assert dead.rest < 0.15
    assert set(dead.flags) & {"weak", "negative"}


@pytest.mark.parametrize(("n", "refused", "warned"), [(29, True, False), (30, False, True), (100, False, False)])
def test_item_statistics_are_refused_below_30_and_warned_of_below_100(n, refused, warned):
    test = analyse(columns(drawn(n)), [True] * n)
    assert (test.refused, test.warned) == (refused, warned)
    assert all((item.rest is None) is refused and (item.difficulty is None) is refused for item in test.items)
    assert (test.alpha is None) is refused
    assert (test.sem is None) is refused


def test_those_who_did_not_take_part_are_in_no_figure():
    table = drawn(60)
    idle = [[0] * 5 for _ in range(20)]
    alone = analyse(columns(table), [True] * 60)
    mixed = analyse(columns(table + idle), [True] * 60 + [False] * 20)
    assert mixed == alone


def test_held_items_are_left_out_pair_by_pair_and_alpha_rests_on_the_complete():
    table = drawn(80)
    for i in range(10):
        table[i] = [None, *table[i][1:]]
    test = analyse(columns(table), [True] * 80)
    assert (test.learners, test.complete) == (80, 70)
    assert [item.n for item in test.items] == [70, 80, 80, 80, 80]
    second = [(row[1] / 4, sum(v for v in row if v is not None) - row[1]) for row in table]
    worth = [4 * sum(v is not None for v in row) - 4 for row in table]
    rest = [part / w for (_, part), w in zip(second, worth, strict=True)]
    assert test.items[1].rest == pytest.approx(statistics.correlation([share for share, _ in second], rest))


def test_an_item_nobody_marked_yet_is_named_and_in_no_figure():
    table = [[*row, None] for row in drawn(40)]
    test = analyse(columns(table), [True] * 40)
    assert test.unmarked == ("i5",)
    assert test.complete == 40
    assert test.alpha == analyse(columns(drawn(40)), [True] * 40).alpha
