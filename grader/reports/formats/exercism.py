"""Exercism `results.json`, version 3: no points, one test a check, in the order of the file.

Bonus steps are left out, since a test that fails there would fail the whole. No test's code is sent: it is hidden.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from grader.core.languages import say
from grader.core.model import Outcome
from grader.core.safe_text import clip
from grader.reports.formats.transcript import QUIZ, CheckLine, Transcript

__all__ = ["of", "write"]

_MESSAGE, _OUTPUT = 65_535, 500


def of(grade: Transcript) -> dict[str, Any]:
    """The results as data; `error` only where nothing ran."""
    lines = [(place, line) for place, part in enumerate(grade.counted, 1) for line in part.lines]
    code = [line for part in grade.counted if part.id != QUIZ for line in part.lines]
    ran = [line for line in code if line.outcome is not Outcome.BROKEN]
    if grade.trouble or not ran:
        words = grade.trouble or say(grade.language, "ci.nothing")
        return {"version": 3, "status": "error", "message": clip(words, _MESSAGE), "tests": []}
    tests = [_test(line, place, grade.language) for place, line in lines]
    good = all(test["status"] == "pass" for test in tests)
    return {"version": 3, "status": "pass" if good else "fail", "tests": tests}


def write(grade: Transcript, env: Mapping[str, str]) -> str:
    """The file's text."""
    return json.dumps(of(grade), ensure_ascii=False, indent=1) + "\n"


def _test(line: CheckLine, place: int, language: str) -> dict[str, Any]:
    test: dict[str, Any] = {"name": line.title or line.id, "task_id": place}
    if line.outcome is Outcome.PASSED:
        return test | {"status": "pass"}
    said = " ".join(x for x in (line.message, line.hint) if x) or say(language, f"outcome.{line.outcome}")
    status = "error" if line.outcome.pending else "fail"
    return test | {"status": status, "message": clip(said, _MESSAGE), "output": clip(line.message, _OUTPUT)}
