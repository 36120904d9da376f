"""GitHub Classroom's grader result: base64 of JSON, read by the reporter as `<STEP ID>_RESULTS`.

The reporter shows two totals: the sum of the tests' scores, and passed tests / tests * maximum. They agree only where
all tests are worth the same, so a part of 9 of 14 points becomes 14 tests of one point, 9 of them passed (or fewer
tests of more points, where every number of points allows it).
"""

from __future__ import annotations

import base64
import json
import math
from collections.abc import Iterator, Mapping
from typing import Any

from grader.core.languages import say
from grader.core.safe_text import clip
from grader.reports.formats.transcript import Part, Transcript, troubled
from grader.reports.rounding import Whole

__all__ = ["MOST", "of", "write", "write_v1"]

MOST = 96 * 1024
"""Bytes of JSON: with base64 on top it still fits in one variable of the environment (128 KiB on Linux)."""

_TESTS = 500
_OUTPUT = 500


def of(grade: Transcript, version: int = 3, room: int = 400) -> dict[str, Any]:
    """The result as data; `version` 3 as the Python grader writes it, 1 as the command grader does.

    Above 500 tests (500 points, mostly) there is one test a part, and only the sum of scores is exact.
    """
    parts = [(part, points) for part, points in zip(grade.parts, grade.units(), strict=True) if not part.bonus]
    worth = math.gcd(*(number for _, points in parts for number in points)) or 1
    possible = grade.rounded()[1]
    tests: list[dict[str, Any]] = []
    for part, (earned, most) in parts:
        many = possible // worth > _TESTS
        split = [(earned, most)] if many and most else list(_split(earned, most, worth))
        missed = next((number for number, (got, of_) in enumerate(split, 1) if got < of_), 0)
        for number, points in enumerate(split, 1):
            name = part.name
            if len(split) > 1:
                name = say(grade.language, "ci.point_of", name=part.name, number=number, count=len(split))
            tests.append(_test(part, name, points, number == missed, version, room))
    if not tests:
        tests = [_line(say("en", "ci.nothing"), "error", 0, clip(grade.trouble, room), "", 0, "", version)]
    out: dict[str, Any] = {"version": version, "status": grade.status, "max_score": possible, "tests": tests}
    if grade.status == "error":
        out["message"] = clip(grade.trouble, room) or say(grade.language, "ci.nothing")
    return out


def write(grade: Transcript, env: Mapping[str, str], version: int = 3) -> str:
    """The output `result`: one line of base64."""
    for room in (400, 120, 40, 0):
        told = json.dumps(of(grade, version, room), ensure_ascii=False, separators=(",", ":"))
        if len(told.encode()) <= MOST:
            break
    return base64.b64encode(told.encode()).decode() + "\n"


def write_v1(grade: Transcript, env: Mapping[str, str]) -> str:
    """The same in version 1."""
    return write(grade, env, 1)


def _split(earned: int, most: int, worth: int) -> Iterator[tuple[int, int]]:
    for number in range(most // worth):
        yield (worth if number < earned // worth else 0), worth


def _test(part: Part, name: str, points: Whole, first_missed: bool, version: int, room: int) -> dict[str, Any]:
    """One test of a part. The first that is not earned says what was found."""
    got, most = points
    status = "pass" if got == most else "error" if part.score.held else "fail"
    message, file, line = "", "", 0
    for first in troubled(part)[:1] if first_missed else ():
        message = clip(first.said, room)
        file, line = first.file, first.line
    return _line(name, status, got, message, file, line, part.id, version)


def _line(
    name: str, status: str, score: int, message: str, file: str, line: int, task: str, version: int
) -> dict[str, Any]:
    test: dict[str, Any] = {
        "name": name,
        "status": status,
        "score": score,
        "message": message,
        "test_code": "",
        "filename": file,
        "line_no": line,
        "duration": 0,
    }
    if version == 3:
        test |= {"task_id": task, "output": clip(message, _OUTPUT)}
    return test
