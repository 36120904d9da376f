"""Checks that have another id than they had: reports of before show them under the id of today."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from grader.reports.schema import Report, StepResult

__all__ = ["under_present_ids"]


def under_present_ids(report: Report, renamed: Mapping[str, str]) -> Report:
    """The report, with each check under the id that it has now; `renamed` is old id -> present id."""
    if not any(check.id in renamed for step in report.steps for check in step.checks):
        return report
    return msgspec.structs.replace(report, steps=tuple(_step(step, renamed) for step in report.steps))


def _step(step: StepResult, renamed: Mapping[str, str]) -> StepResult:
    checks = tuple(msgspec.structs.replace(check, id=renamed.get(check.id, check.id)) for check in step.checks)
    return msgspec.structs.replace(step, checks=checks)
