"""Staged hints: three for each step, from a question to the formula in words; a diagnosed mistake's own come first.

The hints of the steps are public (`exercises/<assignment>/hints.yaml`). Those of a mistake come with a report
(`diagnosis.hints`), since the mistakes themselves stay in `solutions/`. What was shown is remembered in
`.grader/state.json` beside the exercises, so that the next call shows the next stage. No points are lost, unless the
assignment sets a `hint_cost`.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

from grader.core import yaml_reader
from grader.core.errors import UsageError
from grader.core.languages import both, say
from grader.core.model import Assignment, Step, Text, exact
from grader.core.suggestions import did_you_mean
from grader.course.languages import languages_beside

__all__ = ["StepHint", "find_step", "hinted", "hints_of", "price", "wanted_step"]

SCHEMA = "grader/hints/1"


@dataclasses.dataclass(frozen=True)
class _Hints:
    """The keys of a hints.yaml."""

    schema: str
    steps: Mapping[str, tuple[Text, ...]]

    def __post_init__(self) -> None:
        if self.schema != SCHEMA:
            raise ValueError(f"schema is {self.schema!r}; this version reads {SCHEMA!r}")


@dataclasses.dataclass(frozen=True)
class StepHint:
    """One hint as it is shown: its text, its place among all, and where it comes from."""

    text: str
    number: int  # from 1
    total: int
    looks_like: str = ""  # the mistake's title, where the hint is a mistake's


def find_step(assignment: Assignment, word: str) -> Step:
    """The step that is meant by an id, a number or a function's name. Raises UsageError with the nearest."""
    for number, step in enumerate(assignment.steps, start=1):
        if word in (step.id, str(number), *step.functions):
            return step
    known = [*(step.id for step in assignment.steps), *assignment.functions]
    near = did_you_mean(word, known, [step.id for step in assignment.steps])
    raise UsageError(both("usage.no_step", word=word, assignment=assignment.id, near=near))


def wanted_step(assignment: Assignment, word: str | None) -> Step:
    """The step that a command was given. Raises UsageError with the steps where it was given none."""
    if word is None:
        steps = ", ".join(step.id for step in assignment.steps)
        raise UsageError(both("usage.which_step", steps=steps))
    return find_step(assignment, word)


class MistakeHints(Protocol):
    """A mistake with hints of its own, wherever it was found."""

    @property
    def title(self) -> Text:
        """Fits behind "looks like "."""

    @property
    def hints(self) -> tuple[Text, ...]:
        """From the symptom to the formula in words."""


def hints_of(
    folder: Path, step: Step, language: str, report: Path | None, named: MistakeHints | None = None
) -> list[StepHint]:
    """All hints for a step, a diagnosed mistake's first. Raises SpecError or UsageError.

    The mistake is the one that `report` names for the step; without a report, `named`.
    """
    path = folder / "hints.yaml"
    own = _read(path).steps.get(step.id, ()) if path.is_file() else ()
    title, diagnosed = _diagnosed(report, step)
    if report is None and named is not None:
        title, diagnosed = named.title[language], [text[language] for text in named.hints]
    total = len(diagnosed) + len(own)
    shown = [StepHint(text, i, total, title) for i, text in enumerate(diagnosed, start=1)]
    return shown + [StepHint(text[language], len(shown) + i, total) for i, text in enumerate(own, start=1)]


def _read(path: Path) -> _Hints:
    return yaml_reader.read(path, _Hints, root=path.parents[2], languages=languages_beside(path.parent))


def _diagnosed(report: Path | None, step: Step) -> tuple[str, list[str]]:
    """What a report says the step's mistake looks like, and its hints."""
    if report is None:
        return "", []
    try:
        data: Any = json.loads(report.read_text(encoding="utf-8"))
        checks = next(s["checks"] for s in data["steps"] if s["id"] == step.id)
    except FileNotFoundError:
        raise UsageError(f"{report}: no such report") from None
    except (OSError, ValueError, KeyError, TypeError, StopIteration):
        raise UsageError(f"{report}: not a report of this assignment (schema grader/report/1)") from None
    for check in checks:
        diagnosis = check.get("diagnosis") or {}
        if diagnosis.get("hints"):
            return str(diagnosis.get("title") or ""), [str(text) for text in diagnosis["hints"]]
    return "", []


def hinted(folder: Path) -> tuple[str, ...]:
    """The steps that the hints.yaml of this folder has hints for; none where there is no such file.

    Raises SpecError.
    """
    path = folder / "hints.yaml"
    steps = _read(path).steps if path.is_file() else {}
    return tuple(step for step, hints in steps.items() if hints)


def price(assignment: Assignment, language: str) -> str:
    """What a hint costs, in words."""
    cost = assignment.hint_cost
    return say(language, "hint.costs", points=exact(cost)) if cost else say(language, "hint.free")
