import json

import numpy as np
import pytest

from grader.complexity import Clocked, ask_the_clock
from grader.complexity.timing import APART, EXCESS, LEAST_REPEATS, LOOK, MOST_CALLS, PATIENCE, REPEATS


def make_inputs(n, rng):
    return (range(n), rng.normal())


def takes(cost):
    """A timed call whose CPU seconds are a formula of n; the sizes it was asked stand in `asked`."""
    asked = []

    def call(args):
        asked.append(len(args[0]))
        return Clocked(cost(len(args[0])))

    call.asked = asked
    return call


def contradicted(learner, reference, expected=2, **options):
    said = ask_the_clock(learner, reference, make_inputs, expected, **options)
    return said is not None and said.contradicts


def square(n):
    return 5e-8 * n**2


def cubic(n):
    return square(n) + 1e-10 * n**3


def test_an_honest_function_needs_no_reference():
    learner, reference = takes(square), takes(square)
    assert ask_the_clock(learner, reference, make_inputs, largest=1400) is None
    assert (learner.asked, reference.asked) == ([21, 21, 84, 84, 336, 336, 1344], [])
    assert 1344 * 1344 * 8 < 16 * 2**20  # an answer of that size still fits through the executor


def test_the_ladder_ends_at_the_largest_size_or_a_little_below():
    for largest in (1400, 1411, 300, 4096):
        learner = takes(lambda n: 1e-9 * n**2)
        ask_the_clock(learner, takes(square), make_inputs, largest=largest, seed=0)
        assert 0.95 * largest <= max(learner.asked) <= largest


def test_cubic_work_that_shows_only_beyond_the_counted_sizes():
    learner = takes(cubic)
    said = ask_the_clock(learner, takes(square), make_inputs, largest=1400)
    assert said.contradicts
    assert (said.small, said.large) == (336, 1344)
    assert LEAST_REPEATS < said.repeats <= REPEATS
    assert said.exponent == pytest.approx(np.log(cubic(1344) / cubic(336)) / np.log(4), abs=1e-3)
    assert json.loads(json.dumps(said.as_data()))["learner"][1] == [1344, pytest.approx(cubic(1344), abs=1e-6)]


@pytest.mark.parametrize(("power", "expected"), [(2, 1), (3, 2), (2.8, 2)])
def test_any_exponent(power, expected):
    learner, reference = takes(lambda n: 1e-7 * n**power), takes(lambda n: 1e-7 * n**expected)
    assert contradicted(learner, reference, expected)
    assert not contradicted(reference, reference, expected)


def test_what_the_reference_does_too_is_the_machine():
    """Memory beyond the caches costs more, whoever uses it."""
    steep = takes(lambda n: square(n) * (1 if n < 500 else 3))
    assert not contradicted(steep, steep, largest=1400)
    assert contradicted(steep, takes(square), largest=1400)


def test_a_slow_first_call_is_measured_again():
    seen = []

    def learner(args):
        n = len(args[0])
        seen.append(n)
        return Clocked(square(n) * (3 if seen.count(n) == 1 and n > 1000 else 1))

    said = ask_the_clock(learner, takes(square), make_inputs, largest=1400)
    assert (said.contradicts, said.repeats) == (False, 1)


def standing_still(cost, rng, share, pause=0.03):
    """A call on a machine that stands still for `share` of the time, `pause` seconds at once: the caller pays.

    The pauses begin at random; between two of them lies an exponential time.
    """
    between = pause * (1 - share) / share

    def call(args):
        left = total = cost(len(args[0]))
        while (gap := rng.exponential(between)) < left:
            left -= gap
            total += pause
        return Clocked(total)

    return call


@pytest.mark.parametrize("share", [0.1, 0.2, 0.3])
@pytest.mark.parametrize("slower", [1, 3, 30])
def test_a_machine_that_stands_still_now_and_then_holds_nobody_up(share, slower):
    """`slower`: how much longer the learner's call takes than the reference's."""
    rng = np.random.default_rng([round(share * 10), slower])
    reference = standing_still(lambda n: 1e-8 * n**2, rng, share)
    learner = standing_still(lambda n: slower * 1e-8 * n**2, rng, share)
    assert sum(contradicted(learner, reference, largest=1400, seed=seed) for seed in range(500)) == 0


@pytest.mark.parametrize("share", [0.1, 0.3, 0.5])
def test_and_still_it_finds_cubic_work(share):
    rng = np.random.default_rng(round(share * 10))
    reference = standing_still(lambda n: 1e-8 * n**2, rng, share)
    learner = standing_still(lambda n: 1e-8 * n**2 + 2e-10 * n**3, rng, share)
    found = sum(contradicted(learner, reference, largest=1400, seed=seed) for seed in range(200))
    assert found >= 190


def test_patience_ends():
    """A call that takes long is not repeated as often, and the reference beside it not without end."""
    learner, reference = takes(lambda n: 3e-8 * n**3), takes(lambda n: 1e-7 * n**2)
    said = ask_the_clock(learner, reference, make_inputs, largest=300)
    assert said.contradicts
    assert LEAST_REPEATS <= said.repeats < REPEATS
    spent = sum(3e-8 * n**3 for n in learner.asked) + sum(1e-7 * n**2 for n in reference.asked)
    assert spent < PATIENCE + 6 * 0.6
    assert len(reference.asked) <= 4 * MOST_CALLS * said.repeats


def test_calls_too_short_to_say_anything():
    assert ask_the_clock(takes(lambda n: 1e-12 * n**3), takes(square), make_inputs, largest=400) is None


def test_no_call_is_begun_that_would_take_too_long():
    learner = takes(lambda n: 1e-3 * n**2)
    assert ask_the_clock(learner, takes(square), make_inputs, largest=1400) is None
    assert learner.asked == [21]


def test_fresh_data_at_every_call():
    data = []

    def learner(args):
        data.append(args[1])
        return Clocked(1e-9 * len(args[0]) ** 3)

    contradicted(learner, takes(square), largest=1400)
    assert len(set(data)) == len(data) - 3  # only the quick look asks twice with the same


def test_what_a_call_raises_goes_through():
    def learner(args):
        raise MemoryError

    with pytest.raises(MemoryError):
        ask_the_clock(learner, takes(square), make_inputs)


def test_the_thresholds_lie_between_what_was_measured():
    """Highest honest and lowest bad exponent and ratio of the docstring."""
    assert 2.23 < 2 + EXCESS < 2.55
    assert 1 < APART < 1.82
    assert LOOK < EXCESS
