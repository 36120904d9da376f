"""Facts about answers that miss by a convention: the opposite, another result's place, a special kind of array."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from grader.core.model import Call
from grader.diagnosis.answers import OTHER, SAME, CallAnswer, alike
from grader.diagnosis.records import Fact

__all__ = ["SPECIAL", "between_results", "off", "opposite", "same_part", "special_arrays"]

Array = np.ndarray[Any, Any]

SPECIAL = {"matrix": "np.matrix", "MaskedArray": "np.ma.MaskedArray"}
"""Kinds of arrays with arithmetic of their own, and what a learner calls them."""


def off(a: Array, e: Array) -> bool:
    """Are two results clearly not the same?"""
    return alike(_alone(a), _alone(e)) == OTHER


def same_part(a: Array, b: Array) -> bool:
    """Are two results equal up to rounding?"""
    return alike(_alone(a), _alone(b)) == SAME


def _alone(part: Array) -> CallAnswer:
    return CallAnswer((part,), frozenset(), "", False)


def special_arrays(calls: Sequence[Call]) -> Iterator[Fact]:
    """An np.matrix or a masked array came back, in every call."""
    for kind in SPECIAL:
        if calls and all(kind in call.forms for call in calls):
            yield Fact("special_array", {"kind": SPECIAL[kind]})


def opposite(pairs: Sequence[tuple[Array, Array]]) -> Iterator[Fact]:
    """True and False are exchanged, in every call."""
    masks = all(e.dtype.kind == "b" and a.shape == e.shape and a.size and _binary(a) for a, e in pairs)
    if masks and all(((a != 0) == ~e).all() for a, e in pairs):
        yield Fact("opposite")


def _binary(a: Array) -> bool:
    return a.dtype.kind == "b" or (a.dtype.kind in "iuf" and bool(np.isin(a, (0, 1)).all()))


def between_results(
    given: Sequence[CallAnswer], expected: Sequence[CallAnswer], names: Sequence[str]
) -> tuple[list[Fact], set[int]]:
    """What the results of a tuple have to do with each other, and the places that this explains.

    A result may be right for another place; and two may be the same numbers where they should differ.
    """
    found, explained = [], set[int]()
    count = len(names)
    wrong = [p for p in range(count) if all(off(g.parts[p], e.parts[p]) for g, e in zip(given, expected, strict=True))]
    for p in wrong:
        for q in range(count):
            moved = all(
                same_part(g.parts[p], e.parts[q]) and off(e.parts[p], e.parts[q])
                for g, e in zip(given, expected, strict=True)
            )
            if q != p and moved:
                found.append(Fact("other_result", {"what": names[p], "name": names[q]}))
                explained.add(p)
                break
    for p in wrong:
        for q in range(count):
            if q != p and p not in explained and (q not in wrong or q > p):
                equal = all(
                    same_part(g.parts[p], g.parts[q]) and off(e.parts[p], e.parts[q])
                    for g, e in zip(given, expected, strict=True)
                )
                if equal:
                    found.append(Fact("equal_results", {"what": names[p], "name": names[q]}))
    return found, explained
