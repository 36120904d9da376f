"""Classroom 50 `result.json` (schema `classroom50/result/v1`): whole points, one test a step, never an empty list.

A step's points are whole in the manifest, so a test's `max-score` is the same for every learner. A submission that
cannot be run is 0 of its points, a result like any other: the runner throws away what a failing autograder leaves.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from grader.core.safe_text import clip
from grader.reports.formats.transcript import Part, Transcript, transcript, troubled
from grader.reports.schema import Report

__all__ = ["NAMES", "fallback", "of", "result_json", "write"]

SCHEMA = "classroom50/result/v1"

NAMES: Mapping[str, str] = {
    "classroom": "CLASSROOM",
    "assignment": "ASSIGNMENT",
    "assignment_type": "ASSIGNMENT_TYPE",
    "owner": "OWNER",
    "submission": "SUBMISSION_TAG",
    "commit": "COMMIT_URL",
    "release": "RELEASE_URL",
    "review": "REVIEW_URL",
}
"""Key of the result -> variable of the runner's environment. `GRADED_COMMIT_TIME` may give the commit's time (UTC)."""

_NEVER = "1970-01-01T00:00:00Z"
_MESSAGE = 500  # characters of a test's message


def result_json(report: Report, env: Mapping[str, str], language: str | None = None) -> dict[str, Any]:
    """The result of a report in the runner's environment, in the language it was written in unless told otherwise."""
    from grader.reports.html.view import written_in

    return of(transcript(report, language or written_in(report)), env)


def of(grade: Transcript, env: Mapping[str, str]) -> dict[str, Any]:
    """The result of a grade, keys in the order of the schema."""
    parts = zip(grade.parts, grade.units(), strict=True)
    tests = [_test(part, grade.trouble, *points) for part, points in parts if not part.bonus]
    if not tests:
        return fallback(env, 0, grade.trouble)
    earned, possible = grade.rounded()
    return {**_head(env), "score": earned, "max-score": possible, "tests": tests}


def fallback(env: Mapping[str, str], possible: int, sentence: str) -> dict[str, Any]:
    """The result where there is no report at all: 0 of `possible` points and one test that says why."""
    test = {"test-name": "grading", "passed": False, "score": 0, "max-score": possible}
    return {**_head(env), "score": 0, "max-score": possible, "tests": [{**test, "message": clip(sentence, _MESSAGE)}]}


def write(grade: Transcript, env: Mapping[str, str]) -> str:
    """The file's text."""
    return json.dumps(of(grade, env), ensure_ascii=False, indent=2) + "\n"


def _head(env: Mapping[str, str]) -> dict[str, str]:
    """Who and what, from the runner. It overwrites owner, type and time itself; a forged value changes nothing."""
    head = {key: env.get(name) or "unknown" for key, name in NAMES.items()}  # the schema allows no empty text
    head["assignment_type"] = env.get("ASSIGNMENT_TYPE") or "individual"
    head["submission"] = head["submission"] if head["submission"].startswith("submit/") else "submit/unknown"
    when = env.get("GRADED_COMMIT_TIME", "")
    stamp = when if re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", when) else _NEVER
    return {"schema": SCHEMA, **head, "datetime": stamp}


def _test(part: Part, trouble: str, earned: int, possible: int) -> dict[str, Any]:
    said = [trouble] if trouble else [line.said for line in troubled(part)]
    test: dict[str, Any] = {
        "test-name": part.name,
        "passed": part.full and earned == possible,
        "score": earned,
        "max-score": possible,
    }
    if said:
        test["message"] = clip(" | ".join(said), _MESSAGE)
    return test
