"""Rulings on a question of the quiz after it was handed in: drop it, give it to all, or take another answer for right.

A ruling is applied when a report is asked for, to everybody who handed in the quiz. The last ruling on a question
holds. A dropped question gives nothing, and the others count for so much more that the quiz is worth the same.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from fractions import Fraction

import msgspec

from grader.core.errors import UsageError
from grader.core.languages import both
from grader.core.model import QuizOutcome
from grader.gradebook.assignments import assignment_row
from grader.gradebook.store import Store, now
from grader.reports.schema import QuizItem, Report, Score, total

__all__ = ["KINDS", "ItemRuling", "answer_text", "rule", "rulings", "under_rulings"]

KINDS = ("drop", "all", "accept", "")
"""Dropped, right for everybody, another answer is right too, and no ruling any more."""


@dataclasses.dataclass(frozen=True)
class ItemRuling:
    """A ruling that holds. `answer` is the one that is accepted, as `answer_text` writes it."""

    item: str
    kind: str
    answer: str
    author: str
    reason: str
    at: str


def rule(store: Store, assignment: str, ruling: ItemRuling) -> None:
    """Make a ruling; the kind "" takes an earlier one back. Raises UsageError."""
    assignment_row(store, assignment)
    if ruling.kind not in KINDS:
        raise UsageError(f"{ruling.kind!r} is no ruling; it is drop, all or accept")
    if ruling.kind == "accept" and not ruling.answer.strip():
        raise UsageError("name the answer that is to be accepted as well")
    if not ruling.author.strip() or not ruling.reason.strip():
        raise UsageError("a ruling needs its author and its reason; both are kept in the trail")
    with store.transaction() as db:
        db.execute(
            "INSERT INTO rulings (assignment, item, kind, answer, author, reason, at) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (assignment, ruling.item, ruling.kind, ruling.answer, ruling.author, ruling.reason, now()),
        )
        detail = {"item": ruling.item, "kind": ruling.kind or "none", "answer": ruling.answer, "reason": ruling.reason}
        store.audit(ruling.author, "ruling", assignment, "", detail)


def rulings(store: Store, assignment: str) -> dict[str, ItemRuling]:
    """Item -> the ruling that holds."""
    found: dict[str, ItemRuling] = {}
    for row in store.rows("SELECT * FROM rulings WHERE assignment = ? ORDER BY id", assignment):
        found.pop(row["item"], None)
        if row["kind"]:
            found[row["item"]] = ItemRuling(
                row["item"], row["kind"], row["answer"], row["author"], row["reason"], row["at"]
            )
    return found


def under_rulings(found: Mapping[str, ItemRuling], report: Report) -> Report:
    """The report with the rulings applied; as it is where no quiz was handed in."""
    answers = report.quiz_answers
    if not found or answers is None or report.quiz is None:
        return report
    items = tuple(_ruled(item, found.get(item.id)) for item in answers.items)
    if items == answers.items:
        return report
    dropped = {one.item for one in found.values() if one.kind == "drop"}
    score = _sum([item for item in items if item.id not in dropped], report.quiz)
    return report.with_quiz(score, msgspec.structs.replace(answers, items=items))


def _sum(items: Sequence[QuizItem], quiz: Score) -> Score:
    """The points of the questions that count, of what the quiz is worth."""
    counted = total(item.score for item in items)
    if not counted.possible:
        return Score(Fraction(0), quiz.possible)
    scale = quiz.possible / counted.possible
    return Score(counted.earned * scale, quiz.possible, counted.held * scale)


def _ruled(item: QuizItem, ruling: ItemRuling | None) -> QuizItem:
    if ruling is None:
        return item
    if ruling.kind == "drop":
        return msgspec.structs.replace(
            item, score=Score(Fraction(0), Fraction(0)), message=both("quiz.dropped").data, outcome=QuizOutcome.RIGHT
        )
    if ruling.kind == "all" or answer_text(item.answer).casefold() == ruling.answer.strip().casefold():
        score = Score(item.score.possible, item.score.possible)
        return msgspec.structs.replace(item, score=score, message=both("quiz.given").data, outcome=QuizOutcome.RIGHT)
    return item


def answer_text(answer: object) -> str:
    """An answer as one line: the chosen options in the order of their ids, filled slots as "slot: option"."""
    if isinstance(answer, Mapping):
        return "; ".join(f"{slot}: {answer_text(word)}" for slot, word in sorted(answer.items()))
    if isinstance(answer, list | tuple):
        return ", ".join(sorted(answer_text(one) for one in answer))
    return "" if answer is None else str(answer).strip()
