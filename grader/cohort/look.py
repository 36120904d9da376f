"""What of a cohort needs a person's look, and the rows that a table is made of."""

from __future__ import annotations

import dataclasses
import sys

from grader.model import CheckResult, Outcome, Report, StepResult, Submission

__all__ = ["KINDS", "look", "slim"]

KINDS = ("infra", "ungradable", "timeout", "memory", "held")
"""Ours or the machine's; cannot be read or does not load; stopped at a limit; for a person to decide."""

_STOPPED = {Outcome.TIMEOUT: "timeout", Outcome.MEMORY: "memory"}


def look(report: Report, submission: Submission) -> tuple[str, str] | None:
    """Why somebody should look at this submission, as one of `KINDS` and a sentence; None where nobody has to."""
    if submission.problem is not None:
        return "ungradable", submission.problem
    checks = [check for step in report.steps for check in step.checks]
    for check in checks:
        if check.outcome is Outcome.BROKEN:
            return "infra", check.message
    for check in checks:
        if check.outcome in _STOPPED:
            return _STOPPED[check.outcome], check.message
    for check in checks:
        if check.outcome is Outcome.INCONCLUSIVE:
            return "held", f"{check.id}: {check.message}"
    return None


def slim(report: Report) -> Report:
    """As much of a report as a table needs, so that thousands of them fit into memory."""
    return dataclasses.replace(report, steps=tuple(map(_slim_step, report.steps)), notes=(), quiz=None)


def _slim_step(step: StepResult) -> StepResult:
    """The check that a table may name, and one with another message, if there is one."""
    first = next((check for check in step.checks if check.outcome is not Outcome.PASSED), step.checks[0])
    other = next((check for check in step.checks if check.message != first.message), None)
    kept = (first,) if other is None else (first, other)
    return dataclasses.replace(step, title=sys.intern(step.title), checks=tuple(map(_slim_check, kept)))


def _slim_check(check: CheckResult) -> CheckResult:
    return CheckResult(
        sys.intern(check.id), sys.intern(check.title), check.outcome, check.earned, check.possible,
        sys.intern(check.message),
    )  # fmt: skip
