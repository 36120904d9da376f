"""From counted work to a verdict. Pure: no clock, no learner code, no numpy.

Why counting can decide: if the work is a sum of products of dimensions, of degree p in n and without negative
terms, then C(2n) <= 2**p * C(n), exactly and for every n. No fit and no noise; the tolerance of 0.15 in the
exponent is for terms such as n(n - 1) / 2 and for work that depends a little on the data.

The two largest doublings decide. Both exceed: faster, unless one size between them could explain both (a
function may go another way from n = 33 on; then a doubling before that has to exceed too). One exceeds: not
decided, and `examine` asks for more sizes. Exceeding by no more than a factor log n is not decided either.
Anything the counter could not see, or did not count the same twice, ends in "not decided": doubt is never a fail.
"""

from __future__ import annotations

import dataclasses
import enum
import math
import re
from collections.abc import Callable, Mapping
from typing import Any

__all__ = ["Counts", "Doubling", "Expected", "GrowthKind", "GrowthVerdict", "judge"]

Expected = float | str
"""The growth that is asked for: the exponent p of n**p, or "n log n"."""

TOLERANCE = 0.15
SHARE = 0.02  # a category below this part of the work is not held against anyone
SLOWER = 0.5  # this far below the expected exponent counts as slower
LOOPS = 0.8  # Python steps growing within this of the expected exponent are loops over the data
_CAP = 1 << 62
_MOST = 10**14  # operations: no call has the time for as many, so who says so was not counting
_CATEGORIES, _TABLE, _NAMES = 16, 100, 16  # of work; names that may arrive in a table; those that are kept of it
_NOT_A_NAME = re.compile(r"[^A-Za-z0-9_.!<> -]")  # names come from the learner's process


class GrowthKind(enum.StrEnum):
    """How the work grows."""

    EXPECTED = "expected"  # as the assignment asks: quadratic, for 2
    FASTER = "faster"
    SLOWER = "slower"  # less than asked; right values, so it passes
    LOOPS = "loops"  # right growth in Python loops, where the assignment demands array operations
    UNDECIDED = "undecided"  # held for a person

    @property
    def passed(self) -> bool | None:
        """True: full points; False: none; None: held for a person."""
        return {GrowthKind.EXPECTED: True, GrowthKind.SLOWER: True, GrowthKind.UNDECIDED: None}.get(self, False)


@dataclasses.dataclass(frozen=True, slots=True)
class Counts:
    """The events of one counted call at one size n; see `Counter.measure`."""

    n: int
    work: Mapping[str, int]
    largest: int = 0
    output: int = 0
    calls: int = 0
    blind: Mapping[str, int] = dataclasses.field(default_factory=dict)
    errors: Mapping[str, int] = dataclasses.field(default_factory=dict)
    peak: int | None = None

    @property
    def total(self) -> int:
        """All counted work."""
        return sum(self.work.values())

    @classmethod
    def of(cls, n: int, events: Mapping[str, Any]) -> Counts:
        """The events as they came through the executor, distrusted. Raises ValueError where they are not events."""

        def number(value: object) -> int:
            if type(value) is not int or not 0 <= value <= _CAP:
                raise ValueError(f"not a count: {type(value).__name__}")
            return value

        def table(name: str, most: int = _TABLE) -> dict[str, int]:
            value = events.get(name, {})
            if not isinstance(value, Mapping) or len(value) > most:
                raise ValueError(f"not a table of counts: {name}")
            rows = {_NOT_A_NAME.sub("?", str(key))[:60]: number(amount) for key, amount in value.items()}
            return rows if len(rows) <= _NAMES else {key: rows[key] for key in sorted(rows)[:_NAMES]}  # "!" comes first

        peak = events.get("peak")
        return cls(
            n,
            table("work", _CATEGORIES),
            number(events.get("largest")),
            number(events.get("output")),
            number(events.get("calls")),
            table("blind"),
            table("errors"),
            None if peak is None else number(peak),
        )

    def as_data(self) -> dict[str, Any]:
        """Plain data, to be kept so that a dispute can be replayed: `Counts.of(n, data)` gives it back."""
        data = dataclasses.asdict(self)
        return {key: dict(value) if isinstance(value, Mapping) else value for key, value in data.items()}


@dataclasses.dataclass(frozen=True, slots=True)
class Doubling:
    """What happened to each category from n to 2n: the exponent is log2 of the factor."""

    n: int
    allowed: float  # the largest exponent that the expected growth permits here
    logarithm: float  # the same for the expected growth times log n
    total: float
    exponents: Mapping[str, float]
    shares: Mapping[str, float]  # part of the work at 2n

    def exceeds(self, category: str) -> bool:
        """True where a category that matters grew by more than is allowed."""
        return self.shares.get(category, 0.0) >= SHARE and self.exponents[category] > self.allowed


