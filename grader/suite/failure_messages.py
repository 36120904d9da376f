"""What a failed check may tell a learner: the call in their own words, and facts about what came back."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from grader.core.languages import both
from grader.core.model import Call, Text
from grader.diagnosis.near_misses import SPECIAL
from grader.suite.approx import Approx, number, shape

__all__ = ["describe", "facts", "special_note"]

_SIZE = 999  # a larger whole number may be data


def describe(call: Call) -> str:
    """A call as a learner would write it, with shapes for arrays: standardize((3, 5))."""
    parts = [_argument(value) for value in call.args]
    parts += [f"{key}={_argument(value)}" for key, value in call.kwargs.items()]
    return f"{call.function}({', '.join(parts)})"


def _argument(value: object) -> str:
    if isinstance(value, np.ndarray):
        return shape(value.shape)
    if isinstance(value, bool) or (isinstance(value, int) and abs(value) <= _SIZE):
        return str(value)
    if isinstance(value, int | float) and f"{value:.2g}" == f"{value:.17g}":
        return str(value)  # a round number, such as 0.5 or 1000: no drawn one is
    return type(value).__name__


def special_note(calls: Sequence[Call]) -> Text | None:
    """That an np.matrix or a masked array came back: right here, and a surprise for what goes on with it."""
    kind = next((SPECIAL[form] for call in calls for form in call.forms if form in SPECIAL), None)
    return both("fact.special_array", kind=kind) if kind else None


def facts(compared: tuple[str, object, object] | None, calls: tuple[Call, ...]) -> dict[str, object]:
    """What an assertion compared, where that is safe to tell: facts about shapes and entries, no expected value."""
    if compared is None:
        return {}
    op, left, right = compared
    if isinstance(right, Approx):
        return right.facts(left) if op == "==" else {}
    shapes = (isinstance(side, tuple) and all(type(n) is int for n in side) for side in (left, right))
    if op == "==" and all(shapes):
        assert isinstance(left, tuple) and isinstance(right, tuple)
        if not right and left:
            return {"id": "changed"}  # `learner.last.changed == ()`
        return {"id": "shape", "got": shape(left), "expected": shape(right)}
    if op == "==" and isinstance(left, np.dtype | type) and isinstance(right, np.dtype | type):
        return {"id": "dtype", "got": str(left), "expected": str(np.dtype(right))}
    if op == "==" and isinstance(left, int | float) and any(left is call.value for call in calls):
        return {"id": "value", "got": number(left)}  # the learner's own number, so safe to show
    return {}
