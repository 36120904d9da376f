"""The gradebook as one object: a facade over the functions of this room."""

from __future__ import annotations

import contextlib
import datetime
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Self

from grader.gradebook import (
    arrivals,
    assignments,
    attempts,
    changes,
    feedback,
    final_grades,
    item_rulings,
    manual_marks,
    merge,
    overrides,
    requests,
    roster,
    rubric,
    store,
    timeline,
)
from grader.gradebook.attempts import Attempt, Stored
from grader.gradebook.database import only_run
from grader.gradebook.feedback import Adjustment, Comment, Place
from grader.gradebook.final_grades import FinalGrade
from grader.gradebook.item_rulings import ItemRuling
from grader.gradebook.late_policy import LatePolicy
from grader.gradebook.manual_marks import OpenAnswer
from grader.gradebook.merge import Merged
from grader.gradebook.requests import RegradeRequest
from grader.gradebook.roster import Person
from grader.gradebook.rubric import Judgement, RubricChange, RubricLine
from grader.gradebook.timeline import Timeline
from grader.reports.schema import Report

__all__ = ["Gradebook"]


class Gradebook:
    """An open gradebook. Every change is one transaction; raw results are never changed.

    Marks of open answers, overrides, extensions and the late policy apply when a grade is asked for. Where several
    attempts of a learner have a result, `attempts` says which one counts: "last", "first" or "best".
    """

    def __init__(self, opened: store.Store) -> None:
        """A gradebook over a store that is open; `Gradebook.open` opens one."""
        self._store = opened

    @classmethod
    def open(cls, path: Path | str, *, create: bool = False, reading: bool = False) -> Self:
        """The gradebook at `path`, its integrity checked; made where `create`. Raises UsageError, MachineError.

        Where it is only for `reading`, it may lie on a read-only disk or in a folder of somebody else's.
        """
        return cls(store.open_store(path, create=create, reading=reading))

    @property
    def path(self) -> Path:
        """The gradebook's file."""
        return self._store.path

    def close(self) -> None:
        """Close the file."""
        self._store.connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def running(
        self, waiting: Callable[[], Any] = lambda: None, *, seconds: float = 3600.0
    ) -> contextlib.AbstractContextManager[None]:
        """Hold the gradebook for one run; a second run waits (`grader.gradebook.database.only_run`)."""
        return only_run(self.path, waiting, seconds=seconds)

    def integrity(self) -> list[str]:
        """What is wrong with the file; empty where it is whole. Raises MachineError."""
        return store.check_integrity(self._store)

    def audit_log(self, assignment: str | None = None) -> Iterator[dict[str, Any]]:
        """Everything a person decided, oldest first."""
        return store.audit_log(self._store, assignment)

    # assignments and due dates

    def assignments(self) -> tuple[str, ...]:
        """Ids of the assignments in the book, sorted."""
        return assignments.assignments(self._store)

    def add_assignment(self, assignment: str, title: str = "") -> None:
        """Add an assignment; one that is known keeps its policy."""
        assignments.add_assignment(self._store, assignment, title)

    def policy(self, assignment: str) -> LatePolicy:
        """The late policy of an assignment. Raises UsageError where the book does not have the assignment."""
        return assignments.policy(self._store, assignment)

    def set_policy(self, assignment: str, policy: LatePolicy, author: str) -> None:
        """Set the late policy. Stored results do not change: the policy applies when grades are computed."""
        assignments.set_policy(self._store, assignment, policy, author)

    # who takes part, and when they handed in

    def roster(self) -> tuple[Person, ...]:
        """Everybody on the roster, by id."""
        return roster.roster(self._store)

    def import_roster(self, people: tuple[Person, ...], source: str, author: str) -> tuple[int, int]:
        """Add people, or update known ones; nobody is removed. -> how many are new, how many changed."""
        return roster.import_roster(self._store, people, source, author)

    def learners(self, assignment: str) -> tuple[Person, ...]:
        """The roster with each person's submission to `assignment`, then submissions whose person is not on it.

        Where several submissions name one person, the one with the person's own id counts, else the first; the others
        stay in the list under their own names, so that none stands in for another unseen.
        """
        return roster.learners(self._store, assignment)

    def learner_of(self, submission: str) -> str:
        """The id of the person that a submission's id names; the submission's id where no such person is listed."""
        return roster.learner_of(self._store, submission)

    def submission_finder(self, assignment: str) -> Callable[[str], str]:
        """A name in a list of arrivals -> the submission it means: its own name, or a person of the roster.

        Raises UsageError for a name that is neither; where no submission and no roster is known, every name is one.
        """
        return arrivals.submission_finder(self._store, assignment)

    def receive(
        self, assignment: str, arrived: Iterable[tuple[str, datetime.datetime]], author: str = "", source: str = ""
    ) -> int:
        """Record when submissions arrived, by the server's clock. All or none. -> how many are new.

        The last time recorded is that of the last attempt; those recorded before it stay.
        An arrival may take points away, so each that is new or another than before goes into the audit log.
        """
        return arrivals.receive(self._store, assignment, arrived, author, source)

    # the seed of the hidden data

    def kept_seed(self, assignment: str) -> int | None:
        """The seed of this cohort's hidden data; in an older book that of most counted results; None where none was."""
        return assignments.kept_seed(self._store, assignment)

    def keep_seed(self, assignment: str, seed: int, author: str) -> None:
        """Keep the seed with which this cohort is graded from now on; a change is in the audit log."""
        assignments.keep_seed(self._store, assignment, seed, author)

    # attempts and their results

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
        """Store a result, and with it the attempt it belongs to, in one transaction.

        Where `count`, it becomes the one that counts, unless it is partial, practice, or failed for our reasons
        while another result of the learner's counts already. A result that is there under the same key stays, unless
        it failed for our reasons or `again` is given. -> whether it counts now.
        """
        return attempts.store_result(
            self._store, assignment, submission, digest, content, stored, count=count, again=again
        )

    def count(self, assignment: str, results: Iterable[tuple[str, str, Mapping[str, object]]], author: str) -> int:
        """Let stored results count for their submissions' last attempts, all in one transaction.

        `results` are submission, key, and the detail for the audit log. -> how many count now that did not before.
        """
        return attempts.let_count(self._store, assignment, results, author)

    def attempt(self, assignment: str, submission: str) -> Attempt | None:
        """The last attempt of a submission, or None."""
        return attempts.last_attempt(self._store, assignment, submission)

    def attempts(self, assignment: str) -> Iterator[Attempt]:
        """The last attempt of every submission, by name."""
        return attempts.attempts(self._store, assignment)

    def graded_since(self, assignment: str, since: str = "") -> tuple[str, ...]:
        """Submissions with a result made at `since` (ISO, UTC) or later, by name; all that have one where it is ""."""
        return attempts.graded_since(self._store, assignment, since)

    def result(self, key: str) -> Report | None:
        """The report that is stored under `key`, unless it is one that failed for our reasons."""
        return attempts.result(self._store, key)

    def settled(self, assignment: str, submission: str, digest: str, key: str) -> bool:
        """True where the submission's last attempt is this one and the result under `key` is the one that counts."""
        return attempts.settled(self._store, assignment, submission, digest, key)

    def usual_terms(self, assignment: str) -> tuple[int, str] | None:
        """The seed and the language that most counted results have; None where there are none."""
        return attempts.usual_terms(self._store, assignment)

    # reports and grades

    def report(self, assignment: str, submission: str) -> Report | None:
        """The report that counts of one submission's last graded attempt, without marks; or None."""
        return attempts.counted_report(self._store, assignment, submission)

    def report_digest(self, assignment: str, submission: str) -> str | None:
        """The digest of the attempt that `report` is about."""
        return attempts.counted_digest(self._store, assignment, submission)

    def reports(
        self, assignment: str, *, marked: bool = False, attempts: str = "last", ruled: bool = True
    ) -> Iterator[Report]:
        """The report of the attempt that counts of every submission that has one, by name.

        Where `marked`, what people decided is applied: marks of open answers, adjustments, comments, rulings on
        questions (these unless not `ruled`).
        """
        return final_grades.reports(self._store, assignment, marked=marked, attempts=attempts, ruled=ruled)

    def final_grade(self, assignment: str, learner: str, *, attempts: str = "last") -> FinalGrade:
        """A learner's grade as it stands now: score, marks, override and lateness. Raises UsageError."""
        return final_grades.final_grade(self._store, assignment, learner, attempts=attempts)

    def final_grades(self, assignment: str, *, attempts: str = "last") -> Iterator[FinalGrade]:
        """The grade of everybody that `learners` names, in that order."""
        return final_grades.final_grades(self._store, assignment, attempts=attempts)

    def marked_report(self, assignment: str, final: FinalGrade) -> Report:
        """The whole report that a final grade comes from, with the marks of open answers. Raises UsageError."""
        return final_grades.report_behind(self._store, assignment, final)

    def timeline(
        self, assignment: str, learner: str, *, attempts: str = "last", person: Person | None = None
    ) -> Timeline:
        """All attempts of a learner. Raises UsageError where there is no such learner.

        `person` is the learner, where `learners` has named them already.
        """
        return timeline.timeline(self._store, assignment, learner, attempts=attempts, person=person)

    def change_marks(self, assignment: str) -> Mapping[str, object]:
        """What changes whenever somebody's grade may have changed: "s:SUBMISSION", "l:LEARNER", "" for everybody."""
        return changes.change_marks(self._store, assignment)

    # what people decide

    def override(self, assignment: str, learner: str, points: Fraction | None, author: str, reason: str) -> None:
        """Set points in place of a learner's score; None takes an earlier override back. All of them are kept."""
        overrides.override_many(self._store, assignment, [(learner, points, reason)], author)

    def override_many(self, assignment: str, rows: Iterable[tuple[str, Fraction | None, str]], author: str) -> None:
        """Overrides of many learners (learner, points, reason), all of them or none."""
        overrides.override_many(self._store, assignment, rows, author)

    def extend(self, assignment: str, learner: str, due_at: datetime.datetime | None, author: str, reason: str) -> None:
        """Give a learner a due date of their own; None takes it back. All of them are kept."""
        overrides.extend(self._store, assignment, learner, due_at, author, reason)

    def open_answers(
        self, assignment: str, *, attempts: str = "last", people: Iterable[Person] | None = None
    ) -> Iterator[OpenAnswer]:
        """Every answer that a person marks, of the attempts that count or, of the best, may count, by learner.

        Each has its mark where it has one; the same words of several attempts are one answer. Of everybody, or of the
        `people` that `learners` has named.
        """
        return manual_marks.open_answers(self._store, assignment, attempts=attempts, people=people)

    def marking_code(self, assignment: str, submission: str) -> str:
        """What stands for a submission in a marking sheet without names; the same in every sheet."""
        return manual_marks.marking_code(self._store, assignment, submission)

    def mark(self, assignment: str, marks: Iterable[tuple[OpenAnswer, Fraction, str]], author: str) -> int:
        """Store what a person gives to open answers: answer, points, note; all of them or none.

        The last mark of an answer holds; the same points with the same note again are no new mark. -> how many are new.
        Raises UsageError.
        """
        return manual_marks.mark(self._store, assignment, marks, author)

    # what a person says: points of a step, comments, rubrics

    def adjust(
        self, assignment: str, submission: str, step: str, points: Fraction | None, author: str, reason: str
    ) -> None:
        """Add points to a step of a submission; None takes an earlier adjustment back. The learner reads the reason."""
        feedback.adjust(self._store, assignment, submission, step, points, author, reason)

    def adjustments(self, assignment: str, submission: str) -> Mapping[str, Adjustment]:
        """Step -> the adjustment of a submission that holds."""
        return feedback.adjustments_of(self._store, assignment, submission)

    def comment(self, assignment: str, submission: str, attempt: int, place: Place, text: str, author: str) -> None:
        """Write a comment that the learner reads; an empty text takes back the author's earlier one in that place."""
        feedback.comment(self._store, assignment, submission, attempt, place, text, author)

    def comments(self, assignment: str, submission: str, attempt: int | None = None) -> tuple[Comment, ...]:
        """The comments on a submission that stand; those of one attempt where it is given."""
        return feedback.comments_of(self._store, assignment, submission, attempt)

    def rubric(self, assignment: str, item: str) -> tuple[RubricLine, ...]:
        """The criteria of an open question."""
        return rubric.rubric(self._store, assignment, item)

    def judgements(self, assignment: str, item: str, *, second: bool = False) -> Mapping[tuple[str, str], Judgement]:
        """(submission, version of the answer) -> what was ticked for it last; `second`: by a second marker."""
        return rubric.judgements(self._store, assignment, item, second=second)

    def judge(
        self, assignment: str, answers: Sequence[OpenAnswer], judgement: Judgement, *, second: bool = False
    ) -> int:
        """Tick criteria for answers to one question, all of them or none, and mark them so. -> how many.

        A `second` judgement is for comparing two markers and changes no mark.
        """
        return rubric.judge(self._store, assignment, answers, judgement, second=second)

    def undo_judgement(self, assignment: str, item: str, author: str) -> tuple[str, int]:
        """Take back the author's last judgement that stands. -> the version of its words, and how many answers."""
        return rubric.undo(self._store, assignment, item, author)

    def rule(self, assignment: str, ruling: ItemRuling) -> None:
        """Drop a question of the quiz, give it to all, or accept another answer; "" takes the ruling back."""
        item_rulings.rule(self._store, assignment, ruling)

    def rulings(self, assignment: str) -> Mapping[str, ItemRuling]:
        """Item -> the ruling on it that holds."""
        return item_rulings.rulings(self._store, assignment)

    def take_requests(self, assignment: str, rows: Iterable[tuple[str, str, str]], source: str, author: str) -> int:
        """Store questions of learners (submission, step, text), all of them or none. -> how many are new."""
        return requests.take_requests(self._store, assignment, rows, source, author)

    def requests(self, assignment: str) -> tuple[RegradeRequest, ...]:
        """The questions of learners with the replies to them, those without one first."""
        return requests.requests(self._store, assignment)

    def reply(self, assignment: str, request: int, text: str, author: str) -> None:
        """Answer a learner's question; it goes out with the next feedback."""
        requests.reply(self._store, assignment, request, text, author)

    def rubric_preview(
        self, assignment: str, item: str, changed: Sequence[RubricLine], *, attempts: str = "last"
    ) -> tuple[RubricChange, ...]:
        """Whose marks another rubric would change, and how."""
        return rubric.preview(self._store, assignment, item, changed, attempts=attempts)

    def change_criterion(
        self,
        assignment: str,
        item: str,
        criterion: RubricLine,
        author: str,
        *,
        gone: bool = False,
        attempts: str = "last",
    ) -> tuple[RubricChange, ...]:
        """Add, change or take away (`gone`) a criterion, with the marks that follow. -> whose marks changed."""
        return rubric.change_criterion(self._store, assignment, item, criterion, author, gone=gone, attempts=attempts)

    def merge(self, other: Gradebook, author: str, *, prefer_there: bool = False) -> Merged:
        """Take over the results and the marks of another gradebook, of a part of the cohort.

        Results that are here already stay, and an attempt that was graded there before one of here comes before it.
        Where both books have marks for the same words that differ, the mark here holds, or the other one where
        `prefer_there`; both are kept. Overrides, extensions, the roster, arrivals and due dates are not taken over.
        Taking a book over twice changes nothing. Raises UsageError, MachineError.
        """
        return merge.merge(self._store, other._store, author, prefer_there=prefer_there)
