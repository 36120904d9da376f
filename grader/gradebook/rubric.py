"""Rubrics of open questions: criteria with points, ticked for each answer, and changed later for all at once.

A criterion is named by its id; the last text and points of it hold, and it is gone where its points were taken back.
What a marker ticked for an answer is a judgement. The mark of an answer is the sum of its criteria's points, between 0
and what the question is worth; a changed criterion changes the marks of all answers that were judged by it.
"""

from __future__ import annotations

import dataclasses
import json
import secrets
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from grader.core.errors import UsageError
from grader.core.model import exact
from grader.gradebook.assignments import assignment_row
from grader.gradebook.manual_marks import ManualMark, OpenAnswer, insert_mark, mark_detail, open_answers
from grader.gradebook.store import Store, now

__all__ = [
    "Judgement",
    "RubricChange",
    "RubricLine",
    "change_criterion",
    "judge",
    "judgements",
    "points_for",
    "preview",
    "rubric",
    "undo",
]


@dataclasses.dataclass(frozen=True)
class RubricLine:
    """A line of a rubric. `points` below 0 take away."""

    name: str
    text: str
    points: Fraction


@dataclasses.dataclass(frozen=True)
class Judgement:
    """What a marker ticked for an answer, and the words for its learner."""

    criteria: tuple[str, ...]
    comment: str
    author: str


@dataclasses.dataclass(frozen=True)
class RubricChange:
    """An answer whose mark another rubric would change."""

    answer: OpenAnswer
    before: Fraction
    after: Fraction


def rubric(store: Store, assignment: str, item: str) -> tuple[RubricLine, ...]:
    """The criteria of a question, in the order in which they were first written."""
    found: dict[str, RubricLine | None] = {}
    sql = "SELECT * FROM criteria WHERE assignment = ? AND item = ? ORDER BY id"
    for row in store.rows(sql, assignment, item):
        points = row["points"]
        found[row["name"]] = None if points is None else RubricLine(row["name"], row["text"], Fraction(points))
    return tuple(one for one in found.values() if one is not None)


def judgements(store: Store, assignment: str, item: str, *, second: bool = False) -> dict[tuple[str, str], Judgement]:
    """(submission, version of the answer) -> the last judgement of it that stands; of the second markers' their own."""
    sql = (
        "SELECT * FROM judgements WHERE assignment = ? AND item = ? AND second = ? "
        "AND (mark IS NULL OR mark NOT IN (SELECT mark FROM withdrawals)) ORDER BY id"
    )
    return {
        (row["submission"], row["version"]): Judgement(
            tuple(json.loads(row["criteria"])), row["comment"], row["author"]
        )
        for row in store.rows(sql, assignment, item, second)
    }


def judge(
    store: Store, assignment: str, answers: Sequence[OpenAnswer], judgement: Judgement, *, second: bool = False
) -> int:
    """Tick criteria for answers to one question, and give each the points that follow. -> how many were judged.

    A `second` judgement is for comparing two markers; it changes no mark. Raises UsageError where a criterion is not
    in the rubric, or the answers are to several questions.
    """
    if not answers:
        return 0
    item = answers[0].item
    if any(answer.item != item for answer in answers):
        raise UsageError("answers to several questions cannot be judged at once")
    _require_author(judgement.author)
    known = {one.name: one for one in rubric(store, assignment, item)}
    missing = next((name for name in judgement.criteria if name not in known), None)
    if missing is not None:
        raise UsageError(f"{item}: the rubric has no criterion {missing!r} any more; load the page again")
    names = tuple(name for name in known if name in judgement.criteria)
    judgement = dataclasses.replace(judgement, criteria=names, comment=judgement.comment.strip())
    batch = secrets.token_hex(8)
    with store.transaction():
        for answer in answers:
            points = points_for(answer.possible, (known[name] for name in names))
            mark = None if second else _store_mark(store, assignment, answer, points, judgement)
            _store_judgement(store, assignment, answer, judgement, batch, mark)
    return len(answers)


