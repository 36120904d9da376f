"""Reports -> one compact table: a column a step, a check and a quiz item, a row a learner.

A report takes tens of kilobytes, a row of the table a few hundred bytes, so that a cohort of any size is read one
report at a time. Points stay exact. What is held (pending, broken, not marked yet) is marked as such and is never
counted as a zero; what a learner was not asked is None.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterable, Mapping
from fractions import Fraction

from grader.core.errors import UsageError
from grader.core.model import Outcome, QuizOutcome
from grader.reports.schema import QuizAnswers, QuizItem, Report, Score, StepResult

__all__ = [
    "MisconceptionCounts",
    "OptionKey",
    "Cohort",
    "Column",
    "LearnerRow",
    "RowScore",
    "Picked",
    "MisconceptionSign",
    "gather",
    "in_order",
]

_MARKED = (QuizOutcome.RIGHT, QuizOutcome.PARTLY, QuizOutcome.WRONG)
_WHOLE = (Outcome.PASSED, Outcome.FAILED, Outcome.UNTOUCHED)


@dataclasses.dataclass(frozen=True, slots=True)
class RowScore:
    """What one step, check or item of one learner came to."""

    earned: Fraction
    possible: Fraction
    outcome: str
    held: bool = False  # neither earned nor lost

    @property
    def share(self) -> float:
        """Earned of possible, from 0 to 1; 0 where nothing was possible."""
        return float(self.earned / self.possible) if self.possible else 0.0


@dataclasses.dataclass(slots=True)
class Column:
    """One step, check or quiz item over all learners; `marks` stands in the order of `Cohort.learners`."""

    id: str
    title: Mapping[str, str]  # language -> words; a report has its own language only
    step: str = ""  # of a check
    number: int = 0  # of a step
    bonus: bool = False
    marks: list[RowScore | None] = dataclasses.field(default_factory=list)

    def titled(self, language: str) -> str:
        """The title in `language`, or in the language that the reports are in."""
        return self.title.get(language) or next(iter(self.title.values()), self.id)


@dataclasses.dataclass(frozen=True, slots=True)
class LearnerRow:
    """A row's own: who, and what the report says as a whole."""

    id: str
    score: Score
    code: Score
    bonus: Fraction
    quiz: RowScore | None  # None where no quiz was handed in
    grade: bool
    trouble: str = ""  # what every check ended in, where the file as a whole could not be graded
    partial: bool = False  # a run of some steps, which has no total


@dataclasses.dataclass(frozen=True, slots=True)
class MisconceptionSign:
    """A sign of a misconception: in the code (a check's diagnosis) or in the quiz (a diagnosis of an answer)."""

    row: int
    belief: str  # misconception of the quiz, or the mistake's own code where it belongs to none
    code: str  # the slip's code, such as D-COLSUM
    place: str  # "code" or "quiz"
    at: str  # check or item
    mistake: str = ""
    title: str = ""
    message: str = ""


@dataclasses.dataclass(frozen=True, slots=True)
class MisconceptionCounts:
    """How often the quiz asked about a misconception: learners who answered, their answers, answers that showed it."""

    learners: int = 0
    answers: int = 0
    shown: int = 0


Picked = tuple[tuple[str, str], ...]
"""The options that an answer chose: slot ("" where the question has none) and option."""


@dataclasses.dataclass(frozen=True, slots=True)
class OptionKey:
    """What the bank says of an option: whether it is right, and the slip and the misconception of who chooses it."""

    right: bool
    slip: str = ""
    belief: str = ""


