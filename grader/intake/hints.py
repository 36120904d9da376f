"""Which hints a learner was shown, as `.grader/state.json` in the submission says: the learner's own word."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from grader.intake.files import STATE, HandedIn, Unusable
from grader.model import Assignment

__all__ = ["hints_shown"]

_BYTES = 1 << 20
_MOST = 1000  # more hints than anybody has written


def hints_shown(files: Iterable[HandedIn], assignment: Assignment) -> Mapping[str, int]:
    """Step id -> how many hints were shown; a state that is missing or damaged says none."""
    state = next((file for file in files if file.path.parts[-2:] == STATE.parts), None)
    try:
        data: Any = json.loads(state.read(_BYTES)) if state is not None else {}
    except (Unusable, ValueError, RecursionError):
        return {}
    shown = data.get("hints") if isinstance(data, dict) else None
    counts: dict[str, int] = {}
    for key, number in shown.items() if isinstance(shown, dict) else ():
        name, _, rest = str(key).partition(".")  # self_attention.softmax, or with a mistake's title behind it
        step = rest.partition(".")[0]
        if name == assignment.id and any(step == one.id for one in assignment.steps) and type(number) is int:
            counts[step] = min(counts.get(step, 0) + max(number, 0), _MOST)
    return counts