def undo(store: Store, assignment: str, item: str, author: str) -> tuple[str, int]:
    """Take back the author's last judgement that stands, of all answers judged with it; earlier marks hold again.

    -> the version of the words that were judged first, and how many answers. Raises UsageError where there is none.
    """
    sql = (
        "SELECT batch FROM judgements WHERE assignment = ? AND item = ? AND author = ? AND mark IS NOT NULL "
        "AND mark NOT IN (SELECT mark FROM withdrawals) ORDER BY id DESC LIMIT 1"
    )
    last = store.rows(sql, assignment, item, author)
    if not last:
        raise UsageError(f"{item}: there is no mark of {author}'s to take back")
    rows = store.rows("SELECT mark, version, submission FROM judgements WHERE batch = ? ORDER BY id", last[0][0])
    with store.transaction() as db:
        for row in rows:
            db.execute("INSERT INTO withdrawals (mark, author, at) VALUES (?, ?, ?)", (row["mark"], author, now()))
            store.audit(author, "mark taken back", assignment, row["submission"], {"item": item})
    return str(rows[0]["version"]), len(rows)


def points_for(possible: Fraction, criteria: Iterable[RubricLine]) -> Fraction:
    """The sum of the criteria's points, from 0 to `possible`."""
    return min(max(sum((one.points for one in criteria), Fraction(0)), Fraction(0)), possible)


def preview(
    store: Store, assignment: str, item: str, changed: Sequence[RubricLine], *, attempts: str = "last"
) -> tuple[RubricChange, ...]:
    """Whose marks the rubric `changed` would change, and how."""
    judged, by_name = judgements(store, assignment, item), {one.name: one for one in changed}
    found = []
    for answer in _judged_answers(store, assignment, item, attempts):
        judgement = judged.get((answer.submission, answer.version))
        if judgement is None or answer.mark is None:
            continue
        after = points_for(answer.possible, (by_name[name] for name in judgement.criteria if name in by_name))
        if after != answer.mark.points:
            found.append(RubricChange(answer, answer.mark.points, after))
    return tuple(found)


def change_criterion(
    store: Store,
    assignment: str,
    item: str,
    criterion: RubricLine,
    author: str,
    *,
    gone: bool = False,
    attempts: str = "last",
) -> tuple[RubricChange, ...]:
    """Add a criterion, change it, or take it away (`gone`), with the marks that follow, in one transaction.

    A criterion without a name gets one. -> whose marks changed. Raises UsageError.
    """
    assignment_row(store, assignment)
    _require_author(author)
    if not gone and not criterion.text.strip():
        raise UsageError("a criterion needs its text")
    criterion = dataclasses.replace(criterion, name=criterion.name or secrets.token_hex(4))
    rest = [criterion if one.name == criterion.name else one for one in rubric(store, assignment, item)]
    after = [one for one in rest if not gone or one.name != criterion.name]
    if not gone and criterion not in after:
        after.append(criterion)
    changes = preview(store, assignment, item, after, attempts=attempts)
    with store.transaction() as db:
        value = None if gone else str(exact(criterion.points))
        db.execute(
            "INSERT INTO criteria (assignment, item, name, text, points, author, at) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (assignment, item, criterion.name, criterion.text.strip(), value, author, now()),
        )
        detail = {"item": item, "criterion": criterion.text.strip(), "points": value, "changes": len(changes)}
        store.audit(author, "rubric", assignment, "", detail)
        for change in changes:
            note = change.answer.mark.note if change.answer.mark is not None else ""
            _store_mark(store, assignment, change.answer, change.after, Judgement((), note, author))
    return changes


def _judged_answers(store: Store, assignment: str, item: str, attempts: str) -> Iterator[OpenAnswer]:
    return (answer for answer in open_answers(store, assignment, attempts=attempts) if answer.item == item)


def _store_judgement(
    store: Store, assignment: str, answer: OpenAnswer, judgement: Judgement, batch: str, mark: int | None
) -> None:
    store.connection.execute(
        "INSERT INTO judgements (assignment, submission, item, version, criteria, comment, second, batch, mark, "
        "author, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            assignment,
            answer.submission,
            answer.item,
            answer.version,
            json.dumps(judgement.criteria),
            judgement.comment,
            mark is None,
            batch,
            mark,
            judgement.author,
            now(),
        ),
    )


def _store_mark(store: Store, assignment: str, answer: OpenAnswer, points: Fraction, judgement: Judgement) -> int:
    given = ManualMark(points, answer.possible, judgement.author, judgement.comment, now())
    store.audit(judgement.author, "mark", assignment, answer.learner, mark_detail(answer.item, given))
    return insert_mark(store.connection, assignment, answer.submission, answer.item, answer.version, given)


def _require_author(author: str) -> None:
    if not author.strip():
        raise UsageError("a mark needs its author; it is kept in the trail")
