"""Open answers of the quiz: which there are, and the marks that people give them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from grader.core.errors import UsageError
from grader.core.model import exact
from grader.gradebook.keeping import now
from grader.gradebook.manual_marks import ManualMark, OpenAnswer, code_of
from grader.gradebook.tried import Tried

__all__ = ["Marking"]


class Marking(Tried):
    """Marks are kept by the words of an answer; the last one holds, and all of them stay."""

    def open_answers(self, assignment: str, *, attempts: str = "last") -> Iterator[OpenAnswer]:
        """Every answer that a person marks, of the attempts that count or, of the best, may count, by learner.

        Each has its mark where it has one; the same words of several attempts are one answer.
        """
        self._assignment(assignment)
        for one in self.learners(assignment):
            rows = self._rows(_SCORED, assignment, one.submission or "")
            seen: set[tuple[str, str]] = set()
            for row in {"last": rows[-1:], "first": rows[:1]}.get(attempts, rows):
                for answer in self._open(assignment, row, self._report(row["result"]), one.id):
                    if (answer.item, answer.version) not in seen:
                        seen.add((answer.item, answer.version))
                        yield answer

    def marking_code(self, assignment: str, submission: str) -> str:
        """What stands for a submission in a marking sheet without names (`grader.gradebook.manual_marks.code_of`)."""
        return code_of(str(self._rows("SELECT salt FROM marking")[0][0]), assignment, submission)

    def mark(self, assignment: str, marks: Iterable[tuple[OpenAnswer, Fraction, str]], author: str) -> int:
        """Keep what a person gives to open answers: answer, points, note; all of them or none.

        The last mark of an answer holds; the same points with the same note again are no new mark. -> how many are new.
        Raises UsageError.
        """
        if not author.strip():
            raise UsageError("a mark needs its author; it is kept in the trail")
        new = [
            (one, points, note)
            for one, points, note in marks
            if one.mark is None or (one.mark.points, one.mark.possible, one.mark.note) != (points, one.possible, note)
        ]
        with self._change():
            for one, points, note in new:
                mark = ManualMark(points, one.possible, author, note, now())
                self._keep_mark(assignment, one.submission, one.item, one.version, mark)
                self._trail(author, "mark", assignment, one.learner, told_of(one.item, mark))
        return len(new)

    def _keep_mark(self, assignment: str, submission: str, item: str, version: str, mark: ManualMark) -> None:
        self._db.execute(
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


_SCORED = """
SELECT s.name, a.number, a.counted AS result FROM submissions s JOIN attempts a ON a.submission = s.id
WHERE s.assignment = ? AND s.name = ? AND a.counted IS NOT NULL ORDER BY a.number
"""


def told_of(item: str, mark: ManualMark) -> dict[str, str]:
    """What the trail says of a mark."""
    return {"item": item, "points": str(exact(mark.points)), "possible": str(exact(mark.possible)), "note": mark.note}
