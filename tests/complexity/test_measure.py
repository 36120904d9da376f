import numpy as np
import pytest

from grader.complexity import GrowthKind, OutOfTime, Stopped, WrongValues, examine, works_here


def make_inputs(n, rng):
    return (rng.normal(size=n),)


def fake(work, **more):
    """A counted call whose work is a formula of n."""
    asked = []

    def counted(args):
        n = len(args[0])
        asked.append(n)
        events = {"work": {k: int(f(n)) for k, f in work.items()}, "largest": n, "output": n, "calls": 0, "value": n}
        return events | more

    counted.asked = asked
    return counted


QUADRATIC = {"elementwise": lambda n: n * n}


def test_cheap_work_is_counted_far_up():
    counted = fake(QUADRATIC)
    assert examine(counted, make_inputs).kind is GrowthKind.EXPECTED
    assert counted.asked == [8, 16, 17, 34, 16, 68, 136, 272, 544]


def test_the_base_follows_the_seed_and_is_no_power_of_two():
    for seed in range(8):
        counted = fake(QUADRATIC)
        examine(counted, make_inputs, seed=seed)
        assert counted.asked[2] in (17, 18, 19, 20)
        assert max(counted.asked) <= 640


def test_dear_work_stops_early():
    counted = fake({"python": lambda n: 300 * n * n})
    assert examine(counted, make_inputs).kind is GrowthKind.EXPECTED
    assert max(counted.asked) == 34


def test_a_large_array_stops_early():
    counted = fake(QUADRATIC, largest=3_000_000)
    assert examine(counted, make_inputs).kind is GrowthKind.EXPECTED
    grows = fake(QUADRATIC)
    examine(lambda args: grows(args) | {"largest": len(args[0]) ** 3}, make_inputs)
    assert max(grows.asked) == 136


def test_irregular_growth_asks_between_and_beyond():
    counted = fake({"elementwise": lambda n: n * n, "python": lambda n: 9 if n < 50 else 15 * n * n})
    verdict = examine(counted, make_inputs, budget=1.0)
    assert counted.asked[-2:] == [102, 204]
    assert verdict.kind is GrowthKind.EXPECTED


def test_the_same_seed_asks_the_same_with_the_same_data():
    seen = []

    def counted(args):
        seen.append(args[0].copy())
        return fake(QUADRATIC)(args)

    examine(counted, make_inputs, seed=5)
    first, seen[:] = list(seen), []
    examine(counted, make_inputs, seed=5)
    assert all(np.array_equal(a, b) for a, b in zip(first, seen, strict=True))
    assert np.array_equal(first[1], first[4])  # the repeated call


def test_a_failure_names_its_n():
    def counted(args):
        if len(args[0]) > 60:
            raise TimeoutError("3 s")
        return fake(QUADRATIC)(args)

    with pytest.raises(Stopped) as caught:
        examine(counted, make_inputs)
    assert caught.value.n == 68
    assert isinstance(caught.value.cause, TimeoutError)


def test_wrong_values_are_not_judged():
    with pytest.raises(WrongValues) as caught:
        examine(fake(QUADRATIC), make_inputs, right=lambda args, value: value < 17)
    assert caught.value.n == 17


def test_values_are_checked_against_arguments_the_learner_has_not_touched():
    def counted(args):
        args[0][:] = 0
        return fake(QUADRATIC)(args)

    examine(counted, make_inputs, right=lambda args, value: args[0].any())


def test_events_that_are_none():
    verdict = examine(fake(QUADRATIC, largest="many"), make_inputs)
    assert (verdict.kind, verdict.reason) == (GrowthKind.UNDECIDED, "instrument")


def test_unsteady_work():
    state = iter(range(100))
    verdict = examine(fake({"python": lambda n: n * n + next(state)}), make_inputs)
    assert verdict.reason == "unsteady"


def test_the_instrument_checks_itself():
    good, bad = examine(fake(QUADRATIC), make_inputs), examine(fake({"matmul": lambda n: n**3}), make_inputs)
    assert works_here(good, bad)
    assert not works_here(good, good)
    assert not works_here(bad, bad)


def test_a_prefix_sum_end_to_end(counter, load):
    """The example of docs/growth.md."""
    space = load(
        """
        def running(x):
            out, total = [], 0.0
            for value in x.tolist():
                total += value
                out.append(total)
            return out
        def again_and_again(x):
            return [sum(x[: i + 1]) for i in range(len(x))]
        """
    )

    def right(args, value):
        return np.allclose(value, np.cumsum(args[0]))

    def verdict(name):
        return examine(lambda args: counter.measure(space[name], args), make_inputs, 1, right=right)

    assert verdict("running").kind is GrowthKind.EXPECTED
    slow = verdict("again_and_again")
    assert (slow.kind, slow.culprit) == (GrowthKind.FASTER, "list")


@pytest.mark.parametrize("stop", [41, 69, 140, 200, 300])
@pytest.mark.parametrize("power", [1, 2, 3])
def test_a_stop_at_a_large_size_judges_on_the_sizes_before_it(stop, power):
    def counted(args):
        n = len(args[0])
        if n >= stop:
            raise OutOfTime
        return {"work": {"elementwise": n**power}, "largest": n, "output": n, "calls": 0, "value": args[0]}

    verdict = examine(counted, lambda n, rng: (rng.normal(size=n),), 2)
    assert verdict.kind is {1: GrowthKind.SLOWER, 2: GrowthKind.EXPECTED, 3: GrowthKind.FASTER}[power]
    assert max(counts.n for counts in verdict.evidence) < stop


@pytest.mark.parametrize("stop", [8, 16, 17, 34])
def test_a_stop_at_a_small_size_is_told(stop):
    def counted(args):
        if len(args[0]) >= stop:
            raise OutOfTime
        return {"work": {"elementwise": len(args[0])}, "largest": 1, "output": 1, "calls": 0, "value": args[0]}

    with pytest.raises(Stopped) as stopped:
        examine(counted, lambda n, rng: (rng.normal(size=n),), 2)
    assert isinstance(stopped.value.cause, OutOfTime)


def test_other_ends_of_a_call_at_a_large_size_are_told():
    def counted(args):
        if len(args[0]) > 60:
            raise OSError("gone")
        return {"work": {"elementwise": len(args[0])}, "largest": 1, "output": 1, "calls": 0, "value": args[0]}

    with pytest.raises(Stopped):
        examine(counted, lambda n, rng: (rng.normal(size=n),), 2)
