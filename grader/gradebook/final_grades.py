"""Final grades: a report's points with marks, override and lateness applied, exact until another system gets them.

They are computed whenever they are asked for and never stored, so another policy changes what is shown and nothing
else. `attempts` says which attempt of a learner counts: "last", "first" or "best".
"""

from __future__ import annotations

import dataclasses
import datetime
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from grader.core.errors import UsageError
from grader.gradebook.arrivals import arrivals_of, last_arrival, recorded_arrivals
from grader.gradebook.assignments import policy
from grader.gradebook.attempts import COUNTED, report_of
from grader.gradebook.late_policy import Late, LatePolicy, lateness
from grader.gradebook.manual_marks import marked_report, marked_totals, open_items
from grader.gradebook.overrides import Override, extension_of, override_of
from grader.gradebook.roster import Person, learners
from grader.gradebook.store import Store, time_of
from grader.reports.schema import Report, Score
from grader.reports.totals import AnyReport, ReportTotals, totals_of

__all__ = [
    "FinalGrade",
    "Grade",
    "TimedAttempt",
    "final_grade",
    "final_grades",
    "grade_among",
    "grade_from",
    "grade_of",
    "grades_of",
    "report_behind",
    "reports",
    "timed_attempts",
    "worth_of",
]


@dataclasses.dataclass(frozen=True)
class FinalGrade:
    """A grade and everything that went into it, exact. `raw` is None where nothing was handed in and counted.

    `raw` = `code` + `quiz` (None where no quiz was handed in), out of `possible`, which is the manifest's whatever was
    handed in; `bonus` on top; an override replaces all. `deduction` is for lateness. `total` is
    what stands at the end, never below 0, and None where there is neither a score nor an override. `attempt` is the
    number of the attempt that counts, 0 where there is none. `waiting` counts open answers that nobody has marked;
    `held_for` says, by language, why a whole quiz waits for a person.
    """

    learner: str
    raw: Fraction | None
    bonus: Fraction
    possible: Fraction
    pending: Fraction
    override: Override | None
    late: Late
    deduction: Fraction
    total: Fraction | None
    attempt: int
    waiting: int = 0
    code: Fraction | None = None
    quiz: Fraction | None = None
    totals: ReportTotals | None = None  # of the attempt that counts, with marks, without single answers
    held_for: Mapping[str, str] = dataclasses.field(default_factory=dict)


def grade_of(learner: str, report: AnyReport | None, attempt: int, override: Override | None, late: Late) -> FinalGrade:
    """The grade of a learner from a report with its marks, or from none."""
    if isinstance(report, Report):
        report = totals_of(report)
    if report is None:
        raw, bonus, score = None, Fraction(0), Score(Fraction(0), Fraction(0))
    else:
        raw, bonus, score = report.score.earned, report.bonus.earned, report.score
    before = override.points if override is not None else None if raw is None else raw + bonus
    deduction = Fraction(0) if before is None else min(before, late.part * score.possible)
    return FinalGrade(
        learner=learner,
        raw=raw,
        bonus=bonus,
        possible=score.possible,
        pending=score.held,
        override=override,
        late=late,
        deduction=deduction,
        total=None if before is None else before - deduction,
        attempt=attempt,
        waiting=0 if report is None else len(open_items(report)),
        code=None if report is None else report.code.earned,
        held_for=report.quiz_answers.held_for if report is not None and report.quiz_answers is not None else {},
        quiz=report.quiz.earned if report is not None and report.quiz and report.quiz_answers else None,
        totals=None if report is None else report.without_answers(),
    )


@dataclasses.dataclass(frozen=True)
class TimedAttempt:
    """One attempt. `alone` is the grade that it has by itself, without an override, and None where nothing was scored.

    `why` then says why, and is "" elsewhere.
    """

    number: int
    seen_at: datetime.datetime  # when it was first graded, by the grading machine's clock
    received_at: datetime.datetime | None  # when the server received it, where that is known
    result: int | None  # id of the result that counts for this attempt
    report: ReportTotals | None
    alone: FinalGrade | None
    why: str = ""

    @property
    def total(self) -> Fraction:
        """The total that it has by itself; 0 where nothing was scored."""
        return Fraction(0) if self.alone is None or self.alone.total is None else self.alone.total


