"""A run of the visible checks as data: `grader/check/1`, the same facts as on the screen, ids and words both."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grader.core.model import Outcome
from grader.core.terminal import TerminalStyle
from grader.student.program_notes import program_notes
from grader.student.screen import message_text
from grader.suite.visible.outcomes import VisibleResult
from grader.suite.visible.run import Checked
from grader.suite.visible.values import arguments, brief, pair

__all__ = ["SCHEMA", "check_data"]

SCHEMA = "grader/check/1"


def check_data(checked: Checked, attempt: int, look: TerminalStyle) -> dict[str, Any]:
    """The run as plain data for JSON."""
    assignment = checked.assignment
    steps = [
        {
            "id": step.id,
            "number": assignment.steps.index(step) + 1,
            "title": step.title[look.language],
            "bonus": step.bonus,
            "outcome": str(checked.state(step)),
            "checks": [_check(one, checked, look) for one in checked.of(step)],
        }
        for step in checked.steps
    ]
    found = [one for step in checked.steps for one in checked.of(step)]
    problem = None
    if checked.problem is not None:
        words = message_text(checked.problem, look)
        problem = {"id": checked.problem.id, "text": words, "file": checked.source.file, "line": checked.line}
    return {
        "schema": SCHEMA,
        "assignment": assignment.id,
        "language": look.language,
        "attempt": attempt,
        "passed": checked.passed,
        "visible": {"passed": sum(one.outcome is Outcome.PASSED for one in found), "count": len(found)},
        "hidden_checks_run_here": False,
        "problem": problem,
        "file": checked.source.file,
        "notes": [note[look.language] for note in program_notes(checked)],
        "steps": steps,
        "seconds": round(checked.seconds, 3),
    }


def _check(one: VisibleResult, checked: Checked, look: TerminalStyle) -> Mapping[str, Any]:
    data: dict[str, Any] = {
        "id": one.check.id,
        "title": one.check.title[look.language],
        "test": one.check.test,
        "outcome": str(one.outcome),
    }
    if one.outcome is Outcome.PASSED:
        return data
    data |= {"file": checked.source.file, "line": one.line, "function": one.function or None}
    if one.needs is not None:
        data["needs"] = one.needs.id
    if one.message is not None:
        data["message"] = {"id": one.message.id, "text": message_text(one.message, look)}
    if one.raised is not None:
        data["explained"] = {"id": one.raised.id, "text": look.say(one.raised.id, **one.raised.params)}
    if one.call is not None:
        names = checked.source.parameters(one.function)
        data["input"] = f"{one.function}({arguments(one.call, names, 400)})"
    if one.got is not None and one.expected is not None:
        data["got"], data["expected"] = pair(one.got, one.expected, 2000)
    elif one.got is not None:
        data["got"] = brief(one.got, 2000)
    if one.check.step in checked.named:
        looks = checked.named[one.check.step]
        data["looks_like"] = {"title": looks.title[look.language], "why": looks.why[look.language]}
    data["facts"] = [{"id": fact.id, "text": fact.text(look.language)} for fact in one.facts]
    if one.printed:
        data["printed"] = one.printed
    return data
