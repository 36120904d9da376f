"""Marks that people give to open answers of the quiz: stored by the answer's words, applied to a stored report.

A mark belongs to an answer, not to an attempt: handing in new code beside the same words keeps it, other words wait
again. The last mark of an answer holds, all of them stay, and the stored report never changes.
"""

from __future__ import annotations

import dataclasses
import hashlib
import hmac
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec

from grader.core.errors import UsageError
from grader.core.languages import both
from grader.core.model import QuizOutcome, Submission, exact
from grader.gradebook.assignments import assignment_row
from grader.gradebook.attempts import handed_in, report_of, totals_in
from grader.gradebook.feedback import adjustments_of, with_feedback
from grader.gradebook.item_rulings import rulings, under_rulings
from grader.gradebook.roster import Person, learners
from grader.gradebook.store import Store, now
from grader.reports.schema import QuizItem, Report, Score
from grader.reports.totals import AnyReport, ItemTotals, ReportTotals, totals_of

if TYPE_CHECKING:
    from grader.quiz.questions import Raw

__all__ = [
    "STANDING",
    "ManualMark",
    "OpenAnswer",
    "insert_mark",
    "mark",
    "mark_detail",
    "marked_report",
    "marked_totals",
    "marking_code",
    "open_answers",
    "open_items",
]

Row = sqlite3.Row | Mapping[str, Any]
"""A counted attempt: the `name` of its submission, its `number`, and the id of its `result`."""

STANDING = "id NOT IN (SELECT mark FROM withdrawals)"
"""The marks that nobody has taken back, as a condition on the table of marks."""

_LETTERS = "bcdfghjkmnpqrstvwxz"  # no vowels, no digits: no word, and nothing that a spreadsheet takes for a number
_LENGTH = 16


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


def marking_code(store: Store, assignment: str, submission: str) -> str:
    """Letters that stand for a submission: the same in every sheet, and unknown to all who lack the gradebook."""
    salt = str(store.rows("SELECT salt FROM marking")[0][0])
    return _letters(hmac.digest(salt.encode(), f"{assignment}\n{submission}".encode("utf-8", "replace"), "sha256"))


def _letters(digest: bytes) -> str:
    number, out = int.from_bytes(digest, "big"), []
    for _ in range(_LENGTH):
        number, rest = divmod(number, len(_LETTERS))
        out.append(_LETTERS[rest])
    return "".join(out)


def open_items(report: AnyReport) -> dict[str, Fraction]:
    """Item -> possible points of each answer in a report that is held for a person to mark.

    Where the quiz is worth nothing, nobody needs to.
    """
    items = report.quiz_answers.items if report.quiz_answers is not None else ()
    waiting = (item for item in items if item.outcome is QuizOutcome.PENDING)
    return {item.id: item.score.possible for item in waiting if item.score.possible}


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


def _marks_of(store: Store, assignment: str, submission: str) -> dict[tuple[str, str], ManualMark]:
    """(item, version of the answer) -> the last mark given to it."""
    sql = f"SELECT * FROM marks WHERE assignment = ? AND submission = ? AND {STANDING} ORDER BY id"
    return {
        (row["item"], row["version"]): ManualMark(
            Fraction(row["points"]), Fraction(row["possible"]), row["author"], row["note"], row["at"]
        )
        for row in store.rows(sql, assignment, submission)
    }


def _answers_in(store: Store, assignment: str, row: Row, report: AnyReport, learner: str = "") -> list[OpenAnswer]:
    """The answers of an attempt that a person marks, with the marks they have, in the order of the report.

    `row` has its submission's `name` and its `number`.
    """
    items = open_items(report)
    if not items:
        return []
    submission = handed_in(store, assignment, row["name"], row["number"])
    marks, answers = _marks_of(store, assignment, row["name"]), _answers_of(submission)
    found = []
    for item, possible in items.items():
        text = answers.get(item, "")
        mark = marks.get((item, _version_of(text)))
        found.append(OpenAnswer(learner, submission.id, item, text, possible, mark))
    return found


_SCORED = """
SELECT s.name, a.number, a.counted AS result FROM submissions s JOIN attempts a ON a.submission = s.id
WHERE s.assignment = ? AND s.name = ? AND a.counted IS NOT NULL ORDER BY a.number
"""


def open_answers(
    store: Store, assignment: str, *, attempts: str = "last", people: Iterable[Person] | None = None
) -> Iterator[OpenAnswer]:
    """Every answer that a person marks, of the attempts that count or, of the best, may count, by learner.

    Of everybody, or of the `people` that `learners` has named.
    """
    assignment_row(store, assignment)
    for person in learners(store, assignment) if people is None else people:
        rows = store.rows(_SCORED, assignment, person.submission or "")
        seen: set[tuple[str, str]] = set()
        for row in {"last": rows[-1:], "first": rows[:1]}.get(attempts, rows):
            for answer in _answers_in(store, assignment, row, totals_in(store, row["result"]), person.id):
                if (answer.item, answer.version) not in seen:
                    seen.add((answer.item, answer.version))
                    yield answer


