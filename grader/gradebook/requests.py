"""Questions of learners about their grade: taken from a file, answered here, and sent with the next feedback.

The file has a line for each question: `learner` (a name that the roster or a submission has), `step` (may be empty) and
`text`, as CSV. Taking a file again adds only what is new in it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from grader.core.errors import UsageError
from grader.gradebook.assignments import assignment_row
from grader.gradebook.store import Store, now

__all__ = ["RegradeRequest", "reply", "requests", "take_requests"]

LONGEST = 4000  # characters of a question or a reply


@dataclasses.dataclass(frozen=True)
class RegradeRequest:
    """A question, and the last reply to it."""

    id: int
    submission: str
    step: str
    text: str
    at: str
    reply: str = ""
    author: str = ""


def take_requests(store: Store, assignment: str, rows: Iterable[tuple[str, str, str]], source: str, author: str) -> int:
    """Store questions (submission, step, text), all of them or none. -> how many are new. Raises UsageError."""
    assignment_row(store, assignment)
    known = {row[0] for row in store.rows("SELECT name FROM submissions WHERE assignment = ?", assignment)}
    rows = [(submission, step, text.strip()[:LONGEST]) for submission, step, text in rows]
    unknown = next((submission for submission, _, _ in rows if submission not in known), None)
    if unknown is not None:
        raise UsageError(f"{unknown!r} is no submission to {assignment}; nothing was taken")
    new = 0
    with store.transaction() as db:
        for submission, step, text in rows:
            added = db.execute(
                "INSERT OR IGNORE INTO requests (assignment, submission, step, text, source, at) "
                "VALUES (?, ?, ?, ?, ?, ?)",
                (assignment, submission, step, text, source, now()),
            )
            new += added.rowcount
        store.audit(author, "requests", assignment, "", {"source": source, "new": new})
    return new


def requests(store: Store, assignment: str, submission: str | None = None) -> tuple[RegradeRequest, ...]:
    """The questions, those without a reply first, then the oldest first; of one submission where it is given."""
    sql = """
        SELECT q.*, r.text AS reply, r.author FROM requests q
        LEFT JOIN replies r ON r.id = (SELECT max(id) FROM replies WHERE request = q.id)
        WHERE q.assignment = ? ORDER BY r.id IS NOT NULL, q.id
    """
    return tuple(
        RegradeRequest(
            row["id"], row["submission"], row["step"], row["text"], row["at"], row["reply"] or "", row["author"] or ""
        )
        for row in store.rows(sql, assignment)
        if submission is None or row["submission"] == submission
    )


def reply(store: Store, assignment: str, request: int, text: str, author: str) -> None:
    """Answer a question; the learner reads it with the next feedback. Raises UsageError."""
    found = store.rows("SELECT * FROM requests WHERE id = ? AND assignment = ?", request, assignment)
    if not found:
        raise UsageError(f"there is no question {request} in {assignment}")
    if not text.strip() or not author.strip():
        raise UsageError("a reply needs its words and its author")
    with store.transaction() as db:
        db.execute(
            "INSERT INTO replies (request, text, author, at) VALUES (?, ?, ?, ?)",
            (request, text.strip()[:LONGEST], author, now()),
        )
        store.audit(author, "reply", assignment, found[0]["submission"], {"question": request, "text": text.strip()})
