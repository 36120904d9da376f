"""What a person gives to open answers of the quiz: kept by the answer's own words, and laid over a counted report.

A mark belongs to an answer, not to an attempt: handing in new code beside the same words keeps it, other words wait
again. The stored report is never changed.
"""

from __future__ import annotations

import dataclasses
import hashlib
import hmac
import sqlite3
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from grader.core.languages import both
from grader.core.model import Submission, exact

if TYPE_CHECKING:
    from grader.quiz.questions import Raw

__all__ = ["ManualMark", "OpenAnswer", "code_of", "given", "laid_over", "open_answers", "open_items"]

_LETTERS = "bcdfghjkmnpqrstvwxz"  # no vowels, no digits: no word, and nothing that a spreadsheet takes for a number
_LENGTH = 16

Rows = Callable[..., list[sqlite3.Row]]


@dataclasses.dataclass(frozen=True)
class ManualMark:
    """Points that a person gave to an answer, out of what it could get then."""

    points: Fraction
    possible: Fraction
    author: str
    note: str
    at: str


@dataclasses.dataclass(frozen=True)
class OpenAnswer:
    """An answer that a person marks, of the attempt that counts. `possible` is in points of the assignment."""

    learner: str
    submission: str
    item: str
    text: str
    possible: Fraction
    mark: ManualMark | None = None

    @property
    def version(self) -> str:
        """What the answer's words are told apart by."""
        return _version_of(self.text)


def _version_of(text: str) -> str:
    """Letters that stand for an answer's words (of their SHA-256)."""
    return _letters(hashlib.sha256(text.encode("utf-8", "replace")).digest())


def code_of(salt: str, assignment: str, submission: str) -> str:
    """Letters that stand for a submission: the same in every sheet, and told to nobody who lacks the gradebook."""
    return _letters(hmac.digest(salt.encode(), f"{assignment}\n{submission}".encode("utf-8", "replace"), "sha256"))


def _letters(digest: bytes) -> str:
    number, out = int.from_bytes(digest, "big"), []
    for _ in range(_LENGTH):
        number, rest = divmod(number, len(_LETTERS))
        out.append(_LETTERS[rest])
    return "".join(out)


def open_items(report: Mapping[str, Any]) -> dict[str, Fraction]:
    """Item -> possible points of each answer in a report (grader/report/1) that is held for a person to mark.

    Where the quiz is worth nothing, nobody needs to.
    """
    held = [item for item in (report["quiz"] or {}).get("items", ()) if item["outcome"] == "pending"]
    return {item["id"]: possible for item in held if (possible := Fraction(item["possible"]))}


def _answers_of(submission: Submission) -> dict[str, str]:
    """Item -> what was answered, as text, from answers.yaml and from the notebook, as marking takes them."""
    from grader.quiz.answers import read_answers
    from grader.quiz.notebook_cells import merged, read_cells

    from_cells, _ = read_cells(submission.answer_cells)
    # an item that both answer differently is unreadable in the report, so none of those that are asked for here
    answers, _ = merged(read_answers(submission.answers or ""), from_cells, lambda *_: True, "answers.yaml")
    return {item: _text(entry.raw) for item, entry in answers.values.items()}


def _text(raw: Raw) -> str:
    if raw is None or isinstance(raw, str):
        return (raw or "").strip()
    return "; ".join(f"{slot}: {word}" for slot, word in raw.items()) if isinstance(raw, Mapping) else ", ".join(raw)


def given(rows: Rows, assignment: str, submission: str) -> dict[tuple[str, str], ManualMark]:
    """(item, version of the answer) -> the last mark given to it."""
    found = rows("SELECT * FROM marks WHERE assignment = ? AND submission = ? ORDER BY id", assignment, submission)
    return {
        (row["item"], row["version"]): ManualMark(
            Fraction(row["points"]), Fraction(row["possible"]), row["author"], row["note"], row["at"]
        )
        for row in found
    }


def open_answers(
    learner: str, report: Mapping[str, Any], handed_in: Submission, marks: Mapping[tuple[str, str], ManualMark]
) -> list[OpenAnswer]:
    """The answers that a person marks, with the marks they have, in the order of the report."""
    answers = _answers_of(handed_in)
    out = []
    for item, possible in open_items(report).items():
        text = answers.get(item, "")
        mark = marks.get((item, _version_of(text)))
        out.append(OpenAnswer(learner, handed_in.id, item, text, possible, mark))
    return out


def laid_over(report: dict[str, Any], answers: list[OpenAnswer]) -> dict[str, Any]:
    """A report like it in which what was held for marked answers is earned.

    Where the item is worth something else than when it was marked, the mark counts for the same part of it.
    """
    earned = {one.item: one.possible * one.mark.points / one.mark.possible for one in answers if one.mark is not None}
    if not earned:
        return report
    quiz = report["quiz"]
    items = [
        item if (points := earned.get(item["id"])) is None else {**item, **_settled(points, Fraction(item["possible"]))}
        for item in quiz["items"]
    ]
    settled = sum((one.possible for one in answers if one.mark is not None), Fraction(0))
    total = Fraction(quiz["earned"]) + sum(earned.values(), Fraction(0))
    quiz = {**quiz, "items": items, "earned": exact(total), "pending": exact(Fraction(quiz["pending"]) - settled)}
    return {**report, "quiz": quiz}


def _settled(earned: Fraction, possible: Fraction) -> dict[str, object]:
    """What a mark makes of an item. Its note is for the trail, so no report has it."""
    told = both("quiz.marked")
    return {
        "earned": exact(earned),
        "outcome": "right" if earned == possible else "partly" if earned else "wrong",
        "message": told.data,
    }
