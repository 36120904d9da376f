import pytest

from grader.growth import Clocked, contradicted
from grader.growth.witness import APART, EXCESS, LOOK


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


def square(n):
    return 5e-8 * n**2


def test_an_honest_function_needs_no_reference():
    learner, reference = takes(square), takes(square)
    assert contradicted(learner, reference, make_inputs, largest=1400) is None
    assert (learner.asked, reference.asked) == ([17, 17, 68, 68, 272, 272, 1088], [])


def test_cubic_work_that_shows_only_beyond_the_counted_sizes():
    learner, reference = takes(lambda n: square(n) + 4e-10 * n**3), takes(square)
    assert contradicted(learner, reference, make_inputs, largest=1400) == (272, 1088)
    assert reference.asked == [272, 1088] * 3


@pytest.mark.parametrize(("power", "expected"), [(2, 1), (3, 2), (2.8, 2)])
def test_any_exponent(power, expected):
    learner, reference = takes(lambda n: 1e-7 * n**power), takes(lambda n: 1e-7 * n**expected)
    assert contradicted(learner, reference, make_inputs, expected) is not None
    assert contradicted(reference, reference, make_inputs, expected) is None


def test_what_the_reference_does_too_is_the_machine():
    """Memory beyond the caches costs more, whoever uses it."""
    steep = takes(lambda n: square(n) * (1 if n < 500 else 2.4))
    assert contradicted(steep, steep, make_inputs, largest=1400) is None
    assert contradicted(takes(lambda n: 4e-8 * n**2.64), takes(square), make_inputs, largest=1400) is not None


def test_a_slow_first_call_is_measured_again():
    seen = []

    def learner(args):
        n = len(args[0])
        seen.append(n)
        return Clocked(square(n) * (3 if seen.count(n) == 1 and n > 1000 else 1))

    assert contradicted(learner, takes(square), make_inputs, largest=1400) is None
    assert seen.count(1088) == 4


def test_calls_too_short_to_say_anything():
    assert contradicted(takes(lambda n: 1e-12 * n**3), takes(square), make_inputs, largest=400) is None


def test_no_call_is_begun_that_would_take_too_long():
    learner = takes(lambda n: 1e-3 * n**2)
    assert contradicted(learner, takes(square), make_inputs, largest=1400) is None
    assert learner.asked == [17]


def test_fresh_data_at_every_call():
    data = []

    def learner(args):
        data.append(args[1])
        return Clocked(1e-9 * len(args[0]) ** 3)

    contradicted(learner, takes(square), make_inputs, largest=1400)
    assert len(set(data)) == len(data) - 3  # only the quick look asks twice with the same


def test_what_a_call_raises_goes_through():
    def learner(args):
        raise MemoryError

    with pytest.raises(MemoryError):
        contradicted(learner, takes(square), make_inputs)


def test_the_thresholds_lie_between_what_was_measured():
    """Highest honest and lowest bad exponent and ratio of the docstring."""
    assert 2.05 < 2 + EXCESS < 2.5
    assert 1.9 < APART < 3
    assert LOOK < EXCESS
