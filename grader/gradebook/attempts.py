"""What was handed in, attempt by attempt, and what it got.

An attempt is told apart by its content: handing in the same text again is no new one. Each result belongs to an
attempt and has a key (`grader.submissions.cache_key`); one result of an attempt is the one that counts for it.
"""

from __future__ import annotations

import dataclasses
import datetime
import difflib
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping

from grader.core.errors import UsageError
from grader.gradebook.keeping import Stored, keep, now
from grader.gradebook.learners import Learners
from grader.gradebook.people import owners

__all__ = ["Attempt", "Attempts"]


@dataclasses.dataclass(frozen=True)
class Attempt:
    """What was handed in at one time. `content` is the submission as JSON (`grader.submissions.cache_key`)."""

    submission: str
    number: int
    digest: str
    path: str
    content: str
    counted: int | None  # id of the result that counts


class Attempts(Learners):
    """Submissions on their way in: kept, found again, and made to count."""

    def senders(self, assignment: str) -> Callable[[str], str]:
        """A name in a list of arrivals -> the submission it means: its own name, or a person of the roster.

        Raises UsageError for a name that is neither; where no submission and no roster is known, every name is one.
        """
        people = self.learners(assignment)
        names = {one.submission for one in people if one.submission is not None}
        listed = {one.id: one.submission or one.id for one in people if one.listed}
        find = owners(self.roster())
        known = sorted({*names, *listed})

        def submission(name: str) -> str:
            if name in names or not known:
                return name
            who = find(name)
            if who in listed:
                return listed[who]
            near = difflib.get_close_matches(name, known, 1)
            tail = f"did you mean {near[0]!r}?" if near else "grade it first, or import a roster that has this person"
            raise UsageError(f"no submission and no learner {name!r} in {assignment}; {tail}")

        return submission

    def receive(
        self, assignment: str, arrivals: Iterable[tuple[str, datetime.datetime]], author: str = "", source: str = ""
    ) -> int:
        """Note when submissions arrived, by the server's clock. All or none. -> how many are news.

        The last time noted is that of the last attempt; those noted before it stay (`timeline.arrivals_of`).
        An arrival may take points away, so each that is new or another than before goes into the trail.
        """
        self._assignment(assignment)
        noted: dict[str, list[str]] = {}
        rows = self._rows("SELECT submission, received_at FROM arrivals WHERE assignment = ? ORDER BY id", assignment)
        for row in rows:
            noted.setdefault(row["submission"], []).append(row["received_at"])
        told: dict[str, list[str]] = {}
        for name, moment in arrivals:
            told.setdefault(name, []).append(moment.astimezone(datetime.UTC).isoformat())
        news = [(name, *one) for name, times in told.items() for one in _news(noted.get(name, []), times)]
        find = owners(self.roster())
        with self._change() as db:
            for name, before, when in news:
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
                self._trail(author, "arrival", assignment, find(name), detail)
        return len(news)

    def graded_since(self, assignment: str, since: str = "") -> tuple[str, ...]:
        """Submissions with a result made at `since` (ISO, UTC) or later, by name; all that have one where it is ""."""
        rows = self._rows(
            "SELECT DISTINCT s.name FROM submissions s JOIN attempts a ON a.submission = s.id JOIN results r "
            "ON r.attempt = a.id WHERE s.assignment = ? AND r.graded_at >= ? ORDER BY s.name",
            assignment,
            since,
        )
        return tuple(row[0] for row in rows)

    def attempt(self, assignment: str, submission: str) -> Attempt | None:
        """The last attempt of a submission, or None."""
        rows = self._rows(
            ATTEMPT + "WHERE s.assignment = ? AND s.name = ? ORDER BY a.number DESC LIMIT 1", assignment, submission
        )
        return _attempt(rows[0]) if rows else None

    def attempts(self, assignment: str) -> Iterator[Attempt]:
        """The last attempt of every submission, by name."""
        for row in self._rows("SELECT name FROM submissions WHERE assignment = ? ORDER BY name", assignment):
            last = self.attempt(assignment, row[0])
            if last is not None:
                yield last

    def result(self, key: str) -> str | None:
        """The report (JSON text) that is stored under `key`, unless it is one that failed for our reasons."""
        rows = self._rows("SELECT report FROM results WHERE key = ? AND NOT broken ORDER BY id DESC LIMIT 1", key)
        return str(rows[0][0]) if rows else None

    def settled(self, assignment: str, submission: str, digest: str, key: str) -> bool:
        """True where the submission's last attempt is this one and the result under `key` is the one that counts."""
        rows = self._rows(
            "SELECT a.digest, r.key FROM submissions s JOIN attempts a ON a.submission = s.id "
            "LEFT JOIN results r ON r.id = a.counted WHERE s.assignment = ? AND s.name = ? "
            "ORDER BY a.number DESC LIMIT 1",
            assignment,
            submission,
        )
        return bool(rows) and rows[0]["digest"] == digest and rows[0]["key"] == key

    def store(
        self,
        assignment: str,
        submission: str,
        digest: str,
        content: str,
        stored: Stored,
        *,
        count: bool = True,
        again: bool = False,
    ) -> bool:
        """Keep a result, and with it the attempt it belongs to, in one transaction.

        Where `count`, it becomes the one that counts, unless it is partial, practice, or failed for our reasons
        while another result of the learner's counts already. A result that is there under the same key stays, unless
        it failed for our reasons or `again` is given. -> whether it counts now.
        """
        with self._change() as db:
            return keep(db, assignment, submission, digest, content, stored, count=count, again=again)

    def count(self, assignment: str, results: Iterable[tuple[str, str, Mapping[str, object]]], author: str) -> int:
        """Let stored results count for their submissions' last attempts, all in one transaction.

        `results` are submission, key, and what the trail is to say. -> how many count now that did not before.
        """
        changed = 0
        with self._change() as db:
            for submission, key, detail in results:
                rows = db.execute(
                    "SELECT a.id, a.counted, r.id AS result FROM submissions s JOIN attempts a ON a.submission = s.id "
                    "LEFT JOIN results r ON r.attempt = a.id AND r.key = ? AND r.grade AND r.partial = '' "
                    "WHERE s.assignment = ? AND s.name = ? ORDER BY a.number DESC LIMIT 1",
                    (key, assignment, submission),
                )
                row = rows.fetchone()
                if row is None or row["result"] is None or row["result"] == row["counted"]:
                    continue
                db.execute("UPDATE attempts SET counted = ? WHERE id = ?", (row["result"], row["id"]))
                self._trail(author, "regrade", assignment, submission, detail)
                changed += 1
        return changed

    def usual(self, assignment: str) -> tuple[int, str] | None:
        """The seed and the language that most counted results have; None where there are none."""
        rows = self._rows(
            "SELECT r.seed, r.language FROM results r JOIN attempts a ON a.counted = r.id JOIN submissions s "
            "ON s.id = a.submission WHERE s.assignment = ? GROUP BY 1, 2 ORDER BY count(*) DESC, 1, 2 LIMIT 1",
            assignment,
        )
        return (rows[0][0], rows[0][1]) if rows else None


ATTEMPT = """
SELECT s.name, a.number, a.digest, a.path, a.content, a.counted
FROM attempts a JOIN submissions s ON s.id = a.submission
"""


def _attempt(row: sqlite3.Row) -> Attempt:
    return Attempt(row["name"], row["number"], row["digest"], row["path"], row["content"], row["counted"])


def _news(noted: list[str], told: list[str]) -> Iterator[tuple[str | None, str]]:
    """The times in `told` that are not what was noted last, each with the one before it; ISO, UTC, in their order."""
    if noted[-len(told) :] == told:
        return
    last = noted[-1] if noted else None
    for when in told:
        if when != last:
            yield last, when
        last = when
