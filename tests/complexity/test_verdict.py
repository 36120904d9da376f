import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.complexity import Counts, GrowthKind, judge

SIZES = (8, 16, 17, 34, 68, 136)


def counts(work, sizes=SIZES, **more):
    """{category: n -> operations} at several sizes."""
    return {n: Counts(n, {name: int(f(n)) for name, f in work.items()}, **more) for n in sizes}


HONEST = {"matmul": lambda n: 16 * n * n + 96 * n, "elementwise": lambda n: 4 * n * n, "python": lambda n: 14}


def test_quadratic():
    verdict = judge(counts(HONEST))
    assert verdict.kind is GrowthKind.EXPECTED
    assert verdict.kind.passed is True
    assert 1.9 < verdict.exponent <= 2
    assert verdict.spread[0] < verdict.spread[1] <= 2
    assert (verdict.before[0], verdict.after[0]) == (68, 136)


def test_cubic_names_its_culprit():
    verdict = judge(counts(HONEST | {"reduce": lambda n: n**3}))
    assert (verdict.kind, verdict.culprit) == (GrowthKind.FASTER, "reduce")
    assert verdict.kind.passed is False
    assert verdict.exponent == 3
    assert verdict.after == (136, 136**3)


def test_the_largest_of_several_culprits():
    verdict = judge(counts(HONEST | {"reduce": lambda n: n**3, "matmul": lambda n: 8 * n**3 + 90 * n * n}))
    assert verdict.culprit == "matmul"


@pytest.mark.parametrize(
    ("expected", "work", "kind"),
    [
        (1, lambda n: 5 * n + 100, GrowthKind.EXPECTED),
        (1, lambda n: n * n, GrowthKind.FASTER),
        (1, lambda n: 12, GrowthKind.SLOWER),
        ("n log n", lambda n: n * math.log2(n), GrowthKind.EXPECTED),
        ("n log n", lambda n: n * n / 2, GrowthKind.FASTER),
        ("n log n", lambda n: 9 * n, GrowthKind.EXPECTED),
        (2, lambda n: n * n, GrowthKind.EXPECTED),
        (2, lambda n: 4 * n, GrowthKind.SLOWER),
        (2, lambda n: n * n * math.log2(n), GrowthKind.UNDECIDED),
        (2, lambda n: n**2.6, GrowthKind.FASTER),
        (3, lambda n: n**3, GrowthKind.EXPECTED),
        (3, lambda n: n**4, GrowthKind.FASTER),
        (3, lambda n: n**2, GrowthKind.SLOWER),
    ],
)
def test_other_expectations(expected, work, kind):
    assert judge(counts({"elementwise": work}), expected).kind is kind


def test_a_factor_log_n_is_for_a_person():
    verdict = judge(counts({"sort": lambda n: n * n * math.log2(n)}))
    assert (verdict.kind, verdict.reason, verdict.kind.passed) == (GrowthKind.UNDECIDED, "logarithm", None)


polynomial = st.tuples(*(st.integers(0, 1000) for _ in range(3)))


@given(st.lists(polynomial, min_size=1, max_size=5), st.sampled_from([16, 17, 18, 19, 20]))
def test_no_polynomial_of_degree_two_ever_fails(polynomials, base):
    work = {f"c{i}": lambda n, p=p: p[0] + p[1] * n + p[2] * n * n for i, p in enumerate(polynomials)}
    for sizes in ((8, 16, base, 2 * base), (8, 16, base, 2 * base, 4 * base)):
        assert judge(counts(work, sizes)).kind in (GrowthKind.EXPECTED, GrowthKind.SLOWER)


@given(polynomial, st.integers(1, 1000))
def test_a_cubic_share_is_never_passed(p, cubic):
    """Whatever is added to it: found out, or held for a person; passed only while it is under 2 % of the work."""
    work = {"matmul": lambda n: cubic * n**3, "elementwise": lambda n: p[0] + p[1] * n + p[2] * n * n}
    assert judge(counts(work, (*SIZES, 272))).kind in (GrowthKind.FASTER, GrowthKind.UNDECIDED)


@pytest.mark.parametrize("threshold", [12, 18, 33, 40, 100])
def test_another_way_from_a_size_on_is_no_failure(threshold):
    """Python loops from n = threshold on: a category jumps from nothing to a lot, in one doubling or two."""
    work = HONEST | {"python": lambda n: 14 if n < threshold else 30 * n * n}
    assert judge(counts(work)).kind is not GrowthKind.FASTER
    assert judge(counts(work, (8, 16, 17, 34))).kind is not GrowthKind.FASTER
    assert judge(counts(work, (8, 16, 18, 36, 72))).kind is not GrowthKind.FASTER


def test_cubic_only_beyond_a_size():
    work = HONEST | {"matmul": lambda n: 16 * n * n if n <= 34 else 2 * n**3}
    assert judge(counts(work)).kind is GrowthKind.FASTER
    assert judge(counts(work, (8, 16, 17, 34, 68))).kind is GrowthKind.UNDECIDED


