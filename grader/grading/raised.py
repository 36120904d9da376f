"""What a report says of an exception in a learner's function: the sentence about it, and the line with its carets.

Words that may hold hidden data are explained as little as they are repeated (`Told`).
"""

from __future__ import annotations

import builtins
import dataclasses
import re

import numpy as np

from grader.core.languages import both
from grader.core.model import Call, Outcome, Submission
from grader.core.safe_text import one_line
from grader.diagnosis.exceptions import RaisedCall, explained
from grader.execution.columns import marked
from grader.grading.hidden_data import Told
from grader.suite.checks import CheckRun
from grader.suite.failure_messages import describe

__all__ = ["line_of", "with_sentence"]

_LONGEST = 160  # characters of a learner's line
_KNOWN = ("raised", "signature")  # messages about an exception of a learner's function
_CALCULATED = ("raised.index",)  # what these words name was calculated from entries of an argument


def with_sentence(run: CheckRun, submission: Submission, told: Told) -> CheckRun:
    """The check with the sentence about its exception as its advice; the same where there is none."""
    words = run.params.get("words")
    if run.outcome is not Outcome.CRASHED or run.message not in _KNOWN or not run.calls or not isinstance(words, str):
        return run
    line = _line(submission, told.place(run.where))
    found = explained(RaisedCall(words, line, _names(submission))) if told.words(words) else None
    if found is None:
        return run
    why, call = both(found.id, **found.params), describe(run.calls[-1])
    if found.id in _CALCULATED:  # the sentence stands in place of the words
        return dataclasses.replace(run, params={**run.params, "words": why, "advice": both("raised.called", call=call)})
    advice = both("raised.here", why=why, call=call) if _has_arrays(run.calls[-1]) else why
    return dataclasses.replace(run, params={**run.params, "advice": advice})


def line_of(run: CheckRun, submission: Submission, told: Told) -> tuple[str, str] | None:
    """The learner's line that raised, and carets under what did; None where it cannot be shown as it is."""
    if run.outcome is not Outcome.CRASHED or run.message not in _KNOWN or not run.calls:
        return None
    line = _line(submission, told.place(run.where))
    text, marks = marked(line, run.params.get("columns"))
    if not text or len(text) > _LONGEST or one_line(text, _LONGEST) != " ".join(text.split()):
        return None
    return text, marks


def _line(submission: Submission, where: tuple[str, int] | None) -> str:
    """The learner's line at a place; "" where it is not to be had."""
    for cell in submission.cells if where is not None else ():
        if where is not None and cell.name == where[0]:
            lines = (cell.shown if cell.shown is not None else cell.text).splitlines()
            if 0 <= where[1] - cell.line < len(lines):
                return lines[where[1] - cell.line]
    return ""


def _names(submission: Submission) -> list[str]:
    """The names that a learner's program gives something, and Python's own."""
    text = "\n".join(cell.text for cell in submission.cells)
    own = re.findall(r"\b(?:def|class|for|import|as)\s+([A-Za-z_]\w*)|\b([A-Za-z_]\w*)\s*(?:=(?!=)|,|:|\))", text)
    return list(dict.fromkeys([*(a or b for a, b in own), *dir(builtins)]))[:2000]


def _has_arrays(call: Call) -> bool:
    return any(isinstance(value, np.ndarray) for value in (*call.args, *call.kwargs.values()))
