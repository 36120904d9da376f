"""What is true of a learner's answers, whatever the mistake: sums, ratios, signs, places, shapes.

Each fact holds for every wrong call that gave a value (a fact about places describes the first). No fact contains an
expected number: a ratio is reported only if it is one of a few with a name, or where the right answer is on the screen
(`shown`). Sums are spoken of where the rows of the right answer sum to 1, and nowhere else.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from grader.core.model import Call
from grader.diagnosis.answers import OTHER, CallAnswer, alike
from grader.diagnosis.known_mistakes import Outline
from grader.diagnosis.near_misses import between_results, off, opposite, same_part, special_arrays
from grader.diagnosis.records import Fact
from grader.diagnosis.relations import (
    RELATIONS,
    close,
    factor_of,
    lengths,
    ones,
    result_names,
    right_digits,
    sane,
    tight,
)

__all__ = ["facts", "near_facts"]

Array = np.ndarray[Any, Any]

_LOOKED_AT = 3  # wrong calls; more of them add nothing but time
_LONGEST = 999  # a length that is told; a learner's code may choose longer ones, which say what it was given
_MOST = 5  # facts told of one result
_DIGITS = 6  # an answer that is right to more of them is not rounded
_ARITHMETIC = frozenset({"ValueError", "IndexError", "TypeError", "ArithmeticError"})


def facts(
    outline: Outline,
    calls: Sequence[Call],
    given: Sequence[CallAnswer],
    expected: Sequence[CallAnswer],
    *,
    shown: bool = False,
) -> tuple[Fact, ...]:
    """The facts about the calls of one function with their given and expected answers, most specific first.

    `shown`: the right answers are on the learner's screen, so a factor may be a number.
    """
    with np.errstate(all="ignore"):
        return tuple(_facts(outline, calls, given, expected, shown))


def near_facts(
    outline: Outline, calls: Sequence[Call], given: Sequence[CallAnswer], expected: Sequence[CallAnswer]
) -> tuple[Fact, ...]:
    """The facts about answers that are all but right: to how many digits they are."""
    with np.errstate(all="ignore"):
        return tuple(_near(outline, calls, given, expected))


def _near(
    outline: Outline, calls: Sequence[Call], given: Sequence[CallAnswer], expected: Sequence[CallAnswer]
) -> Iterator[Fact]:
    rows = [i for i in range(len(calls)) if alike(given[i], expected[i]) == OTHER and given[i].parts][:_LOOKED_AT]
    names = result_names(outline.nodes[calls[0].function], len(given[rows[0]].parts)) if rows else ()
    for p, name in enumerate(names):
        pairs = [(given[i].parts[p].astype(float), expected[i].parts[p].astype(float)) for i in rows]
        digits = [right_digits(a, e) for a, e in pairs if sane(a) and sane(e)]
        found = [n for n in digits if n]
        if found and min(found) <= _DIGITS:
            yield Fact("rounding", {**({"what": name} if name else {}), "digits": min(found)})


def _facts(
    outline: Outline, calls: Sequence[Call], given: Sequence[CallAnswer], expected: Sequence[CallAnswer], shown: bool
) -> Iterator[Fact]:
    wrong = [i for i in range(len(calls)) if alike(given[i], expected[i]) == OTHER]
    valued = [i for i in wrong if given[i].parts and expected[i].parts][:_LOOKED_AT]
    yield from _changed(outline, calls, given)
    yield from special_arrays([calls[i] for i in valued])
    if not valued:
        yield from _raised([calls[i] for i in wrong], [given[i] for i in wrong])
        return
    node = outline.nodes[calls[0].function]
    count = len(expected[valued[0]].parts)
    if any(len(given[i].parts) != count for i in valued):
        return
    names = result_names(node, count)
    letters = [lengths(node, calls[i]) for i in valued]
    if count > 1 and all(_swapped(given[i], expected[i]) for i in valued):
        yield Fact("swapped")
        return
    between, explained = between_results([given[i] for i in valued], [expected[i] for i in valued], names)
    yield from between
    for p in range(count):
        if p in explained:
            continue
        what: dict[str, str | int] = {"what": names[p]} if names[p] else {}
        pairs = [(given[i].parts[p], expected[i].parts[p], letters[k]) for k, i in enumerate(valued)]
        pairs = [pair for pair in pairs if off(pair[0], pair[1])]
        if not pairs:
            if count > 1:
                yield Fact("right", what)
            continue
        told = [*_returned(outline, calls, given, valued, p), *_of_result(pairs, shown)]
        yield from (Fact(fact.id, {**what, **fact.params}) for fact in told[:_MOST])
    if _twice(calls, given, valued):
        yield Fact("twice")


def _changed(outline: Outline, calls: Sequence[Call], given: Sequence[CallAnswer]) -> Iterator[Fact]:
    names = outline.names(calls[0].function)
    places = {place for answer in given for place in answer.changed}
    for place in sorted(places, key=str):
        known = isinstance(place, int) and place < len(names)
        yield Fact("changed", {"name": names[int(place)] if known else str(place)})


def _raised(calls: Sequence[Call], given: Sequence[CallAnswer]) -> Iterator[Fact]:
    for call, answer in zip(calls, given, strict=True):
        if answer.raised in _ARITHMETIC:
            values = [*call.args, *call.kwargs.values()]
            shapes = ", ".join(_shape(value.shape) for value in values if isinstance(value, np.ndarray))
            if shapes:
                yield Fact("raises", {"kind": call.raised, "shapes": shapes})
                return


def _swapped(given: CallAnswer, expected: CallAnswer) -> bool:
    """All the right results, but not in their places."""
    left = list(expected.parts)
    for part in given.parts:
        match = next((i for i, e in enumerate(left) if not off(part, e)), None)
        if match is None:
            return False
        left.pop(match)
    return any(off(a, e) for a, e in zip(given.parts, expected.parts, strict=True))


def _returned(
    outline: Outline, calls: Sequence[Call], given: Sequence[CallAnswer], valued: Sequence[int], p: int
) -> Iterator[Fact]:
    """The result is an argument, handed back as it came."""
    names = outline.names(calls[0].function)
    for place, name in enumerate(names):
        values = [calls[i].args[place] if place < len(calls[i].args) else None for i in valued]
        if all(
            isinstance(value, np.ndarray)
            and value.dtype.kind in "biufc"
            and value.size > 1
            and (value != value.flat[0]).any()  # an argument of one number is handed back by many
            and not off(given[i].parts[p], value)
            for i, value in zip(valued, values, strict=True)
        ):
            yield Fact("argument", {"name": name})
            return


def _twice(calls: Sequence[Call], given: Sequence[CallAnswer], valued: Sequence[int]) -> bool:
    """Two calls whose arguments differ have the same first result, and not a plain one."""
    for a, b in itertools.pairwise(valued):
        part = given[a].parts[0]
        if part.size > 1 and not (part == part.flat[0]).all() and same_part(part, given[b].parts[0]):
            one, other = calls[a].args, calls[b].args
            arrays = [(x, y) for x, y in zip(one, other, strict=False) if isinstance(x, np.ndarray)]
            if any(not isinstance(y, np.ndarray) or not np.array_equal(x, y) for x, y in arrays):
                return True
    return False


Pair = tuple[Array, Array, Mapping[str, int]]


def _of_result(pairs: Sequence[Pair], shown: bool) -> Iterator[Fact]:
    """The facts about one result: what came, what should have come, and the letters of the call, of each call."""
    got, want, _ = pairs[0]
    kinds = {got.dtype.kind, want.dtype.kind}
    if got.dtype == np.float16 or (len(kinds) == 2 and kinds & {"b", "c"}):
        yield Fact("dtype", {"got": str(got.dtype)})
    yield from opposite([(a, e) for a, e, _ in pairs])
    yield from _unlike_any_number(got, want)
    if "c" in kinds:
        return
    wide = [(a.astype(np.float64), e.astype(np.float64), letters) for a, e, letters in pairs]
    same_shape = all(a.shape == e.shape for a, e, _ in pairs)
    if all(sane(a) for a, _, _ in wide):
        yield from _plain(wide)
        if "b" not in kinds:
            yield from _compared(wide, same_shape, shown)
            yield from _sums(wide)
    if not same_shape:
        odd = next((a, e) for a, e, _ in pairs if a.shape != e.shape)
        yield Fact("shape", {"got": _shape(odd[0].shape), "expected": _shape(odd[1].shape)})
    elif got.ndim:
        wrong = np.argwhere(~close(wide[0][0], wide[0][1]))
        if len(wrong):
            yield Fact("first", {"wrong": len(wrong), "of": got.size, "index": _index(wrong[0])})


def _unlike_any_number(got: Array, want: Array) -> Iterator[Fact]:
    """Not-a-numbers and infinities, where there should be none."""
    for name, test in (("nan", np.isnan), ("inf", np.isinf)):
        odd = test(got)
        if odd.any() and got.ndim and not (got.shape == want.shape and (odd == test(want)).all()):
            yield Fact(name, {"count": int(odd.sum()), "of": got.size, "index": _index(np.argwhere(odd)[0])})


def _plain(pairs: Sequence[Pair]) -> Iterator[Fact]:
    """What can be seen without knowing the right answer."""
    if all(a.size > 1 and (a == a.flat[0]).all() for a, _, _ in pairs):
        yield Fact("zeros" if all((a == 0).all() for a, _, _ in pairs) else "constant")
        return
    square = [(a, e) for a, e, _ in pairs if a.ndim == 2 and a.shape[0] == a.shape[1] > 2]
    if len(square) == len(pairs):
        for name, half in (("upper_zero", np.triu), ("lower_zero", np.tril)):
            k = 1 if half is np.triu else -1
            if all(not half(a, k).any() and half(e, k).any() for a, e in square):
                yield Fact(name)
        if all(a.shape == e.shape and tight(a, a.T) and not tight(e, e.T) for a, e in square):
            yield Fact("symmetric")
    if all((a >= 0).all() for a, _, _ in pairs) and any((e[np.isfinite(e)] < 0).any() for _, e, _ in pairs):
        yield Fact("no_negative")
    if all((a < 0).any() for a, _, _ in pairs) and all((e >= 0).all() for _, e, _ in pairs):
        yield Fact("negative")


def _sums(pairs: Sequence[Pair]) -> Iterator[Fact]:
    """Sums that are 1, and rows that should sum to 1 and do not."""
    if any(a.ndim < 2 or a.shape != e.shape for a, e, _ in pairs):  # of a wrong shape, that is what is to be told
        return
    if not all(ones(e.sum(axis=-1)) and e.shape[-1] > 1 for _, e, _ in pairs):  # no check is about sums here
        return
    if all(ones(a.sum(axis=-1)) for a, _, _ in pairs):
        yield Fact("rows")
    if all(ones(a.sum(axis=-2)) and a.shape[-2] > 1 for a, _, _ in pairs):
        yield Fact("columns")
    if all(ones(a.sum(axis=(-2, -1))) and a.shape[-2] > 1 for a, _, _ in pairs):
        yield Fact("total")
    if all(not ones(a.sum(axis=-1)) for a, _, _ in pairs):
        yield Fact("not_rows")


def _compared(pairs: Sequence[Pair], same_shape: bool, shown: bool) -> Iterator[Fact]:
    """Compares the result with the right one; the simplest relation that holds everywhere."""
    if any(not sane(e) or e.size < 2 for _, e, _ in pairs):
        return
    if all(a.ndim == e.ndim == 2 and tight(a, e.T) for a, e, _ in pairs):
        yield Fact("transposed")
        return
    if not same_shape:
        same = all(a.size == e.size and tight(np.sort(a, axis=None), np.sort(e, axis=None)) for a, e, _ in pairs)
        if same and not all(_in_place(a, e) for a, e, _ in pairs):
            yield Fact("order")
        return
    if all(tight(a, -e) for a, e, _ in pairs):
        yield Fact("negated")
        return
    factors = [factor_of(a, e) for a, e, _ in pairs]
    if None not in factors:
        yield _ratio([f for f in factors if f is not None], [letters for _, _, letters in pairs], shown)
        return
    digits = min(right_digits(a, e) for a, e, _ in pairs)
    if digits >= 2:
        yield Fact("rounding", {"digits": digits})
        return
    for name, holds in RELATIONS:
        if all(holds(a, e) for a, e, _ in pairs):
            yield Fact(name)
            return


def _in_place(a: Array, e: Array) -> bool:
    """Do two arrays differ in axes of length 1 only? Every number stands where it should, and the shape is the slip."""
    a, e = np.squeeze(a), np.squeeze(e)
    return a.shape == e.shape and tight(a, e)


def _ratio(factors: Sequence[float], letters: Sequence[Mapping[str, int]], shown: bool) -> Fact:
    """The factor by its name, if one name fits every call and no other does; as a number where that is `shown`."""
    names: set[str] | None = None
    for factor, values in zip(factors, letters, strict=True):
        named = {name: float(k) for name, k in (("2", 2), ("1/2", 0.5))}
        for letter, k in values.items():
            if k > 1:
                root = math.sqrt(k)
                named |= {letter: float(k), f"1/{letter}": 1 / k, f"√{letter}": root, f"1/√{letter}": 1 / root}
        fit = {name for name, k in named.items() if abs(k - factor) <= 1e-4 * abs(k)}
        names = fit if names is None else names & fit
    if names and len(names) == 1:
        return Fact("ratio", {"ratio": names.pop()})
    if shown and max(factors) - min(factors) <= 1e-4 * abs(factors[0]):
        return Fact("ratio", {"ratio": f"{factors[0]:.4g}"})
    return Fact("ratio_unnamed")


def _shape(lengths_: tuple[int, ...]) -> str:
    told = [str(length) if length <= _LONGEST else "..." for length in lengths_]
    return "(" + ", ".join(told) + ("," if len(lengths_) == 1 else "") + ")"


def _index(position: Array) -> str:
    return "[" + ", ".join(str(int(i)) for i in position) + "]"
