"""The class as rows, one for each person: made once, and again only for people whose part of the gradebook changed."""

from __future__ import annotations

import dataclasses
import unicodedata
from collections.abc import Mapping
from fractions import Fraction

from grader.core.model import Outcome
from grader.gradebook import Gradebook
from grader.gradebook.final_grades import FinalGrade
from grader.gradebook.manual_marks import OpenAnswer
from grader.gradebook.roster import Person
from grader.reports.schema import Report

__all__ = ["ClassRow", "ClassRows", "StepMark", "folded"]


@dataclasses.dataclass(frozen=True, slots=True)
class StepMark:
    """A step of one person."""

    earned: Fraction
    possible: Fraction
    outcome: str
    carried: bool = False


@dataclasses.dataclass(frozen=True, slots=True)
class ClassRow:
    """A person, or a submission whose person is not on the roster."""

    id: str
    name: str
    section: str
    submission: str | None
    grade: FinalGrade
    attempts: int
    steps: Mapping[str, StepMark]
    flags: frozenset[str]
    mistakes: Mapping[str, str]  # code of a misconception or a mistake -> its title
    search: str  # everything that the person may be looked for by, folded

    @property
    def shown(self) -> str:
        """The name, or the id where no name is known."""
        return self.name or self.id


def folded(text: str) -> str:
    """A text for searching: without case, accents, and the width of letters."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return unicodedata.normalize("NFC", "".join(letter for letter in plain if not unicodedata.combining(letter)))


class ClassRows:
    """The rows of one assignment, with the title of each step."""

    def __init__(self, assignment: str, attempts: str) -> None:
        self.assignment, self.attempts = assignment, attempts
        self.steps: dict[str, str] = {}  # id -> number and title, in the order of the report
        self.bonus: set[str] = set()
        self.stamp = 0  # grows with each change that was seen
        self._state: object = None
        self._rows: dict[str, tuple[object, ClassRow]] = {}
        self._order: list[str] = []
        self._answers: dict[str, tuple[object, list[OpenAnswer]]] = {}
        self._listed: tuple[object, tuple[Person, ...]] | None = None
        self._roster = False  # without a roster nobody is missing on it

    def all(self, book: Gradebook) -> list[ClassRow]:
        """Every row, in the order of the roster and then of the submissions that are nobody's."""
        state = book.change_marks(self.assignment)
        if state != self._state:
            self._refresh(book, state)
        return [self._rows[one][1] for one in self._order]

    def one(self, book: Gradebook, learner: str) -> ClassRow | None:
        """The row of one person, or None."""
        self.all(book)
        found = self._rows.get(learner)
        return found[1] if found is not None else None

    def open_answers(self, book: Gradebook) -> list[OpenAnswer]:
        """Every answer that a person marks, read anew only for people whose part of the gradebook changed."""
        state = book.change_marks(self.assignment)
        for person in self._people(book, state):
            mark = _mark_of(person, state)
            known = self._answers.get(person.id)
            if known is None or known[0] != mark:
                found = book.open_answers(self.assignment, attempts=self.attempts, people=[person])
                self._answers[person.id] = (mark, list(found))
        return [answer for _, answers in self._answers.values() for answer in answers]

    def _people(self, book: Gradebook, state: Mapping[str, object]) -> tuple[Person, ...]:
        """Roster and submissions, read anew only where one of them has changed."""
        known = (state.get("roster"), frozenset(key for key in state if key.startswith("s:")))
        if self._listed is None or self._listed[0] != known:
            self._listed = (known, book.learners(self.assignment))
        return self._listed[1]

    def _refresh(self, book: Gradebook, state: Mapping[str, object]) -> None:
        people = self._people(book, state)
        self._roster = any(person.listed for person in people)
        fresh: dict[str, tuple[object, ClassRow]] = {}
        for person in people:
            mark = _mark_of(person, state)
            known = self._rows.get(person.id)
            fresh[person.id] = known if known is not None and known[0] == mark else (mark, self._row(book, person))
        self._rows, self._order, self._state = fresh, [person.id for person in people], state
        self.stamp += 1

    def _row(self, book: Gradebook, person: Person) -> ClassRow:
        line = book.timeline(self.assignment, person.id, attempts=self.attempts, person=person)
        report = book.marked_report(self.assignment, line.final) if line.final.totals is not None else None
        if report is not None:
            self._columns(report)
        names = (person.id, person.name, person.email, person.section, person.submission or "")
        return ClassRow(
            id=person.id,
            name=person.name,
            section=person.section,
            submission=person.submission,
            grade=line.final,
            attempts=len(line.attempts),
            steps=_steps(report),
            flags=_flags(line.final, report, person) - (set() if self._roster else {"unlisted"}),
            mistakes=_mistakes(report),
            search=folded("\n".join((*names, *person.external.values()))),
        )

    def _columns(self, report: Report) -> None:
        for step in report.steps:
            self.steps[step.id] = f"{step.number} {step.title}"
            if step.bonus:
                self.bonus.add(step.id)


def _mark_of(person: Person, state: Mapping[str, object]) -> object:
    """What is another one whenever something of a person's has changed."""
    return person, state.get(f"s:{person.submission}"), state.get(f"l:{person.id}"), state.get("")


def _steps(report: Report | None) -> dict[str, StepMark]:
    if report is None:
        return {}
    return {
        step.id: StepMark(step.score.earned, step.score.possible, str(step.outcome), step.carried)
        for step in report.steps
    }


def _flags(grade: FinalGrade, report: Report | None, person: Person) -> frozenset[str]:
    """What makes somebody look at a row."""
    found = {
        "missing": person.submission is None,
        "unlisted": not person.listed,
        "unscored": person.submission is not None and report is None,
        "late": bool(grade.late.days),
        "waiting": bool(grade.waiting),
        "held": bool(grade.pending) and not grade.waiting,
        "override": grade.override is not None,
        "broken": report is not None and report.broken,
        "noquiz": report is not None and report.quiz is not None and report.quiz_answers is None,
        "notes": report is not None and bool(report.notes),
    }
    return frozenset(name for name, holds in found.items() if holds)


def _mistakes(report: Report | None) -> dict[str, str]:
    """The mistakes that the code shows, and the misconceptions that the quiz shows."""
    found: dict[str, str] = {}
    for step in report.steps if report is not None else ():
        for check in step.checks:
            named = check.diagnosis
            if check.outcome is Outcome.FAILED and named is not None and named.title:
                found[named.misconception or named.mistake or named.title] = named.title
    quiz = report.quiz_answers if report is not None else None
    for code, count in (quiz.misconceptions if quiz is not None else {}).items():
        if count.shown and report is not None:
            words = count.claim
            found[code] = words.get(report.language or "en") or next(iter(words.values()), code)
    return found
