"""grader predict STEP"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import options, spoken
from grader.cli.check import looking, meaning

if TYPE_CHECKING:
    from grader.core.terminal import TerminalStyle

__all__ = ["predict"]


@click.command(
    cls=spoken.Command, epilog="Exit codes: 0 asked (right or wrong), 2 no such step or no predictions for it."
)
@click.argument("step", metavar="STEP", required=False, shell_complete=options.step_names)
@options.assignment
@options.course_folder
@options.language
@click.option("--json", "as_json", is_flag=True, help="Questions on standard error; at the end JSON.")
def predict(step: str | None, assignment_id: str | None, course: Path | None, lang: str | None, as_json: bool) -> None:
    """Ask for a shape, a sum, a yes or no, before you write the step. Nothing is graded.

    Answers are read from standard input, one a line; an empty line leaves a question out. Your first answers are
    remembered, and your instructor may look at what they have in common.

    \b
    Examples:
      grader predict softmax
      grader predict scores --lang ko
    """
    import json

    from grader.core.errors import MachineError, UsageError
    from grader.core.terminal import wrapped
    from grader.course import hints, predictions
    from grader.student import state as asking

    root, assignment = options.lesson(course, assignment_id, (step,) if step else ())
    look = meaning(looking(lang), root, assignment, lang)
    wanted = hints.wanted_step(assignment, step)
    questions = predictions.questions_of(assignment, wanted)
    if not questions:
        raise UsageError(look.say("kit.predict_none", step=wanted.id))

    def tell(text: str, indent: str = "") -> None:
        click.echo("\n".join(wrapped(indent + text, look.width, len(indent))), err=as_json)

    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    tell(look.say("kit.predict_head", title=wanted.title[look.language]))
    tell(look.say("kit.predict_form"))
    results = []
    for question in questions:
        tell("")
        tell(question.ask[look.language], "  ")
        given = _answer(as_json)
        while given is not None and given.strip() and not predictions.same_kind(question, given):
            tell(look.say(predictions.wanted(question)), "  ")
            given = _answer(as_json)
        if given is None:
            break
        if not given.strip():
            continue
        good = predictions.right(question, given)
        try:
            asking.note(root, assignment, wanted, question, given)
        except MachineError as error:
            click.echo(look.say("kit.not_kept", reason=error.words(look.language).partition(";")[0]), err=True)
        shown = given.strip()[:40]
        slip = predictions.slip(question, given)
        answer = _in_words(question.answer, look)
        verdict = (
            look.say("kit.predict_right", answer=answer)
            if good
            else look.say("kit.predict_wrong", given=shown, answer=answer)
        )
        parts = [verdict, slip.says[look.language] if slip else "", question.why[look.language]]
        tell(" ".join(part for part in parts if part), "  ")
        results.append({"id": question.id, "given": shown, "right": good, "about": slip.about if slip else ""})
    tell("")
    right = sum(bool(result["right"]) for result in results)
    if results:
        tell(look.say("kit.predict_sum", right=right, count=len(results)))
    if as_json:
        data = {"schema": "grader/predict-answers/1", "assignment": assignment.id, "step": wanted.id}
        click.echo(json.dumps({**data, "answers": results}, ensure_ascii=False))
    else:
        tell(f"{look.say('kit.next')}: {look.run('check', wanted.id)}")


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
