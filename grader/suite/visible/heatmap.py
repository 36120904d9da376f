"""The matrix that a visible check is about, as a report's evidence: the learner's, and the one it asks for.

A step of the assignment says in `heatmap` that its matrix is worth a figure. What was expected may be shown, because
the check is the learner's own; a hidden check never carries this.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from grader.core.model import Heatmap, Outcome
from grader.suite.visible.outcomes import VisibleResult

__all__ = ["heatmap_shown"]

_OFF = 1e-3  # how far the sum of a row may be from what it has to be


def heatmap_shown(one: VisibleResult, heatmap: Heatmap | None, language: str) -> dict[str, object] | None:
    """The evidence for a heat map of what a check compared; None where the step has none, or it compared other things.

    A check is about the matrix where what it expects has rows with the right sums, if the step asks for sums; where it
    passed, what came back has. A failed check shows both, a passed one the learner's.
    """
    if heatmap is None:
        return None
    wanted = heatmap.rows_sum_to
    form: dict[str, object] = {
        "kind": "heatmap",
        "visible": True,
        "title": heatmap.title[language],
        "row": heatmap.row,
        "column": heatmap.column,
        "rows_sum_to": wanted,
    }
    if one.got is not None and one.expected is not None:
        expected, got = _rows(one.expected), _rows(one.got)
        if not _fits(expected, wanted) or not got or len(got[0]) != len(expected[0]):
            return None
        return {**form, "values": got, "expected": expected}
    value = (one.call or {}).get("value")
    if one.outcome is not Outcome.PASSED or not value:
        return None
    parts = value["items"] if value["kind"] == "tuple" else [value]
    found = next((rows for part in parts if _fits(rows := _rows(part), wanted)), None)
    return {**form, "values": found} if found else None


def _rows(data: Mapping[str, Any]) -> list[list[float]]:
    """The rows of a matrix of numbers; empty where it is none."""
    shape: Sequence[int] = data.get("shape") or []
    values = data.get("values")
    if len(shape) != 2 or not values or str(data.get("dtype")).startswith("bool"):
        return []
    return [[float(x) for x in values[i : i + shape[1]]] for i in range(0, len(values), shape[1])]


def _fits(rows: list[list[float]], rows_sum_to: float | None) -> bool:
    """Is it a matrix of several columns whose rows share out that sum, where one is asked for?"""
    if not rows or len(rows[0]) < 2:
        return False
    return rows_sum_to is None or all(min(row) >= 0 and abs(sum(row) - rows_sum_to) < _OFF for row in rows)
