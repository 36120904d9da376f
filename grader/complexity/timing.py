"""The CPU clock, for the plot and for where the counter is blind. Pure: the timed calls are handed in.

The worker's clock is read by the grader, from outside (`time.clock_gettime((~pid << 3) | 2)` on Linux), before
and after each call; learner code cannot touch it, and sleeping does not advance it. Procedure, with the reasons:

- sizes 16, 32, 64, ... while one call of the learner stays under 0.1 s of CPU; the last five count. Below
  n = 64 fixed costs dominate.
- learner and reference alternate, and so does who goes first: both meet the same state of the machine.
- fresh inputs in every sweep; the first call at each size is not counted.
- the smallest of k measurements: other processes can only add.
- s is the slope of log min CPU on log n for n >= 64; delta the slope of log(learner / reference) over the last
  three sizes; E = min(s - expected, delta). Small E passes, large E fails, between them nothing is said. The
  reference has its own fixed costs, so Python loops look steep beside it: hence the minimum of the two.

A clock verdict never takes points where counting decided. The thresholds were measured for this ladder, for
expected exponent 2, with vectors of 16 components (docs/growth.md).
"""

from __future__ import annotations

import dataclasses
import math
import statistics
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

__all__ = ["Clocked", "Timed", "Timing", "TimingEvidence", "ask_the_clock", "slope", "time_growth"]

PASS, FAIL = 0.12, 0.22
LARGEST_CALL = 0.1  # CPU seconds; a size whose call takes longer is the last
SWEEPS = 5  # at least
KEPT = 5  # sizes
SETTLED = 64  # from here on the fixed costs are small
BUSY = 1.5  # wall / CPU of the reference from which the machine counts as busy


@dataclasses.dataclass(frozen=True, slots=True)
class Clocked:
    """One call: CPU seconds by the clock of its process, and wall seconds."""

    cpu: float
    wall: float = 0.0


Timed = Callable[[tuple[Any, ...]], Clocked]


@dataclasses.dataclass(frozen=True, slots=True)
class Timing:
    """What the clock says. `outcome` is "pass", "fail" or "inconclusive"."""

    outcome: str
    exponent: float | None  # s
    excess: float | None  # delta
    spread: tuple[float, float] | None  # of s, each size left out once
    learner: Mapping[int, float]  # n -> smallest CPU seconds
    reference: Mapping[int, float]
    busy: bool
    sweeps: int

    def as_data(self) -> dict[str, Any]:
        """Plain data for the result file."""
        data = dataclasses.asdict(self)
        for name in ("learner", "reference"):
            data[name] = [[n, cpu] for n, cpu in data[name].items()]
        data["spread"] = list(self.spread) if self.spread else None
        return data


def slope(points: Mapping[int, float]) -> float:
    """Least-squares slope of ln cost on ln n."""
    x = [math.log(n) for n in points]
    y = [math.log(max(cost, 1e-9)) for cost in points.values()]
    return statistics.linear_regression(x, y).slope


def _settled(points: Mapping[int, float]) -> dict[int, float]:
    large = {n: cost for n, cost in points.items() if n >= SETTLED}
    return large if len(large) >= 3 else dict(sorted(points.items())[-3:])


def time_growth(
    learner: Timed,
    reference: Timed,
    make_inputs: Callable[[int, np.random.RandomState], Sequence[Any]],
    expected: float = 2,
    *,
    budget: float = 3.0,
    seed: int = 0,
    largest: int = 2048,
) -> Timing:
    """Sweep over the sizes until `budget` CPU seconds are used, at least SWEEPS times, and fit."""

    def inputs(n: int, sweep: int) -> tuple[Any, ...]:
        return tuple(make_inputs(n, np.random.RandomState([seed, n, sweep])))

    used, n, ladder = 0.0, 16, []
    while n <= largest:  # the ladder is climbed once; these calls warm both processes up
        used += reference(inputs(n, 0)).cpu
        cpu = learner(inputs(n, 0)).cpu
        used += cpu
        ladder.append(n)
        if cpu > LARGEST_CALL / 4 or used > budget / 3:
            break
        n *= 2
    ladder = ladder[-KEPT:]
    samples: dict[str, dict[int, list[Clocked]]] = {who: {n: [] for n in ladder} for who in ("learner", "reference")}
    sweep = 0
    while sweep < SWEEPS or used < budget:
        sweep += 1
        for n in ladder:
            pair = [("learner", learner), ("reference", reference)]
            for who, call in pair if sweep % 2 else reversed(pair):
                sample = call(inputs(n, sweep))
                samples[who][n].append(sample)
                used += sample.cpu
        if used > 2 * budget or sweep >= 1000:  # slow code: fewer sweeps rather than a long wait
            break
    return fit(samples["learner"], samples["reference"], expected, sweep)


def fit(
    learner: Mapping[int, Sequence[Clocked]], reference: Mapping[int, Sequence[Clocked]], expected: float, sweeps: int
) -> Timing:
    """s, delta and the outcome from samples of both at the same sizes."""
    least = {n: min(sample.cpu for sample in row) for n, row in learner.items()}
    beside = {n: min(sample.cpu for sample in row) for n, row in reference.items()}
    walls = [sample.wall / sample.cpu for row in reference.values() for sample in row if sample.cpu > 0]
    busy = bool(walls) and statistics.median(walls) > BUSY
    if len(least) < 3:
        return Timing("inconclusive", None, None, None, least, beside, busy, sweeps)
    points = _settled(least)
    s = slope(points)
    ratios = {
        n: statistics.median(a.cpu / max(b.cpu, 1e-9) for a, b in zip(learner[n], reference[n], strict=True))
        for n in list(least)[-3:]
    }
    delta = slope(ratios)
    without = [slope({m: cost for m, cost in points.items() if m != n}) for n in points] if len(points) > 2 else [s]
    excess = min(s - expected, delta)
    outcome = "pass" if excess <= PASS else "fail" if excess >= FAIL else "inconclusive"
    return Timing(
        outcome,
        round(s, 3),
        round(delta, 3),
        (round(min(without), 3), round(max(without), 3)),
        least,
        beside,
        busy,
        sweeps,
    )


STEP = 4  # from one size to the next
NEXT_CALL = 0.6  # CPU seconds
LONG_ENOUGH = 0.02  # CPU seconds below which fixed costs and the clock's own grain decide
LOOK, EXCESS, APART = 0.2, 0.4, 1.7
REPEATS, LEAST_REPEATS, PATIENCE = 16, 3, 6.0  # after PATIENCE seconds of looking closely, LEAST_REPEATS will do
MOST_CALLS = 25  # of the reference beside one of the learner's


@dataclasses.dataclass(frozen=True, slots=True)
class TimingEvidence:
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
) -> TimingEvidence | None:
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
    return TimingEvidence(contradicts, small, large, round(exponent, 3), round(apart, 3), repeats, cost, beside)


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
