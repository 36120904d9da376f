"""A JSON report (schema `grader/report/1`) read back: the inverse of `grader.reports.to_json.to_data`.

Every complaint says where it is and what stands there: `steps[2].checks[0].outcome is 'fine'; ...`. Reports come
from disk, so nothing in them is trusted; what a reader sees is escaped by the page.
"""

from __future__ import annotations

from collections.abc import Mapping

from grader.core.errors import UsageError
from grader.core.model import LEVELS, CheckResult, Isolation, Provenance, Report, StepResult
from grader.reports.json_path import JsonPath
from grader.reports.to_json import SCHEMA

__all__ = ["from_data"]


def from_data(data: object) -> Report:
    """The report that `data` (parsed JSON) holds. Raises UsageError in one sentence."""
    top = JsonPath(data, "")
    schema = top.get("schema").value if isinstance(data, Mapping) and "schema" in data else None
    if schema != SCHEMA:
        raise UsageError(f"not a report: its schema is {schema!r}, this version reads {SCHEMA!r}")
    submission, bonus = top.get("submission"), top.get("bonus")
    assignment = top.get("assignment").text()
    return Report(
        assignment=assignment,
        title=top.get("title", assignment).text(),
        submission_id=submission.get("id").text(),
        submission_path=submission.get("path").text(),
        earned=top.get("earned").points(),
        possible=top.get("possible").points(),
        pending=top.get("pending").points(),
        bonus=bonus.get("earned").points(),
        bonus_possible=bonus.get("possible").points(),
        steps=top.get("steps").each(_step),
        isolation=_isolation(top.get("isolation")),
        provenance=_provenance(top.get("provenance")),
        seconds=top.get("seconds").number(),
        notes=top.get("notes").each(JsonPath.text),
        quiz=top.get("quiz").mapping_or_none(),
        quiz_possible=top.get("quiz_possible", 0).whole(least=0),
        only=top.get("only", []).each(JsonPath.text),
        hinted=top.get("hinted", []).each(JsonPath.text),
    )


def _step(step: JsonPath) -> StepResult:
    return StepResult(
        id=step.get("id").text(),
        number=step.get("number").whole(least=1),
        title=step.get("title").text(),
        outcome=step.get("outcome").outcome(),
        earned=step.get("earned").points(),
        possible=step.get("possible").points(),
        pending=step.get("pending").points(),
        bonus=step.get("bonus").flag(),
        checks=step.get("checks").each(_check, least=1),
    )


def _check(check: JsonPath) -> CheckResult:
    return CheckResult(
        id=check.get("id").text(),
        title=check.get("title").text(),
        outcome=check.get("outcome").outcome(),
        earned=check.get("earned").points(),
        possible=check.get("possible").points(),
        message=check.get("message").text(),
        hint=check.get("hint").text(),
        diagnosis=check.get("diagnosis").mapping_or_none(),
        evidence=check.get("evidence", None).mapping_or_none(),
    )


def _isolation(held: JsonPath) -> Isolation:
    return Isolation(
        level=held.get("level").one_of(LEVELS),
        required=held.get("required").one_of(LEVELS),
        layers=held.get("layers").mapping(),
        probe={str(name): held.get("probe").get(name).text() for name in held.get("probe").mapping()},
        missing=held.get("missing").each(lambda one: {str(name): one.get(name).text() for name in one.mapping()}),
    )


def _provenance(source: JsonPath) -> Provenance:
    return Provenance(
        engine=source.get("engine").text(),
        suite=source.get("suite").text(),
        seed=source.get("seed").whole(),
        python=source.get("python").text(),
        numpy=source.get("numpy").text(),
        graded_at=source.get("graded_at").text(),
    )