_ATTEMPTS = """
SELECT s.name, a.number, a.seen_at, a.counted AS result, min(r.graded_at) AS graded_at, max(r.broken) AS broken,
  min(r.grade) AS grade, max(r.partial) AS partial
FROM submissions s JOIN attempts a ON a.submission = s.id LEFT JOIN results r ON r.attempt = a.id
WHERE s.assignment = ? AND s.name = ? GROUP BY a.id ORDER BY a.number
"""


def timed_attempts(
    store: Store, assignment: str, person: Person, late_policy: LatePolicy, attempts: str = "all"
) -> list[TimedAttempt]:
    """A learner's attempts, oldest first: "all", or those among which `attempts` chooses."""
    rows = store.rows(_ATTEMPTS, assignment, person.submission or "")
    recorded = recorded_arrivals(store, assignment, person.submission or "")
    seen = [min(time_of(row["seen_at"]), time_of(row["graded_at"] or row["seen_at"])) for row in rows]
    arrived = arrivals_of(seen, recorded)
    scored = [i for i, row in enumerate(rows) if row["result"] is not None]
    kept = {"all": range(len(rows)), "last": scored[-1:], "first": scored[:1]}.get(attempts, scored)
    due = extension_of(store, assignment, person.id)
    found = []
    for i in kept:
        row, alone, report = rows[i], None, None
        if row["result"] is not None:
            report = marked_totals(store, assignment, row)
            alone = grade_of(person.id, report, row["number"], None, lateness(late_policy, arrived[i], due))
        found.append(TimedAttempt(row["number"], seen[i], arrived[i], row["result"], report, alone, _why(row)))
    return found


def _why(row: sqlite3.Row) -> str:
    """Why nothing of an attempt counts; "" where something does."""
    if row["result"] is not None:
        return ""
    if row["graded_at"] is None:
        return "not graded"
    if row["broken"]:
        return "could not be graded here"
    return "practice, not a grade" if not row["grade"] else f"only {row['partial']}" if row["partial"] else "a preview"


def _chosen(found: Sequence[TimedAttempt], attempts: str) -> TimedAttempt | None:
    """The attempt that counts: the "last" or the "first" that was graded, or the "best".

    The best has the highest grade with marks, bonus and lateness in it; of equal ones the earlier.
    """
    scored = [attempt for attempt in found if attempt.alone is not None]
    if not scored:
        return None
    if attempts == "best":
        return max(scored, key=lambda attempt: (attempt.total, -attempt.number))
    return scored[0 if attempts == "first" else -1]


def _pending(found: Sequence[TimedAttempt], chosen: TimedAttempt, attempts: str) -> Fraction:
    """Points that are held: of the best, also those by which another attempt may still overtake it."""
    assert chosen.alone is not None
    if attempts != "best":
        return chosen.alone.pending
    most = max(attempt.total + attempt.alone.pending for attempt in found if attempt.alone is not None)
    return max(chosen.alone.pending, most - chosen.total)


def grade_among(
    store: Store, assignment: str, person: Person, found: Sequence[TimedAttempt], attempts: str
) -> FinalGrade:
    """A learner's grade: that of the attempt that counts among those `found`, or none, with a person's override."""
    chosen, override = _chosen(found, attempts), override_of(store, assignment, person.id)
    if chosen is None or chosen.alone is None:
        received = last_arrival(store, assignment, person.submission or "")
        due = extension_of(store, assignment, person.id)
        return grade_of(person.id, None, 0, override, lateness(policy(store, assignment), received, due))
    grade = grade_of(person.id, chosen.report, chosen.number, override, chosen.alone.late)
    return dataclasses.replace(grade, pending=_pending(found, chosen, attempts))


def final_grade(store: Store, assignment: str, learner: str, *, attempts: str = "last") -> FinalGrade:
    """A learner's grade as it stands now. Raises UsageError."""
    people = [person for person in learners(store, assignment) if person.id == learner] or [Person(learner)]
    return next(_grades(store, assignment, people[:1], attempts))


def final_grades(store: Store, assignment: str, *, attempts: str = "last") -> Iterator[FinalGrade]:
    """The grade of everybody that `learners` names, in that order."""
    return _grades(store, assignment, learners(store, assignment), attempts)


