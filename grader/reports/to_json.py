"""A `Report` as plain data, schema `grader/report/1` (docs/formats.md)."""

from __future__ import annotations

import json

from grader.core.model import CheckResult, Report, StepResult, exact

__all__ = ["SCHEMA", "report_json", "to_data"]

SCHEMA = "grader/report/1"


def to_data(report: Report) -> dict[str, object]:
    """The report as dicts, lists, texts and numbers; points are exact."""
    held, source = report.isolation, report.provenance
    return {
        "schema": SCHEMA,
        "assignment": report.assignment,
        "title": report.title,
        "submission": {"id": report.submission_id, "path": report.submission_path},
        "earned": exact(report.earned),
        "possible": exact(report.possible),
        "pending": exact(report.pending),
        "bonus": {"earned": exact(report.bonus), "possible": exact(report.bonus_possible)},
        "grade": held.is_grade,
        "steps": [_step(step) for step in report.steps],
        "quiz": report.quiz,
        "quiz_possible": report.quiz_possible,
        "only": list(report.only),
        "hinted": list(report.hinted),
        "notes": list(report.notes),
        "isolation": {
            "level": held.level,
            "required": held.required,
            "layers": dict(held.layers),
            "probe": dict(held.probe),
            "missing": [dict(missing) for missing in held.missing],
        },
        "provenance": {
            "engine": source.engine,
            "suite": source.suite,
            "seed": source.seed,
            "python": source.python,
            "numpy": source.numpy,
            "graded_at": source.graded_at,
        },
        "seconds": report.seconds,
    }


def _step(step: StepResult) -> dict[str, object]:
    return {
        "id": step.id,
        "number": step.number,
        "title": step.title,
        "earned": exact(step.earned),
        "possible": exact(step.possible),
        "pending": exact(step.pending),
        "bonus": step.bonus,
        "outcome": str(step.outcome),
        "checks": [_check(check) for check in step.checks],
    }


def _check(check: CheckResult) -> dict[str, object]:
    data: dict[str, object] = {
        "id": check.id,
        "title": check.title,
        "outcome": str(check.outcome),
        "earned": exact(check.earned),
        "possible": exact(check.possible),
        "message": check.message,
        "hint": check.hint,
        "diagnosis": dict(check.diagnosis) if check.diagnosis is not None else None,
    }
    if check.evidence is not None:
        data["evidence"] = dict(check.evidence)
    return data


def report_json(report: Report, *, indent: int | None = None, ascii_only: bool = False) -> str:
    """The report as JSON text; one line unless `indent` is given. Korean stays Korean unless `ascii_only`."""
    return json.dumps(to_data(report), ensure_ascii=ascii_only, indent=indent)
