"""PrairieLearn `results.json`: a share between 0 and 1, points for every test, at most 1 MiB.

Where nothing could be graded the submission is `gradable: false`: the learner's attempt is not used up.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from grader.core.languages import say
from grader.core.safe_text import clip
from grader.reports.formats.escaping import fit
from grader.reports.formats.transcript import Part, Transcript, troubled
from grader.reports.rounding import decimal

__all__ = ["MOST", "of", "write"]

MOST = 1 << 20


def of(grade: Transcript, room: int = 2000) -> dict[str, Any]:
    """The results as data. Bonus steps have no points there (0 of 0, shown as neutral)."""
    if grade.status == "error":
        words = clip(grade.trouble or say(grade.language, "ci.nothing"), max(room, 200))
        return {"gradable": False, "format_errors": [words], "message": words}
    parts = zip(grade.parts, grade.units(100), strict=True)
    tests = [_test(part, grade, room, (0, 0) if part.bonus else points) for part, points in parts]
    earned, possible = grade.rounded(100)
    notes = [*([say(grade.language, "report.practice")] if grade.advisory else []), *grade.notes]
    return {
        "gradable": True,
        "succeeded": True,
        "score": earned / possible if possible else 0,
        "message": clip(" ".join(notes), max(room, 200)),
        "tests": tests,
    }


def write(grade: Transcript, env: Mapping[str, str]) -> str:
    """The file's text."""
    return fit(lambda room: json.dumps(of(grade, room), ensure_ascii=False, indent=1) + "\n", MOST - 1024)


def _test(part: Part, grade: Transcript, room: int, units: tuple[int, int]) -> dict[str, Any]:
    name = f"{part.name} ({say(grade.language, 'report.bonus')})" if part.bonus else part.name
    return {
        "name": name,
        "description": part.state,
        "points": decimal(units[0]),
        "max_points": decimal(units[1]),
        "message": clip(part.looks_like, room),
        "output": "\n".join(clip(line.said, room) for line in troubled(part)),
    }
