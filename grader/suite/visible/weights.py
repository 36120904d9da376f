"""The attention weights that a visible check is about, as a report's evidence: the learner's, and those it asks for.

What was expected may be shown, because the check is the learner's own; a hidden check never carries this.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from grader.core.model import Outcome
from grader.suite.visible.outcomes import VisibleResult

__all__ = ["weights_shown"]

_OFF = 1e-3  # how far the sum of a row may be from 1


def weights_shown(one: VisibleResult) -> dict[str, object] | None:
    """The attention weights that a visible check is about, as a figure's evidence; None where it is about others.

    A check is about weights where what it expects has rows of non-negative numbers that sum to 1; where it passed,
    what came back has. A failed check shows both, a passed one the learner's.
    """
    if one.got is not None and one.expected is not None:
        expected, got = _rows(one.expected), _rows(one.got)
        if not _shares(expected) or not got or len(got[0]) != len(expected[0]):
            return None
        return {"kind": "weights", "visible": True, "weights": got, "expected": expected}
    value = (one.call or {}).get("value")
    if one.outcome is not Outcome.PASSED or not value:
        return None
    parts = value["items"] if value["kind"] == "tuple" else [value]
    found = next((rows for part in parts if _shares(rows := _rows(part))), None)
    return {"kind": "weights", "visible": True, "weights": found} if found else None


def _rows(data: Mapping[str, Any]) -> list[list[float]]:
    """The rows of a matrix of numbers; empty where it is none."""
    shape: Sequence[int] = data.get("shape") or []
    values = data.get("values")
    if len(shape) != 2 or not values or str(data.get("dtype")).startswith("bool"):
        return []
    return [[float(x) for x in values[i : i + shape[1]]] for i in range(0, len(values), shape[1])]


def _shares(rows: list[list[float]]) -> bool:
    """Is every row a way of sharing 1 out among several?"""
    return bool(rows) and len(rows[0]) > 1 and all(min(row) >= 0 and abs(sum(row) - 1) < _OFF for row in rows)
