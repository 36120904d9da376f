"""Does the clock contradict counts that say all is well? Pure: the timed calls are handed in.

The counts are the testimony of the learner's own process; its CPU clock, read from outside, is not. A function
whose work grows faster than it claims shows at sizes beyond the counted ones. Sizes are quadrupled while the next
call can be expected to take under `NEXT_CALL` seconds. Where the last quadrupling looks steep (`LOOK`), it is
measured again beside the reference, the smallest of `REPEATS`. The clock contradicts where the exponent then lies
`EXCESS` above the expected one, and the cost has also grown `APART` times as much as the reference's. Both, since
caches and first touches of memory make honest code look steep, and fixed costs make a reference look flat. From
`STEEP` on the exponent is enough: a machine short of memory slows a reference down more than products of matrices.

Measured from n = 272 to 1088 on a busy machine, with the allocator settings of the door, three times each: 18 honest
implementations of the zoo in benchmarks/growth_zoo stay below 2.05 and 1.9, four that hide n^3 in fast products lie
above 2.5 and 3.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from grader.growth.clock import Timed

__all__ = ["contradicted"]

STEP = 4  # from one size to the next
NEXT_CALL = 0.6  # CPU seconds
LONG_ENOUGH = 0.02  # CPU seconds below which fixed costs and the clock's own grain decide
LOOK, EXCESS, APART, STEEP = 0.2, 0.3, 2.4, 0.65
REPEATS = 3


def contradicted(
    learner: Timed,
    reference: Timed,
    make_inputs: Callable[[int, np.random.RandomState], Sequence[Any]],
    expected: float = 2,
    *,
    seed: int = 0,
    largest: int = 1 << 20,
) -> tuple[int, int] | None:
    """The two sizes between which the clock contradicts an exponent of `expected`, or None.

    `learner(args)` and `reference(args)` make one timed call each (`Clocked`); what they raise goes through.
    `largest` is the largest size that may be asked for.
    """

    def inputs(n: int, sweep: int) -> tuple[Any, ...]:
        return tuple(make_inputs(n, np.random.RandomState([seed, n, sweep])))

    n, cost = 17 + seed % 2, dict[int, float]()
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
    beside: dict[int, float] = {}
    for sweep in range(1, REPEATS + 1):
        for size in (small, large):
            args = inputs(size, sweep)
            beside[size] = min(beside.get(size, math.inf), reference(args).cpu)
            cost[size] = min(cost[size], learner(args).cpu)
    apart = (cost[large] / beside[large]) / max(cost[small] / beside[small], 1e-9)
    excess = _exponent(cost[small], cost[large]) - expected
    return (small, large) if excess > STEEP or (excess > EXCESS and apart > APART) else None


def _exponent(small: float, large: float) -> float:
    return math.log(large / max(small, 1e-9), STEP)
