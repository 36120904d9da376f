"""The clock's procedure with scripted clocks: no test here depends on time."""

import random

import pytest

from grader.complexity.timing import Clocked, fit, slope, time_growth


def make_inputs(n, rng):
    return (rng.normal(size=n),)


def scripted(cost, noise=0.0, wall=1.0, seed=0):
    dice = random.Random(seed)
    calls = []

    def timed(args):
        n = len(args[0])
        calls.append((n, args[0][0]))
        cpu = cost(n) * (1 + abs(dice.gauss(0, noise)))
        return Clocked(cpu, wall * cpu)

    timed.calls = calls
    return timed


def reference(n):
    return 2e-5 + 1e-8 * n * n


def test_a_power_law_to_the_last_digit():
    assert slope({16: 16**1.7, 32: 32**1.7, 128: 128**1.7}) == pytest.approx(1.7, abs=1e-12)


@pytest.mark.parametrize(
    ("cost", "outcome"),
    [
        (lambda n: 3e-5 + 3e-8 * n * n, "pass"),
        (lambda n: 2e-5 + 3e-9 * n**3, "fail"),
        (lambda n: 1e-6 * n, "pass"),
        (lambda n: 4e-6 * n * n, "pass"),  # loops: dear at once
    ],
)
def test_outcomes(cost, outcome):
    timing = time_growth(scripted(cost, 0.02), scripted(reference, 0.02, seed=1), make_inputs)
    assert timing.outcome == outcome
    assert timing.spread[0] <= timing.exponent <= timing.spread[1]


def test_spikes_do_not_matter():
    """The smallest of k: a neighbour can only add."""
    quiet = time_growth(scripted(reference), scripted(reference), make_inputs)
    noisy = time_growth(scripted(reference, 1.5, seed=2), scripted(reference, 1.5, seed=3), make_inputs)
    assert noisy.outcome == "pass"
    assert noisy.exponent == pytest.approx(quiet.exponent, abs=0.1)


def test_learner_and_reference_alternate_with_the_same_fresh_data():
    order = []

    def who(name):
        def timed(args):
            order.append((name, len(args[0]), args[0][0]))
            return Clocked(1e-4 * len(args[0]))

        return timed

    time_growth(who("learner"), who("reference"), make_inputs, budget=0.1, largest=64)
    sweeps = order[6:]
    pairs = list(zip(sweeps[::2], sweeps[1::2], strict=True))
    assert all({a[0], b[0]} == {"learner", "reference"} and a[1:] == b[1:] for a, b in pairs)
    assert {a[0] for a, _ in pairs} == {"learner", "reference"}  # who goes first changes
    assert len({a[1:] for a, _ in pairs}) == len(pairs)


def test_the_budget_holds():
    learner, other = scripted(lambda n: 0.01), scripted(lambda n: 0.01)
    timing = time_growth(learner, other, make_inputs, budget=1.0)
    assert timing.sweeps >= 5
    assert 0.01 * (len(learner.calls) + len(other.calls)) <= 2.5


def test_too_few_sizes_say_nothing():
    timing = time_growth(scripted(lambda n: 0.09), scripted(lambda n: 0.09), make_inputs, budget=0.5)
    assert timing.outcome == "inconclusive"
    assert timing.exponent is None


def test_a_busy_machine_is_noticed():
    rows = {n: [Clocked(1e-4 * n, 3e-4 * n)] * 3 for n in (64, 128, 256)}
    assert fit(rows, rows, 2, 3).busy
    assert not fit({n: [Clocked(1.0, 1.1)] for n in (1, 2, 3)}, {n: [Clocked(1.0, 1.1)] for n in (1, 2, 3)}, 2, 1).busy


def test_plain_data():
    data = time_growth(scripted(reference), scripted(reference), make_inputs).as_data()
    assert data["outcome"] == "pass"
    assert all(len(point) == 2 for point in data["learner"])
