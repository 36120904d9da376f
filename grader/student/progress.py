"""Where a learner is: each step's state, hints shown, predictions made, quiz answers; as data and as one screen."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grader.core import terminal
from grader.core.model import Assignment, Outcome, Step, Submission, Text
from grader.core.safe_text import cells, cut, pad
from grader.core.terminal import TerminalStyle
from grader.course import predictions
from grader.course.visible_checks import VisibleSuite
from grader.student import state
from grader.student import state as predict
from grader.student.program_notes import kit_notes, program_notes
from grader.student.screen import message_text
from grader.submissions.working_file import read_learner
from grader.suite.visible import run
from grader.suite.visible.outcomes import Message

if TYPE_CHECKING:
    from grader.quiz.session import QuizProgress

__all__ = ["LearnerProgress", "StepStanding", "look_up", "next_of", "quiz_answered", "status_data", "status_screen"]


@dataclasses.dataclass(frozen=True, slots=True)
class StepStanding:
    """One step: "passed", "failed", "started", "untouched" or "blocked", and what was used on the way."""

    step: Step
    number: int
    state: str
    passed: int
    checks: int
    hints: int
    hints_total: int
    predicted: int
    predictions: int


@dataclasses.dataclass(frozen=True, slots=True)
class LearnerProgress:
    """All steps, the quiz (None without one), why the file cannot be run, if so, and what was read and noted."""

    assignment: Assignment
    attempts: int
    steps: tuple[StepStanding, ...]
    quiz: QuizProgress | None
    problem: Message | None
    file: str = ""
    notes: tuple[Text, ...] = ()
    answers: str = ""  # the file that they were read from


def look_up(root: Path, assignment: Assignment, suite: VisibleSuite) -> LearnerProgress:
    """Where the learner is. The visible checks are run only if the file has changed since they last were."""
    from grader.core.errors import MachineError
    from grader.course.hints import hints_of

    source = read_learner(assignment)
    outcomes = state.known_outcomes(root, assignment.id, state.fingerprint(source.text, suite))
    problem, attempts = None, state.attempts(root, assignment.id)
    notes = (*kit_notes(assignment), *state.notes(root, assignment.id))
    if outcomes is None or not set(outcomes) >= {check.id for check in suite.checks}:
        checked = run.check(assignment, suite, source=source)
        problem, notes = checked.problem, program_notes(checked)
        try:
            attempts = state.remember(root, checked, suite)
        except MachineError:
            pass  # a folder that cannot be written: the answer is right all the same
        outcomes = {one.check.id: one.outcome for one in checked.seen}
    made = predict.answered(root, assignment)
    steps = []
    for number, step in enumerate(assignment.steps, start=1):
        found = [outcomes.get(check.id, Outcome.BLOCKED) for check in suite.of(step)]
        asked = predictions.questions_of(assignment, step)
        hints = state.hints_seen(root, assignment.id, step.id), len(hints_of(assignment.folder, step, "en", None))
        predicted = sum(f"{step.id}.{question.id}" in made for question in asked), len(asked)
        checks = found.count(Outcome.PASSED), len(found)
        where = _state(found)
        if where == "failed" and run.extends_only(assignment, step):
            where = "untouched"  # what is written is right for its own step
        steps.append(StepStanding(step, number, where, *checks, *hints, *predicted))
    quiz = quiz_answered(root, assignment, source.submission)
    answers = ", ".join(dict.fromkeys(_answers_files(source.submission)))
    return LearnerProgress(assignment, attempts, tuple(steps), quiz, problem, source.file, _once(notes), answers)


def _once(notes: Sequence[Text]) -> tuple[Text, ...]:
    return tuple(dict.fromkeys(notes))


def _answers_files(submission: Submission) -> Iterator[str]:
    """The files from which answers were read."""
    told = [one.path for one in submission.files if one.used_as == "answers"]
    if submission.answers is not None:
        yield from told or ["answers.yaml"]
    yield from (cell.name.rpartition(" cell ")[0] for cell in submission.answer_cells)


def _state(outcomes: list[Outcome]) -> str:
    """A step's state from its checks."""
    kinds = set(outcomes)
    if kinds == {Outcome.PASSED}:
        return "passed"
    if kinds <= {Outcome.UNTOUCHED}:
        return "untouched"
    if kinds & {Outcome.FAILED, Outcome.CRASHED, Outcome.TIMEOUT, Outcome.MEMORY, Outcome.BROKEN}:
        return "failed"
    return "blocked" if Outcome.BLOCKED in kinds else "started"


def quiz_answered(root: Path, assignment: Assignment, submission: Submission) -> QuizProgress | None:
    """How many questions have an answer that can be read, of how many; None where there is no quiz.

    The answers are those that would be graded: of the file that was read, and of the notebook's cells.
    """
    path = root / "quizzes" / f"{assignment.id}.yaml"
    if not path.is_file():
        return None
    from grader.quiz.answers import Answers, read_answers
    from grader.quiz.notebook_cells import merged, read_cells
    from grader.quiz.session import progress
    from grader.quiz.sheet import load_sheet, paper
    from grader.quiz.variants import Draw

    sheet = load_sheet(path)
    given = Answers(Draw(sheet.id, "", 1, sheet.policy.seed))
    if submission.answers is not None:
        given = read_answers(submission.answers)
    if submission.answer_cells:
        cells, _ = read_cells(submission.answer_cells)
        given, _ = merged(given, cells, lambda item, one, other: one == other, "answers.yaml")
    return progress(paper(sheet, given.draw), given)


