"""Code for a later Python than the one that grades: nobody can say here whether it is right, so its points are held."""

from __future__ import annotations

import platform
import re
from collections.abc import Iterable, Sequence

from grader.core.model import Outcome, Submission
from grader.execution.failures import CallFailed, Problem
from grader.execution.statements import pieces
from grader.submissions.newer_syntax import newer_syntax

__all__ = ["newer_python"]

_NAME = re.compile(r"name '(\w+)' is not defined")


def newer_python(failure: CallFailed, submission: Submission, problems: Sequence[Problem]) -> CallFailed:
    """The failure, held where it comes from a function that was never defined because of newer syntax.

    That is a call of the function itself, and a call of one that needs it.
    """
    missing = _missing(failure)
    if not missing:
        return failure
    for problem in problems:
        if "SyntaxError" in problem.bases and missing in problem.defines:
            version = newer_syntax(_text(submission, problem))
            if version is not None:
                here = ".".join(platform.python_version_tuple()[:2])
                where = (problem.cell, problem.line)
                return CallFailed(
                    Outcome.INCONCLUSIVE, "newer_syntax", where, function=missing, version=version, here=here
                )
    return failure


def _missing(failure: CallFailed) -> str:
    """The function that a call wanted and that was never defined; "" where that is not what went wrong."""
    if failure.message == "cell_failed":
        return str(failure.params.get("function", ""))
    if failure.message == "raised" and failure.params.get("type") == "NameError":
        found = _NAME.search(str(failure.params.get("words", "")))
        return found[1] if found else ""
    return ""


def _text(submission: Submission, problem: Problem) -> str:
    """The statement that could not be read."""
    found = ""
    for text, line in _texts(submission, problem.cell):
        for piece, first, body in pieces(text, line, whole=True):
            if isinstance(body, BaseException) and first <= problem.line <= first + piece.count("\n"):
                found = piece
    return found


def _texts(submission: Submission, name: str) -> Iterable[tuple[str, int]]:
    """The texts that a traceback calls by that name, each with its first line."""
    yield from ((cell.text, cell.line) for cell in submission.cells if cell.name == name)
    yield from ((text, 1) for module, text in submission.modules.items() if f"{module.replace('.', '/')}.py" == name)
