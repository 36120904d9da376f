"""A run of the visible checks as a `Report`, for the page a learner makes at home with `grader report`.

A point is a check here: the grade's points belong to the hidden checks. What was expected may be shown, because
these checks are the learner's own; attention weights are drawn beside the ones the check asks for.
"""

from __future__ import annotations

import dataclasses
import importlib.metadata
import platform
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from grader import __version__
from grader.kit.checking import Checked
from grader.kit.judge import Seen
from grader.kit.look import Look
from grader.kit.screen import failure_rows, message_text
from grader.model import CheckResult, Isolation, Outcome, Provenance, Report, Step, StepResult

__all__ = ["visible_report", "weights_shown"]

_WIDE = 240  # cells of a row on the page, where a terminal has 80
_OFF = 1e-3  # how far the sum of a row may be from 1


def visible_report(checked: Checked, look: Look, now: str) -> Report:
    """The report of a run; `now` is the time of it, as text."""
    look = dataclasses.replace(look, width=_WIDE)
    assignment = checked.assignment
    steps = tuple(_step(step, checked, look) for step in checked.steps if checked.of(step) or checked.problem)
    code, bonus = ([step for step in steps if step.bonus is extra] for extra in (False, True))
    return Report(
        assignment=assignment.id,
        title=assignment.title[look.language],
        submission_id=assignment.file,
        submission_path=f"exercises/{assignment.id}/{assignment.file}",
        earned=_sum(step.earned for step in code),
        possible=_sum(step.possible for step in code),
        pending=Fraction(0),
        bonus=_sum(step.earned for step in bonus),
        bonus_possible=_sum(step.possible for step in bonus),
        steps=steps,
        isolation=Isolation("process", "process", {}, {}, ()),
        provenance=Provenance(
            f"grader {__version__}", "", 0, platform.python_version(), importlib.metadata.version("numpy"), now
        ),
        seconds=round(checked.seconds, 3),
    )


def _sum(parts: Any) -> Fraction:
    return sum(parts, Fraction(0))


def _step(step: Step, checked: Checked, look: Look) -> StepResult:
    checks = tuple(_check(one, checked, look) for one in checked.of(step))
    if checked.problem is not None:  # one line of the file keeps every check from running
        told = message_text(checked.problem, look)
        title = step.title[look.language]
        checks = (CheckResult(step.id, title, Outcome.CRASHED, Fraction(0), Fraction(1), told),)
    return StepResult(
        id=step.id,
        number=checked.assignment.steps.index(step) + 1,
        title=step.title[look.language],
        outcome=Outcome.CRASHED if checked.problem is not None else checked.state(step),
        earned=_sum(check.earned for check in checks),
        possible=_sum(check.possible for check in checks),
        pending=Fraction(0),
        bonus=step.bonus,
        checks=checks,
    )


def _check(one: Seen, checked: Checked, look: Look) -> CheckResult:
    passed = one.outcome is Outcome.PASSED
    rows = [] if passed else failure_rows(one, checked, look)
    lines = [text if label == "kit.found" else f"{look.say(label)}: {text}" for _, label, text in rows]
    if one.needs is not None:
        number = checked.assignment.steps.index(one.needs) + 1
        lines = [look.say("check.needs_step", number=number, title=one.needs.title[look.language])]
    return CheckResult(
        id=one.check.id,
        title=one.check.title[look.language],
        outcome=one.outcome,
        earned=Fraction(passed),
        possible=Fraction(1),
        message="\n".join(lines),
        evidence=weights_shown(one),
    )


def weights_shown(one: Seen) -> dict[str, object] | None:
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
