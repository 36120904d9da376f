"""Mistakes that an instructor lets a kit name: `known.yaml` beside the exercise, made by `grader release --hints`.

The known mistakes themselves stay in `solutions/`. For a few of them a kit holds what a learner may read anyway, once
graded (title, reason, hints), and the values that the visible checks would see. A step is named after one where every
check that fails there shows its values and no other one fits: a wrong cause is worse than none.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence
from pathlib import Path

from grader.core.model import Outcome, Text
from grader.suite.visible.outcomes import VisibleResult

__all__ = ["FILE", "SCHEMA", "NamedMistake", "SeenValues", "named", "read_known", "same", "shown_by"]

FILE = "known.yaml"
SCHEMA = "grader/known/1"
_RELATIVE, _ABSOLUTE = 1e-4, 1e-6  # as the visible checks compare


@dataclasses.dataclass(frozen=True)
class SeenValues:
    """What a visible check sees of a mistake: an array, its numbers in order."""

    shape: tuple[int, ...]
    values: tuple[float, ...]


@dataclasses.dataclass(frozen=True)
class NamedMistake:
    """One mistake that may be named here."""

    step: str
    title: Text
    why: Text
    hints: tuple[Text, ...]
    shows: Mapping[str, SeenValues]  # check id -> what it sees; every check of the step that fails


@dataclasses.dataclass(frozen=True)
class _KnownFile:
    """The keys of a known.yaml."""

    schema: str
    mistakes: tuple[NamedMistake, ...]

    def __post_init__(self) -> None:
        if self.schema != SCHEMA:
            raise ValueError(f"schema is {self.schema!r}; this version reads {SCHEMA!r}")


def read_known(folder: Path) -> tuple[NamedMistake, ...]:
    """The mistakes that the kit in `folder` may name; none without a file. Raises SpecError."""
    path = folder / FILE
    if not path.is_file():
        return ()
    from grader.core import yaml_reader

    return yaml_reader.read(path, _KnownFile, root=folder.parent.parent).mistakes


def named(seen: Sequence[VisibleResult], folder: Path) -> dict[str, NamedMistake]:
    """Step id -> the mistake that its wrong answers show. Raises SpecError."""
    wrong = {one.check.step for one in seen if one.outcome is Outcome.FAILED}
    fitting: dict[str, list[NamedMistake]] = {}
    for known in read_known(folder) if wrong else ():
        if known.step in wrong and same(known.shows, shown_by(seen, known.step)):
            fitting.setdefault(known.step, []).append(known)
    return {step: found[0] for step, found in fitting.items() if len(found) == 1}


def shown_by(seen: Sequence[VisibleResult], step: str) -> dict[str, SeenValues]:
    """What each failed check of a step saw; empty where one of them saw no numbers."""
    found = {}
    for one in seen:
        if one.check.step != step or one.outcome is not Outcome.FAILED:
            continue
        values = (one.got or {}).get("values")
        if one.got is None or values is None:
            return {}
        found[one.check.id] = SeenValues(tuple(one.got["shape"]), tuple(float(x) for x in values))
    return found


def same(known: Mapping[str, SeenValues], here: Mapping[str, SeenValues]) -> bool:
    """Do the same checks see the same numbers?"""
    return bool(known) and known.keys() == here.keys() and all(_equal(known[key], here[key]) for key in known)


def _equal(one: SeenValues, other: SeenValues) -> bool:
    return one.shape == other.shape and all(map(_close, one.values, other.values))


def _close(a: float, b: float) -> bool:
    if math.isnan(a) or math.isnan(b):
        return math.isnan(a) and math.isnan(b)
    return a == b or (math.isfinite(a) and math.isfinite(b) and abs(a - b) <= _ABSOLUTE + _RELATIVE * abs(a))
