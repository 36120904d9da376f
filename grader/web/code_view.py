"""A submission's code as lines: highlighted, numbered, with what is to be said at a line beside it."""

from __future__ import annotations

import dataclasses
import difflib
import re
from collections.abc import Iterator, Mapping, Sequence

from markupsafe import Markup, escape

from grader.core.model import Cell, Outcome, Submission
from grader.gradebook.feedback import Comment
from grader.reports.schema import CheckResult, Report
from grader.submissions.cells import locate

__all__ = ["CodeCell", "CodeLine", "code_cells", "differences", "highlight_styles"]

_FAILED = (Outcome.FAILED, Outcome.CRASHED, Outcome.TIMEOUT, Outcome.MEMORY)
_LINES = 5000  # of one submission; a longer one is shown up to here


@dataclasses.dataclass(frozen=True)
class CodeLine:
    """A line of the learner's file, with the checks that failed there and the comments on it."""

    number: int
    html: Markup
    checks: tuple[CheckResult, ...] = ()
    comments: tuple[Comment, ...] = ()


@dataclasses.dataclass(frozen=True)
class CodeCell:
    """A file, or a cell of a notebook."""

    name: str
    lines: tuple[CodeLine, ...]


def code_cells(
    submission: Submission, report: Report | None, comments: Sequence[Comment], functions: Mapping[str, Sequence[str]]
) -> list[CodeCell]:
    """The code with failing checks anchored: at the line that their message names, else at the step's function.

    `functions` is step -> names of its functions.
    """
    checks = _anchors(submission, report, functions)
    out: list[CodeCell] = []
    room = _LINES
    for name, first, text in _files(submission):
        html = _highlighted("\n".join(text[:room]))
        room -= len(html)
        lines = []
        for number, line in enumerate(html, start=first):
            said = tuple(one for one in comments if (one.place.cell, one.place.line) == (name, number))
            lines.append(CodeLine(number, line, tuple(checks.get((name, number), ())), said))
        out.append(CodeCell(name, tuple(lines)))
    return out


def _files(submission: Submission) -> Iterator[tuple[str, int, list[str]]]:
    """Name, first line and lines of each file or notebook's cell; the cells of a percent file are one file."""
    name, first, text = "", 1, list[str]()
    for cell in submission.cells:
        lines = _own_text(cell).split("\n")
        if cell.name == name and cell.line >= first:
            text[cell.line - first :] = ["" for _ in range(first + len(text), cell.line)] + lines
            continue
        if text:
            yield name, first, text
        name, first, text = cell.name, cell.line, lines
    if text:
        yield name, first, text


def _own_text(cell: Cell) -> str:
    """The text as the learner wrote it, where the program differs from it."""
    shown: str | None = getattr(cell, "shown", None)
    return cell.text if shown is None else shown


def _anchors(
    submission: Submission, report: Report | None, functions: Mapping[str, Sequence[str]]
) -> dict[tuple[str, int], list[CheckResult]]:
    found: dict[tuple[str, int], list[CheckResult]] = {}
    names = sorted({cell.name for cell in submission.cells}, key=len, reverse=True)
    pattern = re.compile(rf"({'|'.join(map(re.escape, names))}):(\d+)") if names else None
    for step in report.steps if report is not None else ():
        for check in step.checks:
            if (check.score.full and check.score.possible) or str(check.outcome) == "passed":
                continue
            match = pattern.search(check.message) if pattern is not None else None
            place = (match[1], int(match[2])) if match else _function(submission, functions.get(step.id, (step.id,)))
            if place is not None:
                found.setdefault(place, []).append(check)
    return found


def _function(submission: Submission, names: Sequence[str]) -> tuple[str, int] | None:
    return next((place for name in names if (place := locate(submission, name)) is not None), None)


def _highlighted(text: str) -> list[Markup]:
    """The lines as HTML."""
    from pygments.lexers.python import PythonLexer
    from pygments.token import STANDARD_TYPES

    lines: list[Markup] = []
    current: list[Markup] = []
    for token, value in PythonLexer(stripnl=False, ensurenl=False).get_tokens(text):
        name = STANDARD_TYPES.get(token, "")
        for i, piece in enumerate(value.split("\n")):
            if i:
                lines.append(Markup("").join(current))
                current = []
            if piece:
                inner = escape(piece)
                current.append(Markup('<span class="{}">{}</span>').format(name, inner) if name else Markup(inner))
    lines.append(Markup("").join(current))
    return lines


def highlight_styles() -> str:
    """The colours of the code, for light and dark pages."""
    from pygments.formatters.html import HtmlFormatter

    light, dark = (str(HtmlFormatter(style=style).get_style_defs(".code")) for style in ("xcode", "github-dark"))  # type: ignore[no-untyped-call]
    plain = ".code, .code .err { background: none; border: 0; }"
    return f"{light}\n@media (prefers-color-scheme: dark) {{\n{dark}\n}}\n{plain}\n"


def differences(before: Submission, after: Submission) -> list[tuple[str, str]]:
    """The lines that differ between two attempts, each with its sign: "+", "-", " ", or "@" for a place."""
    lines = list(difflib.unified_diff(_lines_of(before), _lines_of(after), lineterm="", n=3))[2:]
    return [(line[:1], line[1:] if line[:1] != "@" else line) for line in lines]


def _lines_of(submission: Submission) -> list[str]:
    return [line for cell in submission.cells for line in _own_text(cell).split("\n")][:_LINES]