@dataclasses.dataclass(frozen=True, slots=True)
class GrowthVerdict:
    """The verdict with what it rests on."""

    kind: GrowthKind
    expected: Expected
    exponent: float | None  # of all work over the last doubling; of the culprit where there is one
    culprit: str | None = None
    spread: tuple[float, float] | None = None  # smallest and largest exponent of all work over the doublings
    advice: tuple[str, ...] = ()  # "loops", "large-array"
    reason: str = ""  # why it is not decided
    unseen: tuple[str, ...] = ()  # what no gate could see
    before: tuple[int, int] | None = None  # n and the work there (the culprit's where there is one)
    after: tuple[int, int] | None = None
    evidence: tuple[Counts, ...] = ()
    otherwise: GrowthVerdict | None = None  # where only calls of libraries were unseen: the verdict without them

    def as_data(self) -> dict[str, Any]:
        """Plain data for the result file."""
        data = {one.name: getattr(self, one.name) for one in dataclasses.fields(self) if one.name != "otherwise"}
        data["kind"] = self.kind.value
        data["evidence"] = [counts.as_data() for counts in self.evidence]
        return {key: list(value) if isinstance(value, tuple) else value for key, value in data.items()}


def _allowed(expected: Expected, n: int, logarithm: bool = False) -> float:
    """The exponent from n to 2n of n**p or n log n; with `logarithm`, of n**p log n."""
    power = 1.0 if expected == "n log n" else float(expected)
    extra = math.log2(math.log2(2 * n) / math.log2(n)) if logarithm or expected == "n log n" else 0.0
    return power + extra


def _doubling(small: Counts, large: Counts, expected: Expected) -> Doubling:
    def exponent(before: int, after: int) -> float:
        return math.log2(after / max(before, 1)) if after else 0.0

    return Doubling(
        n=small.n,
        allowed=_allowed(expected, small.n) + TOLERANCE,
        logarithm=_allowed(expected, small.n, logarithm=True) + TOLERANCE,
        total=exponent(small.total, large.total),
        exponents={c: exponent(small.work.get(c, 0), amount) for c, amount in large.work.items()},
        shares={c: amount / max(large.total, 1) for c, amount in large.work.items()},
    )


def judge(
    counts_by_n: Mapping[int, Counts],
    expected: Expected = 2,
    *,
    again: Counts | None = None,
    least: Callable[[int], float] | None = None,
    largest: Callable[[int], float] | None = None,
    vectorised: bool = False,
) -> GrowthVerdict:
    """Decide from the work counted at several sizes, of which some are twice others.

    again       a second count of a call already in `counts_by_n`, same size and arguments
    least       n -> operations without which nobody gets the values; less than half of it was not seen
    largest     n -> elements that the largest array may have before there is advice about it
    vectorised  Python loops over the data fail, as "loops", instead of getting advice
    """
    evidence = tuple(counts_by_n[n] for n in sorted(counts_by_n))
    steps = [
        _doubling(counts_by_n[n], counts_by_n[2 * n], expected) for n in sorted(counts_by_n) if 2 * n in counts_by_n
    ]
    if len(steps) < 2:
        return GrowthVerdict(GrowthKind.UNDECIDED, expected, None, reason="sizes", evidence=evidence)
    measured = _Measured(counts_by_n, expected, steps, evidence)
    doubt = _faster(measured) or _doubt(measured, again, least)
    if doubt is None:
        return _decided(measured, largest, vectorised=vectorised)
    if doubt.reason == "unseen" and not any(name.startswith("!") for counts in evidence for name in counts.blind):
        seen = {n: dataclasses.replace(counts, blind={}) for n, counts in counts_by_n.items()}
        kept = judge(seen, expected, again=again, least=least, largest=largest, vectorised=vectorised)
        return dataclasses.replace(doubt, otherwise=kept)
    return doubt


