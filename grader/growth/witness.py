"""Does the clock contradict counts that say all is well? Pure: the timed calls are handed in.

The counts are the testimony of the learner's own process; its CPU clock, read from outside, is not. A function
whose work grows faster than it claims shows at sizes beyond the counted ones. Sizes are quadrupled while the next
call can be expected to take under `NEXT_CALL` seconds. Where the last quadrupling looks steep (`LOOK`), both sizes are
measured again beside the reference, up to `REPEATS` times, the smallest counts. The clock contradicts where the
exponent then still lies `EXCESS` above the expected one, and the cost has also grown `APART` times as much as the
reference's. Both, since caches and first touches of memory make honest code look steep, and fixed costs make a
reference look flat.

A virtual machine whose host is busy stands still now and then, and charges the pause to whoever was running: a short
call mostly slips through between two pauses, a long one does not. Hence the repeats, and hence the reference runs as
often as it takes to be exposed for as long as the learner's call was.

Measured through the door, 336 to 1344 or 84 to 336 (docs/growth.md): of 57 honest implementations of the zoo in
benchmarks/growth_zoo array operations lie below 2.1 and 1, Python loops below 2.23, where the second figure says
nothing; one product in single precision and more, in front of an honest one, lie above 2.55 and 1.8.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from grader.growth.clock import Clocked, Timed

__all__ = ["Testimony", "ask_the_clock"]

STEP = 4  # from one size to the next
NEXT_CALL = 0.6  # CPU seconds
LONG_ENOUGH = 0.02  # CPU seconds below which fixed costs and the clock's own grain decide
LOOK, EXCESS, APART = 0.2, 0.4, 1.7
REPEATS, LEAST_REPEATS, PATIENCE = 16, 3, 6.0  # after PATIENCE seconds of looking closely, LEAST_REPEATS will do
MOST_CALLS = 25  # of the reference beside one of the learner's


@dataclasses.dataclass(frozen=True, slots=True)
class Testimony:
    """What the clock saw from the size `small` to `large`, where it had to look closely."""

    contradicts: bool
    small: int
    large: int
    exponent: float  # of the learner's cost
    apart: float  # growth of the learner's cost / growth of the reference's
    repeats: int
    learner: Mapping[int, float]  # n -> smallest CPU seconds
    reference: Mapping[int, float]

    def as_data(self) -> dict[str, Any]:
        """Plain data for the result file."""
        data = dataclasses.asdict(self)
        for name in ("learner", "reference"):
            data[name] = [[n, round(cpu, 6)] for n, cpu in sorted(data[name].items())]
        return data


def ask_the_clock(
    learner: Timed,
    reference: Timed,
    make_inputs: Callable[[int, np.random.RandomState], Sequence[Any]],
    expected: float = 2,
    *,
    seed: int = 0,
    largest: int = 1 << 20,
) -> Testimony | None:
    """What the clock says about an exponent of `expected`; None where nothing looked steep.

    `learner(args)` and `reference(args)` make one timed call each (`Clocked`); what they raise goes through.
    `largest` is the largest size that may be asked for.
    """

    def inputs(n: int, sweep: int) -> tuple[Any, ...]:
        return tuple(make_inputs(n, np.random.RandomState([seed, n, sweep])))

    n, cost = _least(largest) - seed % 2, dict[int, float]()
    while True:
        cost[n] = learner(inputs(n, 0)).cpu
        if n * STEP > largest:
            break
        if cost[n] <= NEXT_CALL / STEP:  # the first call at a size is often a slow one
            cost[n] = min(cost[n], learner(inputs(n, 0)).cpu)
        if cost[n] * STEP**expected > NEXT_CALL:
            break
        n *= STEP
    if len(cost) < 2 or cost[n] < LONG_ENOUGH or _exponent(cost[n // STEP], cost[n]) < expected + LOOK:
        return None
    small, large = n // STEP, n
    cost = {size: cost[size] for size in (small, large)}
    beside = dict.fromkeys(cost, math.inf)
    used, repeats = 0.0, 0
    while repeats < (REPEATS if used < PATIENCE else LEAST_REPEATS):
        repeats += 1
        for call, size in enumerate((small, small, small, large)):  # a small one costs a sixteenth
            args = inputs(size, 4 * repeats + call)
            mine = learner(args)
            theirs = _exposed(reference, args, mine.cpu)
            cost[size] = min(cost[size], mine.cpu)
            beside[size] = min(beside[size], sum(call.cpu for call in theirs) / len(theirs))
            used += sum(max(call.cpu, call.wall) for call in (mine, *theirs))
        exponent = _exponent(cost[small], cost[large])
        apart = (cost[large] / max(beside[large], 1e-9)) / max(cost[small] / max(beside[small], 1e-9), 1e-9)
        if exponent <= expected + EXCESS:
            break
    contradicts = exponent > expected + EXCESS and apart > APART
    return Testimony(contradicts, small, large, round(exponent, 3), round(apart, 3), repeats, cost, beside)


def _least(largest: int) -> int:
    """The size to begin with, from 16 to 64, so that the ladder may end at `largest` itself."""
    while largest >= 16 * STEP:
        largest //= STEP
    return largest


def _exposed(reference: Timed, args: tuple[Any, ...], seconds: float) -> list[Clocked]:
    """As many calls of the reference as should take `seconds` of CPU together.

    The shortest says how many, not their sum: a pause would end the row, and weigh the more.
    """
    calls = [reference(args)]
    while len(calls) < min(seconds / max(min(call.cpu for call in calls), 1e-9), MOST_CALLS):
        calls.append(reference(args))
    return calls


def _exponent(small: float, large: float) -> float:
    return math.log(large / max(small, 1e-9), STEP)
