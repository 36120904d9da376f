"""The marking sheet: open answers that wait for a person, as CSV, and the marks that come back in it.

Answers to one question stand together. A line is known by its code, item and version, so that a spreadsheet may change
everything else about it. Cells are safe: no spreadsheet runs what a learner wrote.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from pathlib import Path

from grader.core.csv_files import plain, written
from grader.core.errors import UsageError
from grader.core.safe_text import one_line
from grader.core.suggestions import nearest, suggestion
from grader.gradebook import Gradebook
from grader.gradebook.manual_marks import OpenAnswer
from grader.gradebook.roster_csv import RosterRow, read_table
from grader.quiz import Bank
from grader.quiz.items.essay import Open
from grader.reports.rounding import as_typed

__all__ = ["COLUMNS", "Marks", "read_marks", "sheet_of"]

COLUMNS = ("item", "learner", "code", "question", "answer", "rubric", "possible", "points", "note", "version")
_NEEDED = ("item", "code", "points", "version")
_LONGEST = 32_000  # characters of a cell; spreadsheets take 32,767
_POINTS = re.compile(r"[0-9]{1,9}([.,][0-9]{1,9})?|[0-9]{1,9}/[1-9][0-9]{0,8}")

Code = Callable[[str], str]


@dataclasses.dataclass(frozen=True)
class Marks:
    """What a sheet says: `given` are answers with points and note, `stale` names lines whose answer has changed."""

    given: tuple[tuple[OpenAnswer, Fraction, str], ...]
    stale: tuple[str, ...]
    later: int  # lines without points


def sheet_of(bank: Bank, answers: Iterable[OpenAnswer], code: Code, language: str, *, anonymous: bool = False) -> str:
    """The answers without a mark as CSV, by item in the order of the bank, then by learner, or by code."""
    order = {item.id: i for i, item in enumerate(bank.items)}
    waiting = [one for one in answers if one.mark is None]
    who = {one.submission: code(one.submission) for one in waiting}
    waiting.sort(key=lambda a: (order.get(a.item, len(order)), a.item, who[a.submission] if anonymous else a.learner))
    rows: list[Sequence[str]] = [COLUMNS]
    for one in waiting:
        question, rubric = _asked(bank, one, language)
        rows.append(
            (
                one.item,
                "" if anonymous else one.learner,
                who[one.submission],
                question,
                one_line(one.text, _LONGEST),
                rubric,
                as_typed(one.possible),
                "",
                "",
                one.version,
            )
        )
    return written(rows, mark=True)


def _asked(bank: Bank, one: OpenAnswer, language: str) -> tuple[str, str]:
    """The question, and its rubric in points of the assignment."""
    item = bank.item(one.item)
    if item is None:
        return "(the quiz of this course has no such question any more)", ""
    rubric = item.rubric if isinstance(item, Open) else ()
    parts = [
        f"{as_typed(one.possible * part.points / item.points)}: {one_line(part.text[language], 600)}" for part in rubric
    ]
    return one_line(item.prompt[language], _LONGEST), "; ".join(parts)


def read_marks(path: Path, book: Gradebook, assignment: str, *, attempts: str = "last") -> Marks:
    """The marks in a sheet, for the open answers that count in the gradebook now, as `Gradebook.open_answers` has them.

    Raises UsageError with a line for each complaint, file:line first; a sheet with one gives no marks at all.
    """
    header, rows = read_table(path, longest=2000)
    missing = [name for name in _NEEDED if name not in header]
    if missing:
        raise UsageError(f"{path}:1: no column {missing[0]!r}; `grader gradebook marking-sheet` writes such a sheet")
    reader = _SheetReader(book, assignment, attempts)
    for row in rows:
        if row.get("points"):
            reader.take(row)
        else:
            reader.later += 1
    if reader.complaints:
        raise UsageError("\n".join([*reader.complaints, f"{path}: nothing of it was stored"]))
    return Marks(tuple(reader.given), tuple(reader.stale), reader.later)


class _SheetReader:
    """The lines of one sheet, taken one by one."""

    def __init__(self, book: Gradebook, assignment: str, attempts: str) -> None:
        answers = book.open_answers(assignment, attempts=attempts)
        self.known = {(one.submission, one.item, one.version): one for one in answers}
        self.learners = {one.id: one.submission for one in book.learners(assignment) if one.submission is not None}
        self.codes = {book.marking_code(assignment, submission): submission for submission in self.learners.values()}
        # also those that are answered by nobody any more: a line about one is out of date, not wrong
        quizzes = (report.quiz_answers for report in book.reports(assignment))
        asked = (item for quiz in quizzes if quiz is not None for item in quiz.items)
        self.items = sorted({item.id for item in asked if item.by_hand})
        self.given: list[tuple[OpenAnswer, Fraction, str]] = []
        self.seen: dict[tuple[str, str, str], str] = {}
        self.stale: list[str] = []
        self.complaints: list[str] = []
        self.later = 0

    def take(self, row: RosterRow) -> None:
        """Read a line with points in it."""
        item, learner = row.get("item"), plain(row.get("learner"))
        submission = self.codes.get(row.get("code")) if row.get("code") else self.learners.get(learner)
        points = _points(row.get("points"))
        if submission is None:
            self.complain(row, f"no submission of a learner with {self.named(row.get('code'), learner)}")
        elif self.learners.get(learner, submission) != submission:
            self.complain(row, f"the code {row.get('code')!r} is not that of {learner!r}; were columns sorted apart?")
        if item not in self.items:
            tail = nearest(item, self.items) or "; there are none"
            self.complain(row, f"no open question {item!r}{tail}")
        if points is None:
            self.complain(row, f"points {row.get('points')!r}: write a number from 0 on, such as 2, 1.5 or 3/2")
        if not row.get("version"):
            self.complain(row, "no version, so nobody knows which answer was marked; take it from the sheet as written")
        elif submission is not None and item in self.items and points is not None:
            self.keep(row, submission, item, points, learner or row.get("code"))

    def keep(self, row: RosterRow, submission: str, item: str, points: Fraction, who: str) -> None:
        """Hold a mark against the answer that there is now."""
        which = (submission, item, row.get("version"))
        one = self.known.get(which)
        if one is None:
            self.stale.append(f"{row.where}: the answer of {who} to {item} has changed since the sheet was written")
        elif points > one.possible:
            self.complain(row, f"{row.get('points')} points, but {item} is worth {as_typed(one.possible)}")
        elif which in self.seen:
            self.complain(row, f"this answer has points in {self.seen[which]} already")
        else:
            self.seen[which] = row.where
            self.given.append((one, points, row.get("note")))

    def named(self, code: str, learner: str) -> str:
        """Who a line says it is about, and whom that may mean."""
        if code:
            return f"the code {code!r}"
        return f"the id {learner!r}{suggestion(learner, self.learners)}"

    def complain(self, row: RosterRow, said: str) -> None:
        """Note what is wrong with a line."""
        self.complaints.append(f"{row.where}: {said}")


def _points(text: str) -> Fraction | None:
    return Fraction(text.replace(",", ".")) if _POINTS.fullmatch(text) else None