def test_doubt_is_never_a_fail():
    def reason(**more):
        verdict = judge(counts(HONEST, **more.pop("counts", {})), **more)
        assert verdict.kind is GrowthKind.UNDECIDED
        assert verdict.kind.passed is None
        return verdict.reason

    assert reason(counts={"errors": {"TypeError": 1}}) == "instrument"
    assert reason(counts={"blind": {"!exec": 1}}) == "unseen"
    assert reason(counts={"output": 10**9}) == "invisible"
    assert reason(least=lambda n: 100 * n * n) == "invisible"
    assert reason(again=Counts(16, {"matmul": 1})) == "unsteady"
    assert judge(counts(HONEST, (16, 32))).reason == "sizes"
    assert judge({}).reason == "sizes"


def test_an_unknown_function_fed_with_constants_is_no_doubt():
    same = counts(HONEST, blind={"json.dumps": 7})
    assert judge(same).kind is GrowthKind.EXPECTED
    more = {n: Counts(n, c.work, blind={"json.dumps": n}) for n, c in same.items()}
    assert judge(more).unseen == ("json.dumps",)


def test_what_is_proved_too_fast_stays_so_however_blind_the_rest():
    cubic = counts(HONEST | {"matmul": lambda n: n**3}, blind={"!exec": 1})
    assert judge(cubic).kind is GrowthKind.FASTER


def test_loops_get_advice_or_fail_where_arrays_are_demanded():
    work = {"python": lambda n: 9 * n * n, "move": lambda n: n * n}
    assert judge(counts(work)).advice == ("loops",)
    verdict = judge(counts(work), vectorised=True)
    assert (verdict.kind, verdict.kind.passed, verdict.culprit) == (GrowthKind.LOOPS, False, "python")
    rows = HONEST | {"python": lambda n: 20 * n}
    assert judge(counts(rows), vectorised=True).kind is GrowthKind.EXPECTED


def test_a_large_array_gets_advice():
    big = {n: Counts(n, c.work, largest=4 * n * n) for n, c in counts(HONEST).items()}
    assert judge(big, largest=lambda n: 2 * n * n).advice == ("large-array",)
    assert judge(big, largest=lambda n: 4 * n * n).advice == ()


def test_a_dispute_can_be_replayed():
    verdict = judge(counts(HONEST | {"reduce": lambda n: n**3}, blind={"x.y": 3}))
    kept = json.loads(json.dumps(verdict.as_data()))
    again = {c["n"]: Counts.of(c["n"], c) for c in kept["evidence"]}
    assert judge(again) == verdict


@pytest.mark.parametrize(
    "events",
    [
        {},
        {"work": {"a": -1}, "largest": 0, "output": 0, "calls": 0},
        {"work": {"a": 1.5}, "largest": 0, "output": 0, "calls": 0},
        {"work": [1], "largest": 0, "output": 0, "calls": 0},
        {"work": {}, "largest": True, "output": 0, "calls": 0},
        {"work": {str(i): 1 for i in range(200)}, "largest": 0, "output": 0, "calls": 0},
        {"work": {}, "largest": 1 << 70, "output": 0, "calls": 0},
    ],
)
def test_what_crosses_the_door_is_distrusted(events):
    with pytest.raises(ValueError, match="count"):
        Counts.of(8, events)


def test_names_from_the_other_side_are_made_harmless():
    seen = Counts.of(8, {"work": {}, "largest": 0, "output": 0, "calls": 0, "blind": {"\x1b[31m::error::<b>": 1}})
    assert list(seen.blind) == ["??31m??error??<b>"]


# -- counts that nobody can have counted --------------------------------------------------------------------------


def forged(total, output=lambda n: n * n, sizes=(8, 16, 17, 34, 68, 136)):
    return {n: Counts(n, {"elementwise": total(n)}, output=output(n)) for n in sizes}


@pytest.mark.parametrize(
    ("total", "reason"),
    [
        (lambda n: 1 << 62, "impossible"),
        (lambda n: 10**15 // n, "impossible"),
        (lambda n: 10**9, "constant"),
        (lambda n: 5, "constant"),
    ],
)
def test_counts_that_cannot_be_are_held(total, reason):
    verdict = judge(forged(total), 2)
    assert (verdict.kind, verdict.reason) == (GrowthKind.UNDECIDED, reason)


def test_a_constant_amount_of_work_for_one_number_is_possible():
    assert judge(forged(lambda n: 12, output=lambda n: 1), 1).kind is GrowthKind.SLOWER


@pytest.mark.parametrize("names", [17, 60, 100, 101, 500])
def test_tables_of_forged_names_are_refused_or_kept_short(names):
    forged_names = {f"{i:03d}" + "x" * 70: 1 for i in range(names)}
    with pytest.raises(ValueError, match="not a table"):
        Counts.of(8, {"work": forged_names, "largest": 0, "output": 0, "calls": 0})
    rest = {"work": {"python": 1}, "largest": 0, "output": 0, "calls": 0}
    if names <= 100:
        kept = Counts.of(
            8, {**rest, "blind": {**forged_names, "!eval": 3}} if names < 100 else {**rest, "blind": forged_names}
        )
        assert len(kept.blind) == 16
        assert names == 100 or kept.blind["!eval"] == 3  # what may do anything is never dropped
