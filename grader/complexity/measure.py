"""Which sizes to count, in which order, and when to stop. Pure: the counted call is handed in.

    def make_inputs(n, rng):            # fresh data at every size: a cache of earlier calls helps nobody
        return (rng.normal(size=(n, 4)), *(rng.normal(size=(4, 4)) for _ in range(3)))

    verdict = examine(counted, make_inputs, expected=2)

`counted(args)` makes one counted call in the learner's process and gives its events (`Counter.measure`).
The sizes follow from the seed and the counted work, never from a clock: the same code is always asked the
same. They are 8 and 16, then a base of 17 to 20 by the seed, doubled while it is cheap: no powers of two, and
not the same for every assignment.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from grader.complexity.verdict import Counts, Expected, GrowthKind, GrowthVerdict, judge

__all__ = ["Counted", "OutOfTime", "Stopped", "WrongValues", "examine", "seconds", "works_here"]

Counted = Callable[[tuple[Any, ...]], Mapping[str, Any]]

SMALLEST = 8
LARGEST = 700
CPU_SECONDS = 0.4  # what the sizes beyond the first may cost by the estimate below
LARGEST_ARRAY = 1 << 22  # elements (32 MiB) up to which an array may grow; twice that is a matter of memory limits

# Measured: a gate, an item inside one call, a call of a function that is not the learner's, an array element.
_SECONDS = {"python": 0.9e-6, "list": 1e-7}
_CALL_SECONDS, _ARRAY_SECONDS = 3e-6, 2e-9


class Stopped(Exception):
    """The learner's code did not come back with a value at size n; the cause says how it ended."""

    def __init__(self, n: int, cause: BaseException) -> None:
        super().__init__(f"stopped at n = {n}")
        self.n, self.cause = n, cause


class OutOfTime(Exception):
    """A counted call was stopped at a limit of seconds or memory; raised by `counted`."""


class WrongValues(Exception):
    """The values at size n are not right, so their cost says nothing."""

    def __init__(self, n: int) -> None:
        super().__init__(f"wrong values at n = {n}")
        self.n = n


def seconds(counts: Counts) -> float:
    """A rough figure for the CPU seconds of one counted call."""
    inside = sum(amount * _SECONDS.get(category, _ARRAY_SECONDS) for category, amount in counts.work.items())
    return inside + counts.calls * _CALL_SECONDS


def examine(
    counted: Counted,
    make_inputs: Callable[[int, np.random.RandomState], Sequence[Any]],
    expected: Expected = 2,
    *,
    right: Callable[[tuple[Any, ...], Any], bool] | None = None,
    seed: int = 0,
    budget: float = CPU_SECONDS,
    **options: Any,
) -> GrowthVerdict:
    """Count at growing sizes and judge; `options` are those of `judge`.

    right   (arguments, value) -> are these the right values? Growth is judged only where they are.
    seed    of the inputs; each size draws its own
    budget  estimated CPU seconds for all sizes beyond the first four

    Raises Stopped with the n at which a call failed, and WrongValues.
    """
    found: dict[int, Counts] = {}

    def count(n: int) -> Counts:
        args = tuple(make_inputs(n, np.random.RandomState([seed, n])))
        kept = tuple(np.array(a) if isinstance(a, np.ndarray) else a for a in args)
        try:
            events = counted(args)
        except Exception as cause:
            raise Stopped(n, cause) from cause
        if right is not None and not _holds(right, kept, events.get("value")):
            raise WrongValues(n)
        return Counts.of(n, {**events, "output": _elements(events.get("value"), events.get("output"))})

    try:
        again = _count_sizes(count, found, seed, budget)
        verdict = judge(found, expected, again=again, **options)
        if verdict.kind is GrowthKind.UNDECIDED and verdict.reason == "irregular":
            top = max(found)  # something changes with the size: look between and beyond
            beyond = top * 3 // 4 * 2
            if _predicted(found, beyond) <= 2 * budget and _growing(found, beyond) <= 2 * LARGEST_ARRAY:
                with contextlib.suppress(OutOfTime):
                    _more(count, found, (beyond // 2, beyond))
                verdict = judge(found, expected, again=again, **options)
    except ValueError:  # what came through the executor are no events
        return GrowthVerdict(GrowthKind.UNDECIDED, expected, None, reason="instrument", evidence=tuple(found.values()))
    return verdict


def _count_sizes(count: Callable[[int], Counts], found: dict[int, Counts], seed: int, budget: float) -> Counts:
    """Fill `found` with counts at 8, 16, a base and its doublings within the budget; a second count at 16."""
    base = 17 + seed % 4
    for n in (SMALLEST, 2 * SMALLEST, base, 2 * base):
        found[n] = count(n)
    again = count(2 * SMALLEST)
    n, spent = 4 * base, 0.0
    while n <= LARGEST:
        spent += _predicted(found, n)
        if spent > budget or _growing(found, n) > LARGEST_ARRAY:
            break
        try:
            found[n] = count(n)
        except Stopped as stopped:  # the sizes were chosen by counts, the limit is a clock's: judge on what there is
            if isinstance(stopped.cause, OutOfTime):
                break
            raise
        n *= 2
    return again


def _more(count: Callable[[int], Counts], found: dict[int, Counts], sizes: Sequence[int]) -> None:
    """Fill `found` with counts at these sizes, all or none. Raises OutOfTime where one was stopped at a limit."""
    try:
        found |= {n: count(n) for n in sizes}
    except Stopped as stopped:
        if isinstance(stopped.cause, OutOfTime):
            raise stopped.cause from None
        raise


def works_here(reference: GrowthVerdict, too_fast: GrowthVerdict) -> bool:
    """The instrument's check of itself, before a cohort: the reference passes, a variant known to grow faster fails."""
    return reference.kind.passed is True and too_fast.kind is GrowthKind.FASTER


def _elements(value: Any, told: Any) -> Any:
    """Elements of the arrays of a value, which is here to be looked at; what was `told` where it holds none."""
    parts = value if isinstance(value, tuple | list) else [value]
    sizes = [part.size for part in parts if isinstance(part, np.ndarray)]
    return sum(sizes) if sizes else told


def _holds(right: Callable[[tuple[Any, ...], Any], bool], args: tuple[Any, ...], value: Any) -> bool:
    """Are these the right values? One that the question cannot even be asked of is not."""
    try:
        return bool(right(args, value))
    except Exception:
        return False


def _ahead(at_top: float, at_half: float, doublings: float) -> float:
    """Goes on as it went over the last doubling, but never shrinks, and no faster than n³: a jump is no growth."""
    return float(at_top * min(max(at_top / max(at_half, 1e-9), 1.0), 8.0) ** doublings)


def _predicted(found: Mapping[int, Counts], n: int) -> float:
    """Estimated CPU seconds at n."""
    top = max(found)
    return _ahead(seconds(found[top]), seconds(found[top // 2]), math.log2(n / top))


def _growing(found: Mapping[int, Counts], n: int) -> float:
    """Estimated elements of the largest array at n."""
    top = max(found)
    return _ahead(found[top].largest, found[top // 2].largest, math.log2(n / top))