_SIGNS = {
    "passed": Outcome.PASSED,
    "failed": Outcome.FAILED,
    "started": Outcome.UNTOUCHED,
    "untouched": Outcome.UNTOUCHED,
    "blocked": Outcome.BLOCKED,
}


def status_screen(standing: LearnerProgress, look: TerminalStyle) -> list[str]:
    """The standing as lines, without the next action."""
    title = standing.assignment.title[look.language]
    if standing.attempts:
        title += f" {look.glyphs.dot} {look.say('kit.attempt', number=standing.attempts)}"
    out = [*terminal.ends(f"{look.command} status", cut(title, look.width), look.width), ""]
    heads = ("", "kit.col_checks", "kit.col_hints", "kit.col_predicted")
    table = [tuple(look.say(head) if head else "" for head in heads)]
    for row in standing.steps:
        sign = look.glyphs.of(_SIGNS[row.state])
        word = look.say(f"kit.state_{row.state}")
        bonus = f" ({look.say('kit.bonus')})" if row.step.bonus else ""
        name = f"{sign} {row.number:>2} {row.step.title[look.language]}{bonus}"
        table.append(
            (
                name,
                f"{row.passed}/{row.checks} {word}",
                _share(row.hints, row.hints_total),
                _share(row.predicted, row.predictions),
            )
        )
    widths = [max(cells(row[i]) for row in table) for i in range(4)]
    shown = [i for i in range(4) if i < 2 or sum(widths[: i + 1]) + 3 * i + 2 <= look.width]
    for cells_of_row in table:
        out.append(cut("  " + "   ".join(pad(cells_of_row[i], widths[i]) for i in shown), look.width))
    out.append("")
    out += _what_was_read(standing, look)
    if standing.problem is not None:
        out += terminal.wrapped(f"{look.glyphs.failed} {message_text(standing.problem, look)}", look.width, 2)
    shown_steps = [row for row in standing.steps if not row.step.bonus]
    done = sum(row.state == "passed" for row in shown_steps)
    parts = [look.say("kit.status_sum", done=done, count=len(shown_steps))]
    extra = [row for row in standing.steps if row.step.bonus]
    if any(row.state == "passed" for row in extra):
        good = sum(row.state == "passed" for row in extra)
        parts.append(look.say("kit.bonus_sum", done=good, count=len(extra)))
    if standing.quiz is not None:
        parts.append(look.say("kit.quiz_sum", done=standing.quiz.answered, count=standing.quiz.asked))
        if standing.quiz.amiss:
            parts.append(look.say("kit.quiz_amiss", count=standing.quiz.amiss, command=look.run("quiz")))
    out += terminal.wrapped(" ".join(parts), look.width)
    return terminal.indented(out)


def _what_was_read(standing: LearnerProgress, look: TerminalStyle) -> list[str]:
    """Which files the rest speaks of, and what there is to know about them."""
    said = look.say("kit.read_file", file=standing.file)
    if standing.quiz is not None:
        key = "kit.read_answers" if standing.answers else "kit.read_no_answers"
        said += " " + look.say(key, file=standing.answers, count=standing.quiz.answered)
    label = look.say("kit.note")
    notes = [f"{label}: {note[look.language]}" for note in standing.notes]
    return [line for text in (said, *notes) for line in terminal.wrapped(text, look.width, 2)]


def _share(part: int, whole: int) -> str:
    return f"{part}/{whole}" if whole else ""


def status_data(standing: LearnerProgress, look: TerminalStyle) -> dict[str, Any]:
    """The standing as plain data for JSON."""
    steps = [
        {
            "id": row.step.id,
            "number": row.number,
            "title": row.step.title[look.language],
            "bonus": row.step.bonus,
            "state": row.state,
            "visible": {"passed": row.passed, "count": row.checks},
            "hints": {"shown": row.hints, "count": row.hints_total},
            "predictions": {"made": row.predicted, "count": row.predictions},
        }
        for row in standing.steps
    ]
    quiz = dataclasses.asdict(standing.quiz) if standing.quiz is not None else None
    problem = message_text(standing.problem, look) if standing.problem is not None else None
    return {
        "schema": "grader/status/1",
        "assignment": standing.assignment.id,
        "language": look.language,
        "attempts": standing.attempts,
        "problem": problem,
        "file": standing.file,
        "answers": standing.answers or None,
        "notes": [note[look.language] for note in standing.notes],
        "steps": steps,
        "quiz": quiz,
    }


def next_of(standing: LearnerProgress, look: TerminalStyle) -> list[str]:
    """The one command to go on with."""
    here = next((row for row in standing.steps if row.state != "passed" and not row.step.bonus), None)
    if here is not None:
        action = look.run("check", here.step.id)
    elif standing.quiz is not None and standing.quiz.answered < standing.quiz.asked:
        action = look.run("quiz")
    else:
        action = look.run("check")
    return [f"{look.say('kit.next')}: {action}"]
