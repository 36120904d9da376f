"""Gradescope `results.json`: one test a step, in hundredths of a point; bonus steps are told without points."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from grader.core.languages import say
from grader.core.safe_text import clip
from grader.reports.formats.escaping import fit
from grader.reports.formats.transcript import Part, Transcript, troubled
from grader.reports.rounding import decimal, hundredths

__all__ = ["of", "write"]

_MOST = 1 << 20  # no limit is documented; this is a courtesy


def of(grade: Transcript, room: int = 2000) -> dict[str, Any]:
    """The results as data. All text is marked as plain text, so that nothing in it is read as markup."""
    head = [grade.trouble, *([say(grade.language, "report.practice")] if grade.advisory else []), *grade.notes]
    return {
        "score": decimal(grade.rounded(100)[0]),
        "execution_time": round(grade.seconds, 3),
        "output": "\n".join(clip(one, max(room, 200)) for one in head if one),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "extra_data": {
            "engine": grade.engine,
            "pending": hundredths(grade.score.held),
            "bonus": {"earned": hundredths(grade.bonus.earned), "possible": hundredths(grade.bonus.possible)},
        },
        "tests": [
            _test(part, str(number), points, grade, room)
            for number, (part, points) in enumerate(zip(grade.parts, grade.units(100), strict=True), 1)
        ],
    }


def write(grade: Transcript, env: Mapping[str, str]) -> str:
    """The file's text."""
    return fit(lambda room: json.dumps(of(grade, room), ensure_ascii=False, indent=1) + "\n", _MOST)


def _test(part: Part, number: str, points: tuple[int, int], grade: Transcript, room: int) -> dict[str, Any]:
    said = [] if grade.trouble else [clip(one, room) for one in _said(part, grade)]
    test: dict[str, Any] = {
        "name": part.name,
        "number": number,
        "status": "passed" if part.full else "failed",
        "output": "\n".join(said),
        "tags": [part.id],
        "visibility": "visible",
    }
    earned, possible = (decimal(number) for number in points)
    if part.bonus:
        got = say(grade.language, "html.of", earned=earned, possible=possible)
        return test | {"output": "\n".join([f"{say(grade.language, 'report.bonus')}: {got}", *said])}
    return test | {"score": earned, "max_score": possible}


def _said(part: Part, grade: Transcript) -> list[str]:
    lines = [line.said for line in troubled(part)]
    if not lines and not part.full:
        lines = [part.state]
    if part.looks_like:
        lines.append(say(grade.language, "report.looks_like", title=part.looks_like))
    return lines