def mark(store: Store, assignment: str, marks: Iterable[tuple[OpenAnswer, Fraction, str]], author: str) -> int:
    """Store what a person gives to open answers: answer, points, note; all of them or none. -> how many are new."""
    if not author.strip():
        raise UsageError("a mark needs its author; it is kept in the trail")
    new = [
        (answer, points, note)
        for answer, points, note in marks
        if answer.mark is None
        or (answer.mark.points, answer.mark.possible, answer.mark.note) != (points, answer.possible, note)
    ]
    with store.transaction() as db:
        for answer, points, note in new:
            given = ManualMark(points, answer.possible, author, note, now())
            insert_mark(db, assignment, answer.submission, answer.item, answer.version, given)
            store.audit(author, "mark", assignment, answer.learner, mark_detail(answer.item, given))
    return len(new)


def insert_mark(
    db: sqlite3.Connection, assignment: str, submission: str, item: str, version: str, mark: ManualMark
) -> int:
    """Add a mark of an answer; inside a transaction. -> its id."""
    added = db.execute(
        "INSERT INTO marks (assignment, submission, item, version, points, possible, author, note, at) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            assignment,
            submission,
            item,
            version,
            str(exact(mark.points)),
            str(exact(mark.possible)),
            mark.author,
            mark.note,
            mark.at,
        ),
    )
    assert added.lastrowid is not None
    return added.lastrowid


def mark_detail(item: str, mark: ManualMark) -> dict[str, str]:
    """What the audit log says of a mark."""
    return {"item": item, "points": str(exact(mark.points)), "possible": str(exact(mark.possible)), "note": mark.note}


def marked_report(store: Store, assignment: str, row: Row, *, ruled: bool = True) -> Report:
    """The report that is the row's `result`, with all that people decided about it: marks, rulings, adjustments, words.

    Points that were held for a marked answer are earned. Where the item is worth something else than when it was
    marked, the mark counts for the same part of it. Rulings on questions are left out where not `ruled`.
    """
    report = report_of(store, row["result"])
    marked = _marked_answers(store, assignment, row, report)
    earned, quiz, score = _earned(marked), report.quiz_answers, report.quiz
    if earned and quiz is not None and score is not None:
        said = _words_for(store, assignment, row["name"])
        words = {answer.item: said.get((answer.item, answer.version), "") for answer in marked}
        items = tuple(
            _settled(item, earned[item.id], words[item.id]) if item.id in earned else item for item in quiz.items
        )
        answers = msgspec.structs.replace(quiz, items=items)
        report = report.with_quiz(_with_marks(score, report, earned), answers)
    report = under_rulings(rulings(store, assignment), report) if ruled else report
    return with_feedback(store, assignment, row["name"], row["number"], report)


def _words_for(store: Store, assignment: str, submission: str) -> dict[tuple[str, str], str]:
    """(item, version of the answer) -> what its marker wrote for the learner with the last judgement that stands."""
    sql = (
        "SELECT item, version, comment FROM judgements WHERE assignment = ? AND submission = ? AND NOT second "
        "AND mark NOT IN (SELECT mark FROM withdrawals) ORDER BY id"
    )
    return {(row["item"], row["version"]): row["comment"] for row in store.rows(sql, assignment, submission)}


def marked_totals(store: Store, assignment: str, row: Row) -> ReportTotals:
    """The points of `marked_report`, without its words."""
    if rulings(store, assignment) or adjustments_of(store, assignment, row["name"]):
        return totals_of(marked_report(store, assignment, row))  # a ruling asks for the answers, which totals lack
    totals = totals_in(store, row["result"])
    earned = _earned(_marked_answers(store, assignment, row, totals))
    quiz, score = totals.quiz_answers, totals.quiz
    if not earned or quiz is None or score is None:
        return totals
    items = tuple(
        ItemTotals(item.id, _outcome(item.score, earned[item.id]), Score(earned[item.id], item.score.possible))
        if item.id in earned
        else item
        for item in quiz.items
    )
    return totals.with_quiz(_with_marks(score, totals, earned), msgspec.structs.replace(quiz, items=items))


def _marked_answers(store: Store, assignment: str, row: Row, report: AnyReport) -> list[OpenAnswer]:
    """The answers of a report that a person has marked."""
    if not open_items(report) or not _marks_of(store, assignment, row["name"]):
        return []
    return [answer for answer in _answers_in(store, assignment, row, report) if answer.mark is not None]


def _earned(answers: Iterable[OpenAnswer]) -> dict[str, Fraction]:
    """Item -> the points that a person gave to its answer, of what it is worth now."""
    return {a.item: a.possible * a.mark.points / a.mark.possible for a in answers if a.mark is not None}


def _with_marks(score: Score, report: AnyReport, earned: Mapping[str, Fraction]) -> Score:
    """The quiz's score with those points: they are held no longer."""
    settled = sum((possible for item, possible in open_items(report).items() if item in earned), Fraction(0))
    return Score(score.earned + sum(earned.values(), Fraction(0)), score.possible, score.held - settled)


def _outcome(score: Score, earned: Fraction) -> QuizOutcome:
    return QuizOutcome.RIGHT if earned == score.possible else QuizOutcome.PARTLY if earned else QuizOutcome.WRONG


def _settled(item: QuizItem, earned: Fraction, words: str) -> QuizItem:
    """What a mark makes of an item, with the marker's `words` for the learner. A mark's note is for the audit log."""
    told = both("quiz.marked_words", text=words) if words else both("quiz.marked")
    outcome, message = _outcome(item.score, earned), told.data
    return msgspec.structs.replace(item, outcome=outcome, message=message, score=Score(earned, item.score.possible))