@dataclasses.dataclass(frozen=True)
class _Measured:
    """What a verdict rests on: the counts and their doublings, smallest n first."""

    counts_by_n: Mapping[int, Counts]
    expected: Expected
    steps: list[Doubling]
    evidence: tuple[Counts, ...]

    @property
    def exceeding(self) -> list[set[str]]:
        """For each of the two largest doublings, the categories that grew by more than is allowed."""
        return [{c for c in step.exponents if step.exceeds(c)} for step in self.steps[-2:]]

    def verdict(self, kind: GrowthKind, category: str | None = None, **more: Any) -> GrowthVerdict:
        """The verdict with the figures of all work, or of one category of it."""
        last, totals = self.steps[-1], [step.total for step in self.steps]

        def pick(counts: Counts) -> tuple[int, int]:
            return counts.n, counts.total if category is None else counts.work.get(category, 0)

        return GrowthVerdict(
            kind,
            self.expected,
            round(last.total if category is None else last.exponents[category], 3),
            category,
            (round(min(totals), 3), round(max(totals), 3)),
            before=pick(self.counts_by_n[last.n]),
            after=pick(self.counts_by_n[2 * last.n]),
            evidence=self.evidence,
            **more,
        )


def _faster(measured: _Measured) -> GrowthVerdict | None:
    """The verdict where both of the two largest doublings exceed in one category; None elsewhere."""
    steps, last = measured.steps, measured.steps[-1]
    culprits = set.intersection(*measured.exceeding)
    if culprits and 2 * steps[-2].n > last.n:  # they overlap: one threshold would make both exceed
        apart = [step for step in steps if 2 * step.n <= last.n]
        culprits = {c for c in culprits if apart and apart[-1].exceeds(c)}
    if not culprits:
        return None
    most = max(last.exponents[c] for c in culprits)
    culprit = max((c for c in culprits if last.exponents[c] > most - 0.25), key=lambda c: (last.shares[c], c))
    if all(step.exponents[c] <= step.logarithm for step in steps[-2:] for c in culprits):
        return measured.verdict(GrowthKind.UNDECIDED, culprit, reason="logarithm")
    return measured.verdict(GrowthKind.FASTER, culprit)


def _doubt(measured: _Measured, again: Counts | None, least: Callable[[int], float] | None) -> GrowthVerdict | None:
    """The verdict where the counts do not allow a decision; None where they do. The first reason counts."""
    evidence, steps, last = measured.evidence, measured.steps, measured.steps[-1]

    def undecided(reason: str, category: str | None = None, **more: Any) -> GrowthVerdict:
        return measured.verdict(GrowthKind.UNDECIDED, category, reason=reason, **more)

    if any(counts.errors for counts in evidence):
        return undecided("instrument")
    if again is not None and dict(again.work) != dict(measured.counts_by_n[again.n].work):
        return undecided("unsteady")
    unseen = _unseen(evidence)
    if unseen:
        return undecided("unseen", unseen=unseen)
    if any(c.total > _MOST for c in evidence):
        return undecided("impossible")
    if evidence[-1].output > evidence[0].output and evidence[-1].total == evidence[0].total:
        return undecided("constant")
    if any(c.total < max(c.output, 0.5 * least(c.n) if least else 0) for c in evidence):
        return undecided("invisible")
    if set.union(*measured.exceeding):
        return undecided("irregular")
    small_but_fast = [c for c in last.exponents if all(s.exponents[c] > s.allowed + 0.35 for s in steps[-2:])]
    if small_but_fast:  # under 2 % of the work now, and all of it some day; or hidden under useless work
        return undecided("small-part", small_but_fast[0])
    return None


def _decided(measured: _Measured, largest: Callable[[int], float] | None, *, vectorised: bool) -> GrowthVerdict:
    """The verdict where growth is as expected or slower, with advice; "loops" where those are not allowed."""
    last = measured.steps[-1]
    power = _allowed(measured.expected, last.n)
    python = min(step.exponents.get("python", 0.0) for step in measured.steps[-2:])
    advice: tuple[str, ...] = ()
    if python > power - LOOPS and last.shares.get("python", 0.0) >= SHARE:
        if vectorised:
            return measured.verdict(GrowthKind.LOOPS, "python")
        advice += ("loops",)
    if largest is not None and any(c.largest > largest(c.n) for c in measured.evidence):
        advice += ("large-array",)
    kind = GrowthKind.SLOWER if last.total < power - SLOWER else GrowthKind.EXPECTED
    return measured.verdict(kind, advice=advice)


def _unseen(evidence: tuple[Counts, ...]) -> tuple[str, ...]:
    """What may have done any amount of work: marked "!", or fed with more as n grows."""
    names = {name for counts in evidence for name in counts.blind}
    return tuple(
        sorted(
            name.lstrip("!")
            for name in names
            if name.startswith("!") or len({counts.blind.get(name, 0) for counts in evidence}) > 1
        )
    )
