"""GitHub Actions: the job summary, annotations on the learner's own lines, a step's outputs.

Limits of the runner and of the check run: 1 MiB of summary a step; 10 errors, 10 warnings and 10 notices a step, of
which we take 8 and 2.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grader.core.languages import say
from grader.core.model import Outcome
from grader.core.safe_text import clip
from grader.reports.formats import classroom
from grader.reports.formats.escaping import command, fit
from grader.reports.formats.markdown import MOST, percent, text
from grader.reports.formats.transcript import CheckLine, Part, Transcript, troubled

__all__ = ["marks", "notices", "outputs", "summary", "write_commands", "write_outputs"]

_ANNOTATIONS = 8
_MESSAGE = 600


def summary(grade: Transcript, env: Mapping[str, str]) -> str:
    """Markdown to be appended to $GITHUB_STEP_SUMMARY."""
    return fit(lambda room: text(grade, room), MOST - 1024)


def marks(grade: Transcript, folder: str = "") -> list[str]:
    """At most 8 error commands: one for each part that is not right, then more of them, never two on one line.

    folder  where the learner's file lies in the repository, with forward slashes
    """
    if grade.trouble or not grade.parts:
        where = next((one for part in grade.parts for one in part.lines if one.line), None)
        place = _place(where, folder) if where else {}
        return [command("error", clip(grade.trouble, _MESSAGE), **place, title=say(grade.language, "ci.nothing"))]
    found = [(place, part, line) for part in grade.parts for place, line in enumerate(_told(part))]
    out: dict[tuple[str, int, str], str] = {}
    for _, part, line in sorted(found, key=lambda one: one[0]):
        key = (line.file, line.line, "" if line.line else line.id)
        if key not in out and len(out) < _ANNOTATIONS:
            out[key] = _annotation(part, line, folder)
    return list(out.values())


def notices(grade: Transcript) -> list[str]:
    """The two notices that GitHub Classroom's reporter wrote; who read those can read these."""
    earned, possible = grade.rounded()
    if not possible:
        return []
    summed = f'{{"totalPoints":{earned},"maxPoints":{possible}}}'
    return [
        command("notice", f"Points {earned}/{possible}", title="Autograding complete"),
        command("notice", summed, title="Autograding report"),
    ]


def outputs(grade: Transcript) -> dict[str, str]:
    """A step's outputs: `score`, `max-score`, `percent`, `status` (pass, fail, error) and `result`."""
    earned, possible = grade.rounded()
    return {
        "score": str(earned),
        "max-score": str(possible),
        "percent": str(percent(grade)),
        "status": grade.status,
        "result": classroom.write(grade, {}).strip(),
    }


def write_commands(grade: Transcript, env: Mapping[str, str]) -> str:
    """Annotations and notices, to be printed. `GRADER_FOLDER` says where the learner's file lies."""
    return "\n".join([*marks(grade, env.get("GRADER_FOLDER", "")), *notices(grade)]) + "\n"


def write_outputs(grade: Transcript, env: Mapping[str, str]) -> str:
    """Lines to be appended to $GITHUB_OUTPUT."""
    return "".join(f"{name}={value}\n" for name, value in outputs(grade).items())


def _told(part: Part) -> Iterator[CheckLine]:
    yield from (line for line in troubled(part) if line.outcome is not Outcome.INCONCLUSIVE)


def _annotation(part: Part, line: CheckLine, folder: str) -> str:
    return command("error", clip(line.said, _MESSAGE), **_place(line, folder), title=clip(part.name, 100))


def _place(line: CheckLine, folder: str) -> dict[str, str | int]:
    if not line.file:
        return {}
    path = f"{folder}/{line.file}" if folder not in ("", ".") else line.file
    return {"file": path, "line": line.line or 1}