@dataclasses.dataclass(slots=True)
class Cohort:
    """The table."""

    assignment: str = ""
    title: str = ""
    learners: list[LearnerRow] = dataclasses.field(default_factory=list)
    steps: dict[str, Column] = dataclasses.field(default_factory=dict)
    checks: dict[str, Column] = dataclasses.field(default_factory=dict)
    items: dict[str, Column] = dataclasses.field(default_factory=dict)
    answers: dict[str, list[tuple[str, ...]]] = dataclasses.field(default_factory=dict)  # item -> slips, by row
    picked: dict[str, list[Picked | None]] = dataclasses.field(default_factory=dict)  # item -> options, by row
    choices: Mapping[str, Mapping[tuple[str, str], OptionKey]] = dataclasses.field(default_factory=dict)  # of the bank
    shown: list[MisconceptionSign] = dataclasses.field(default_factory=list)
    claims: dict[str, Mapping[str, str]] = dataclasses.field(default_factory=dict)
    asked: dict[str, MisconceptionCounts] = dataclasses.field(
        default_factory=dict
    )  # misconception -> what the quiz asked about it
    causes: dict[str, list[tuple[int, str]]] = dataclasses.field(default_factory=dict)  # step -> (row, what it shows)
    suites: set[str] = dataclasses.field(default_factory=set)
    practice: int = 0

    def __len__(self) -> int:
        return len(self.learners)


def gather(
    reports: Iterable[Report],
    claims: Mapping[str, Mapping[str, str]] | None = None,
    choices: Mapping[str, Mapping[tuple[str, str], OptionKey]] | None = None,
) -> Cohort:
    """The table of these reports, in their order.

    `claims` are the quiz's misconceptions, `choices` the options of its items by slot and option, where its bank is at
    hand. Raises UsageError where they belong to several assignments: figures of both together would mean nothing.
    """
    cohort = Cohort(claims=dict(claims or {}), choices=choices or {})
    for report in reports:
        if cohort.assignment and report.assignment != cohort.assignment:
            names = f"{cohort.assignment!r} and {report.assignment!r}"
            raise UsageError(f"reports of two assignments, {names}: give one folder for each")
        cohort.assignment, cohort.title = report.assignment, cohort.title or report.title
        _add(cohort, report)
    for column in (*cohort.steps.values(), *cohort.checks.values(), *cohort.items.values()):
        column.marks += [None] * (len(cohort) - len(column.marks))
    for answers in cohort.answers.values():
        answers += [()] * (len(cohort) - len(answers))
    for picked in cohort.picked.values():
        picked += [None] * (len(cohort) - len(picked))
    return cohort


def in_order(cohort: Cohort) -> Cohort:
    """The same table with its rows in the order of the learners' ids, so that the order of reading shows nowhere."""
    order = sorted(range(len(cohort)), key=lambda row: cohort.learners[row].id)
    place = {old: new for new, old in enumerate(order)}

    def columns(of: dict[str, Column]) -> dict[str, Column]:
        return {
            name: dataclasses.replace(column, marks=[column.marks[row] for row in order]) for name, column in of.items()
        }

    return dataclasses.replace(
        cohort,
        learners=[cohort.learners[row] for row in order],
        steps=columns(cohort.steps),
        checks=columns(cohort.checks),
        items=columns(cohort.items),
        answers={name: [rows[row] for row in order] for name, rows in cohort.answers.items()},
        picked={name: [rows[row] for row in order] for name, rows in cohort.picked.items()},
        shown=sorted((dataclasses.replace(s, row=place[s.row]) for s in cohort.shown), key=lambda sign: sign.row),
        causes={step: [(place[row], cause) for row, cause in told] for step, told in cohort.causes.items()},
    )


def _add(cohort: Cohort, report: Report) -> None:
    row, quiz = len(cohort), report.quiz_answers
    for step in report.steps:
        held = bool(step.score.held) or step.outcome.pending
        column = _column(cohort.steps, step.id, {"": step.title}, number=step.number, bonus=step.bonus)
        _put(column, row, _mark(step.score, str(step.outcome), held))
        for check in step.checks:
            column = _column(cohort.checks, check.id, {"": check.title}, step=step.id, bonus=step.bonus)
            waits = bool(check.score.held) or check.outcome.pending
            _put(column, row, _mark(check.score, str(check.outcome), waits))
        _diagnoses(cohort, row, step)
    if quiz is not None:
        _quiz(cohort, row, quiz)
    cohort.suites.add(report.provenance.suite)
    cohort.practice += not report.grade
    handed_in = report.quiz is not None and quiz is not None
    cohort.learners.append(
        LearnerRow(
            id=report.submission.id,
            score=report.score,
            code=report.code,
            bonus=report.bonus.earned,
            quiz=_mark(report.quiz, "", bool(report.quiz.held)) if report.quiz is not None and handed_in else None,
            grade=report.grade,
            trouble=_trouble(report),
            partial=bool(report.only),
        )
    )