def _grades(store: Store, assignment: str, people: Sequence[Person], attempts: str) -> Iterator[FinalGrade]:
    late_policy = policy(store, assignment)
    for person in people:
        found = timed_attempts(store, assignment, person, late_policy, attempts)
        yield grade_among(store, assignment, person, found, attempts)


def reports(
    store: Store, assignment: str, *, marked: bool = False, attempts: str = "last", ruled: bool = True
) -> Iterator[Report]:
    """The report of the attempt that counts of every submission that has one, by name; `marked`: with its marks.

    Without `ruled`, marked reports leave out the rulings on questions of the quiz.
    """
    if attempts == "last":
        for row in store.rows(COUNTED, assignment):
            yield marked_report(store, assignment, row, ruled=ruled) if marked else report_of(store, row["result"])
        return
    late_policy = policy(store, assignment)
    people = {person.submission: person for person in learners(store, assignment) if person.submission is not None}
    for name, person in sorted(people.items()):
        chosen = _chosen(timed_attempts(store, assignment, person, late_policy, attempts), attempts)
        if chosen is not None and chosen.result is not None:
            counted = {"name": name, "number": chosen.number, "result": chosen.result}
            yield marked_report(store, assignment, counted, ruled=ruled) if marked else report_of(store, chosen.result)


def report_behind(store: Store, assignment: str, final: FinalGrade) -> Report:
    """The whole report that a grade comes from, with its marks. Raises UsageError where it comes from none."""
    name = final.totals.submission.id if final.totals is not None else ""
    where = "WHERE s.assignment = ? AND s.name = ? AND a.number = ?"
    sql = "SELECT s.name, a.number, a.counted AS result FROM submissions s JOIN attempts a ON a.submission = s.id "
    rows = store.rows(sql + where, assignment, name, final.attempt)
    if not rows or rows[0]["result"] is None:
        raise UsageError(f"{store.path}: no report of {final.learner!r} counts in {assignment}")
    return marked_report(store, assignment, rows[0])


@dataclasses.dataclass(frozen=True)
class Grade:
    """One learner's grade for another system: the score with bonus, override and lateness, or None for no grade.

    `known` holds everything that a system may call this person by: the id, the submission's id, a login, an e-mail.
    `report` has the points; `whole` reads the report itself, which a class of thousands has no room for.
    """

    learner: str
    total: Fraction | None
    possible: Fraction
    held: Fraction = Fraction(0)
    raw: Fraction | None = None
    bonus: Fraction = Fraction(0)
    override: Fraction | None = None
    deduction: Fraction = Fraction(0)
    days_late: int = 0
    name: str = ""
    section: str = ""
    email: str = ""
    known: Mapping[str, str] = dataclasses.field(default_factory=dict)  # kind of id -> id
    report: ReportTotals | None = None
    whole: Callable[[], Report] | None = None

    @property
    def ids(self) -> tuple[str, ...]:
        """Everything this person may be called by, each once."""
        ids = (self.learner, *self.known.values(), self.email, self.email.partition("@")[0])
        return tuple(dict.fromkeys(ident for ident in ids if ident))


def grades_of(reports: Iterable[Report]) -> Iterator[Grade]:
    """The grades that reports alone give, which hold their reports: for a handful; see `grade_from`."""
    for report in reports:
        yield grade_from(totals_of(report), lambda report=report: report)  # type: ignore[misc]


def grade_from(totals: ReportTotals, whole: Callable[[], Report]) -> Grade:
    """The grade that a report alone gives: no late policy, no override. A partial run is no grade."""
    score, bonus = totals.score, totals.bonus.earned
    return Grade(
        learner=totals.submission.id,
        total=None if totals.only else score.earned + bonus,
        possible=score.possible,
        held=score.held,
        raw=score.earned,
        bonus=bonus,
        report=totals.without_answers(),
        whole=whole,
    )


def worth_of(grades: Iterable[Grade]) -> Fraction:
    """What the assignment is worth, as its reports say: the most, where its manifest has changed meanwhile."""
    return max((grade.possible for grade in grades), default=Fraction(0))
