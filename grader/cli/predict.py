"""grader predict STEP"""

from __future__ import annotations

import dataclasses
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader.cli import options, spoken
from grader.cli.check import looking, meaning
from grader.cli.spoken import to_stderr

if TYPE_CHECKING:
    from grader.core.model import Assignment, Step
    from grader.core.terminal import TerminalStyle
    from grader.course.predictions import Prediction

__all__ = ["predict"]


@click.command(
    cls=spoken.Command, epilog="Exit codes: 0 asked (right or wrong), 2 no such step or no predictions for it."
)
@click.argument("step", metavar="STEP", required=False, shell_complete=options.step_names)
@options.assignment
@options.course_folder
@options.language
@click.option(
    "--json", "as_json", is_flag=True, help="Questions on standard error, JSON on standard output at the end."
)
def predict(step: str | None, assignment_id: str | None, course: Path | None, lang: str | None, as_json: bool) -> None:
    """Predict a shape, a sum, or a yes or no before you write the step. Nothing is graded.

    Answers are read from standard input, one per line; an empty line skips a question. Your first answers are saved,
    and your instructor may look for common patterns in them.

    \b
    Examples:
      grader predict standardize
      grader predict scores --lang ko
    """
    import json

    from grader.core.errors import UsageError
    from grader.course import hints, predictions

    root, assignment = options.lesson(course, assignment_id, (step,) if step else ())
    look = meaning(looking(lang), root, assignment, lang)
    wanted = hints.wanted_step(assignment, step)
    questions = predictions.questions_of(assignment, wanted)
    if not questions:
        raise UsageError(look.say("kit.predict_none", step=wanted.id))
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    screen = _Screen(look, err=as_json)
    screen.tell(look.say("kit.predict_head", title=wanted.title[look.language]))
    screen.tell(look.say("kit.predict_form"))
    results = []
    for question in questions:
        given = screen.ask(question)
        if given is None:
            break
        if given.strip():
            _noted(root, assignment, wanted, question, given, look)
            results.append(screen.judge(question, given))
    screen.tell("")
    if results:
        right = sum(bool(result["right"]) for result in results)
        screen.tell(look.say("kit.predict_sum", right=right, count=len(results)))
    if as_json:
        data = {"schema": "grader/predict-answers/1", "assignment": assignment.id, "step": wanted.id}
        click.echo(json.dumps({**data, "answers": results}, ensure_ascii=False))
    else:
        screen.tell(f"{look.say('kit.next')}: {look.run('check', wanted.id)}")


@dataclasses.dataclass(frozen=True)
class _Screen:
    """Questions and verdicts on standard output, or on standard error with `err`."""

    look: TerminalStyle
    err: bool

    def tell(self, text: str, indent: str = "") -> None:
        """Print a text, wrapped."""
        from grader.core.safe_text import visible
        from grader.core.terminal import wrapped

        click.echo(visible("\n".join(wrapped(indent + text, self.look.width, len(indent)))), err=self.err)

    def ask(self, question: Prediction) -> str | None:
        """The answer that was typed, of the kind that the question asks for; "" to skip, None at the end of input."""
        from grader.course import predictions

        self.tell("")
        self.tell(question.ask[self.look.language], "  ")
        given = _answer(self.err)
        while given is not None and given.strip() and not predictions.same_kind(question, given):
            self.tell(self.look.say(predictions.wanted(question)), "  ")
            given = _answer(self.err)
        return given

    def judge(self, question: Prediction, given: str) -> dict[str, Any]:
        """Say whether the answer is right, and why; the same as plain data."""
        from grader.course import predictions

        look, shown = self.look, given.strip()[:40]
        good, slip = predictions.right(question, given), predictions.slip(question, given)
        answer = _in_words(question.answer, look)
        right, wrong = "kit.predict_right", "kit.predict_wrong"
        verdict = look.say(right, answer=answer) if good else look.say(wrong, given=shown, answer=answer)
        parts = [verdict, slip.says[look.language] if slip else "", question.why[look.language]]
        self.tell(" ".join(part for part in parts if part), "  ")
        return {"id": question.id, "given": shown, "right": good, "about": slip.about if slip else ""}


def _noted(
    root: Path, assignment: Assignment, step: Step, question: Prediction, given: str, look: TerminalStyle
) -> None:
    """Remember the answer; a folder that cannot be written costs the memory only."""
    from grader.core.errors import MachineError
    from grader.student import state

    try:
        state.note(root, assignment, step, question, given)
    except MachineError as error:
        to_stderr(look.say("kit.not_kept", reason=error.words(look.language).partition(";")[0]))


def _in_words(answer: str, look: TerminalStyle) -> str:
    """The answer of predict.yaml, with yes and no in the learner's language."""
    return look.say(f"kit.predict_{answer}") if answer in ("yes", "no") else answer


def _answer(as_json: bool) -> str | None:
    """A line that was typed, or None at the end of the input."""
    click.echo("  > ", nl=False, err=as_json)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not sys.stdin.isatty():
        click.echo("", err=as_json)
    return line.rstrip("\r\n") if line else None