def _diagnoses(cohort: Cohort, row: int, step: StepResult) -> None:
    """What a step's failing checks look like; without a known mistake, how they ended."""
    named = ""
    for check in step.checks:
        found = check.diagnosis
        if found is None:
            continue
        named = named or found.title or ""
        if found.misconception:
            code = found.misconception
            message = check.message if check.outcome is Outcome.FAILED else ""
            sign = MisconceptionSign(
                row, found.of or code, code, "code", check.id, found.mistake or "", found.title or "", message
            )
            cohort.shown.append(sign)
    if step.outcome not in (Outcome.PASSED, Outcome.BLOCKED) and not step.outcome.pending:
        cohort.causes.setdefault(step.id, []).append((row, named or f"outcome.{step.outcome}"))


def _quiz(cohort: Cohort, row: int, quiz: QuizAnswers) -> None:
    for item in quiz.items:
        column = _column(cohort.items, item.id, item.title)
        _put(column, row, _mark(item.score, str(item.outcome), item.outcome.held))
        answers = cohort.answers.setdefault(item.id, [])
        answers += [()] * (row - len(answers))
        answers.append(item.diagnoses)
        chosen = _picked(item)
        if chosen is not None:
            picked = cohort.picked.setdefault(item.id, [])
            picked += [None] * (row - len(picked))
            picked.append(chosen)
        for misconception in item.misconceptions:
            cohort.shown.append(MisconceptionSign(row, misconception, ", ".join(item.diagnoses), "quiz", item.id))
    for name, count in quiz.misconceptions.items():
        cohort.claims.setdefault(name, count.claim)
        old = cohort.asked.get(name, MisconceptionCounts())
        cohort.asked[name] = MisconceptionCounts(
            old.learners + (count.asked > 0), old.answers + count.asked, old.shown + count.shown
        )


def _picked(item: QuizItem) -> Picked | None:
    """The options of an answer that was marked by rule; None where the question has none, or the report is older."""
    shape, answer = item.question.shape if item.question is not None else "", item.answer
    if shape not in ("one", "many", "slots") or item.outcome not in _MARKED:
        return None
    if shape == "slots":
        chosen = list(answer.items()) if isinstance(answer, dict) else []
    else:
        names = answer if isinstance(answer, list) else [answer]
        chosen = [("", name) for name in names if isinstance(name, str)]
    return tuple((_one_word(slot), _one_word(name)) for slot, name in chosen)


@functools.lru_cache(maxsize=1 << 12)
def _one_word(name: str) -> str:
    """Equal ids are one object."""
    return name


def _column(
    columns: dict[str, Column],
    ident: str,
    title: Mapping[str, str],
    *,
    step: str = "",
    number: int = 0,
    bonus: bool = False,
) -> Column:
    if ident not in columns:
        columns[ident] = Column(ident, dict(title), step, number, bonus)
    return columns[ident]


def _put(column: Column, row: int, mark: RowScore) -> None:
    column.marks += [None] * (row - len(column.marks))
    column.marks.append(mark)


@functools.lru_cache(maxsize=1 << 14)
def _mark(score: Score, outcome: str, held: bool) -> RowScore:
    """Equal marks are one object: a cohort has few different ones."""
    return RowScore(score.earned, score.possible, outcome, held)


def _trouble(report: Report) -> str:
    """The one message of every check, where nothing at all could be run."""
    checks = [check for step in report.steps for check in step.checks]
    if any(check.outcome in _WHOLE for check in checks) or len({check.message for check in checks}) != 1:
        return ""
    return checks[0].message
