"""When submissions arrived, by the server's clock: arrivals are recorded, and each attempt finds its own."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Iterator, Sequence

from grader.core.errors import UsageError
from grader.core.suggestions import suggestion
from grader.gradebook.assignments import assignment_row
from grader.gradebook.roster import learner_finder, learners, roster
from grader.gradebook.store import Store, now, time_of

__all__ = ["arrivals_of", "last_arrival", "receive", "recorded_arrivals", "submission_finder"]


def submission_finder(store: Store, assignment: str) -> Callable[[str], str]:
    """A name in a list of arrivals -> the submission it means: its own name, or a person of the roster.

    Raises UsageError for a name that is neither; where no submission and no roster is known, every name is one.
    """
    people = learners(store, assignment)
    names = {person.submission for person in people if person.submission is not None}
    listed = {person.id: person.submission or person.id for person in people if person.listed}
    learner = learner_finder(roster(store))
    known = sorted({*names, *listed})

    def find(name: str) -> str:
        if name in names or not known:
            return name
        if learner(name) in listed:
            return listed[learner(name)]
        tail = suggestion(name, known) or "; grade it first, or import a roster that has this person"
        raise UsageError(f"no submission and no learner {name!r} in {assignment}{tail}")

    return find


def receive(
    store: Store, assignment: str, arrivals: Iterable[tuple[str, datetime.datetime]], author: str = "", source: str = ""
) -> int:
    """Record when submissions arrived, by the server's clock. All or none. -> how many are new.

    The last time recorded is that of the last attempt; those recorded before it stay (`arrivals_of`).
    An arrival may take points away, so each that is new or another than before goes into the audit log.
    """
    assignment_row(store, assignment)
    recorded: dict[str, list[str]] = {}
    rows = store.rows("SELECT submission, received_at FROM arrivals WHERE assignment = ? ORDER BY id", assignment)
    for row in rows:
        recorded.setdefault(row["submission"], []).append(row["received_at"])
    given: dict[str, list[str]] = {}
    for name, moment in arrivals:
        given.setdefault(name, []).append(moment.astimezone(datetime.UTC).isoformat())
    new = [(name, *arrival) for name, times in given.items() for arrival in _new(recorded.get(name, []), times)]
    learner = learner_finder(roster(store))
    with store.transaction() as db:
        for name, before, when in new:
            db.execute(
                "INSERT INTO arrivals (assignment, submission, received_at, noted_at) VALUES (?, ?, ?, ?)",
                (assignment, name, when, now()),
            )
            db.execute(
                "INSERT INTO submissions (assignment, name, received_at) VALUES (?, ?, ?) "
                "ON CONFLICT (assignment, name) DO UPDATE SET received_at = excluded.received_at",
                (assignment, name, when),
            )
            detail = {"received_at": when, "before": before, "source": source}
            store.audit(author, "arrival", assignment, learner(name), detail)
    return len(new)


def _new(recorded: list[str], given: list[str]) -> Iterator[tuple[str | None, str]]:
    """The given times that differ from what was recorded last, each with the one before it; ISO, UTC, in order."""
    if recorded[-len(given) :] == given:
        return
    last = recorded[-1] if recorded else None
    for when in given:
        if when != last:
            yield last, when
        last = when


def recorded_arrivals(store: Store, assignment: str, submission: str) -> list[datetime.datetime]:
    """All arrivals of a submission, in the order in which they were recorded."""
    sql = "SELECT received_at FROM arrivals WHERE assignment = ? AND submission = ? ORDER BY id"
    return [time_of(row[0]) for row in store.rows(sql, assignment, submission)]


def last_arrival(store: Store, assignment: str, submission: str) -> datetime.datetime | None:
    """The arrival that was recorded last."""
    rows = store.rows("SELECT received_at FROM submissions WHERE assignment = ? AND name = ?", assignment, submission)
    return time_of(rows[0][0]) if rows and rows[0][0] else None


def arrivals_of(
    seen: Sequence[datetime.datetime], recorded: Sequence[datetime.datetime]
) -> list[datetime.datetime | None]:
    """When each attempt arrived, from when each was first graded and the arrivals recorded, both in their order.

    The last arrival belongs to the last attempt: what is recorded last holds. An earlier attempt has the last one
    that lies before its grading, since work is graded after it arrives. Where that is the arrival of the attempt
    before it, its own was never recorded: None.
    """
    found: list[datetime.datetime | None] = []
    for graded in seen[:-1]:
        own = next((time for time in reversed(recorded) if time <= graded), None)
        before = next((time for time in reversed(found) if time is not None), None)
        found.append(None if own == before else own)
    return [*found, recorded[-1] if recorded else None] if seen else []
