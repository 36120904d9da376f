"""Reports that name checks by ids of an earlier suite, under the ids of the present one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = ["under_present_ids"]


def under_present_ids(report: Mapping[str, Any], renamed: Mapping[str, str]) -> Mapping[str, Any]:
    """The report, with each check under the id that it has now; `renamed` is old id -> present id.

    What is not of the form of a report is left to whoever reads it.
    """
    steps = report.get("steps")
    if not renamed or not isinstance(steps, list):
        return report
    return {**report, "steps": [_step(step, renamed) for step in steps]}


def _step(step: Any, renamed: Mapping[str, str]) -> Any:
    checks = step.get("checks") if isinstance(step, Mapping) else None
    if not isinstance(checks, list) or not any(_old(check, renamed) for check in checks):
        return step
    present = [{**check, "id": renamed[check["id"]]} if _old(check, renamed) else check for check in checks]
    return {**step, "checks": present}


def _old(check: Any, renamed: Mapping[str, str]) -> bool:
    return isinstance(check, Mapping) and isinstance(check.get("id"), str) and check["id"] in renamed
