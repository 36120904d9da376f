"""grader quiz"""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader.cli import options, spoken
from grader.cli.spoken import to_stderr

if TYPE_CHECKING:
    from grader.quiz.session import Session
    from grader.quiz.sheet import Sheet

__all__ = ["quiz"]

_FILE = click.Path(dir_okay=False, path_type=Path)


@dataclasses.dataclass(frozen=True)
class QuizOptions:
    """The options of `grader quiz [ITEM]`."""

    answers_file: Path | None
    learner: str | None
    attempt: int | None
    as_json: bool
    lang: str | None
    sheet_file: Path | None
    assignment_id: str | None
    course: Path | None


def _asking(command: Any) -> Any:
    """The options of asking questions, allowed before or after ITEM."""
    for option in (
        click.option(
            "--answers", "answers_file", type=_FILE, metavar="FILE", help="Default: answers.yaml next to the exercise."
        ),
        click.option("--learner", metavar="ID", help="Your student id (needed for individual numbers)."),
        click.option("--attempt", type=click.IntRange(1), help="The number of this attempt; default 1."),
        click.option(
            "--json", "as_json", is_flag=True, help="Screens on standard error, JSON on standard output at the end."
        ),
    ):
        command = option(command)
    return _sheets(options.language(command))


def _sheets(command: Any) -> Any:
    """Options that name the question sheet."""
    command = click.option(
        "--sheet", "sheet_file", type=_FILE, metavar="FILE", help="Default: the course's in quizzes/."
    )(command)
    return options.assignment(options.course_folder(command))


def _banks(command: Any) -> Any:
    """Options that name the bank."""
    command = click.option("--bank", "bank_file", type=_FILE, metavar="FILE", help="Default: the course's quiz.yaml.")(
        command
    )
    return options.assignment(options.course_folder(command))


_output = click.option("-o", "--output", type=_FILE, metavar="FILE", help="Write to FILE instead of standard output.")


def _place(words: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Where a learner's file goes: to its own place unless another is named, in a terminal as in a pipe."""
    kind = click.Path(dir_okay=False, allow_dash=True, path_type=Path)
    return click.option("-o", "--output", type=kind, metavar="FILE", help=words)


class _Group(spoken.Group):
    """A group in which any word that is not a command is an item to ask."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in self.commands:
            return "ask", self.commands["ask"], args
        return super().resolve_command(ctx, args)


@click.group(
    cls=_Group,
    invoke_without_command=True,
    subcommand_metavar="[ITEM | COMMAND]",
    epilog="Exit codes: 0 done, 2 invalid arguments or input, 3 a file cannot be written, 130 interrupted.",
)
@_asking
@click.pass_context
def quiz(ctx: click.Context, /, **params: Any) -> None:
    """Answer the quiz in the terminal: one question per screen, saved after every answer.

    This command does not contain the answer key. ITEM is the id of one question, or of a topic with its questions.

    \b
    Examples:
      grader quiz                  all questions, from the first open one
      grader quiz M1 --lang ko     the questions on misconception M1, in Korean
      grader quiz page             the same quiz as a page without a server
    """
    if ctx.invoked_subcommand is None:
        _ask(None, QuizOptions(**params))


@quiz.command(hidden=True)
@click.argument("item")
@_asking
@click.pass_context
def ask(ctx: click.Context, /, item: str, **params: Any) -> None:
    """Ask one question, or all questions on one topic."""
    before = ctx.parent.params if ctx.parent else {}
    merged: dict[str, Any] = {name: value or before.get(name) for name, value in params.items()}
    _ask(item, QuizOptions(**merged))


def _ask(item: str | None, chosen: QuizOptions) -> None:
    """Ask the questions, and save every answer as it is typed."""
    from grader.core.atomic_write import write_whole
    from grader.core.languages import both, choose
    from grader.core.safe_text import encodable
    from grader.quiz import session as begin
    from grader.quiz.session import Session
    from grader.quiz.sheet import answers_text, paper
    from grader.quiz.terminal import for_encoding

    language = choose(chosen.lang)
    sheet, path = _find_sheet(chosen.sheet_file, chosen.assignment_id, chosen.course)
    where = chosen.answers_file or begin.beside(sheet, path)
    answers = begin.start(sheet, where, chosen.learner, chosen.attempt)
    every = paper(sheet, begin.whose(sheet, answers.draw))
    wanted = begin.chosen(every, item, _public_commands())
    encoding = (sys.stderr if chosen.as_json else sys.stdout).encoding
    questions = tuple(for_encoding(question, encoding) for question in wanted)

    def keep(session: Session) -> None:
        write_whole(where, answers_text(sheet, every, session.answers, ("en", "ko")))

    first = begin.at_first_open(Session(questions, answers))
    session = _converse(first, sheet.title[language], language, keep, err=chosen.as_json)
    count = len(session.questions)
    saved = both("quiz.ui_saved", done=session.answered, count=count, path=where)
    outcome = saved if where.exists() else both("quiz.ui_nothing")
    for stray in begin.unknown(every, session.answers):
        to_stderr(encodable(f"{where}: {stray[language]}", sys.stderr.encoding))
    to_stderr(encodable(outcome[language], sys.stderr.encoding))
    if chosen.as_json:
        click.echo(begin.as_json(sheet, session, where))


def _converse(session: Session, title: str, language: str, keep: Callable[[Session], None], *, err: bool) -> Session:
    """Show a screen, read a line, until the end; `keep` is called with each change. Screens go to stderr with `err`."""
    import shutil

    from grader.core.languages import both
    from grader.core.safe_text import encodable
    from grader.quiz.terminal import screen, typed

    stream = sys.stderr if err else sys.stdout
    width = max(40, min(80, shutil.get_terminal_size((80, 24)).columns))
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")

    def show(text: str) -> None:
        click.echo(encodable(text, stream.encoding), err=err, nl=False)

    while not session.done:
        if stream.isatty():
            click.clear()
        show(screen(session, title, language, width) + "> ")
        line = _line()
        if line is None:
            show("\n")
            break
        if "\ufffd" in line:
            session = dataclasses.replace(session, message=both("quiz.not_decoded")[language])
            continue
        session = typed(session, line, language)
        if session.changed:
            keep(session)
        if not stream.isatty():
            show("\n")
    return session


def _public_commands() -> list[str]:
    """The visible subcommands, for suggestions when a word is neither an item nor a command."""
    return [name for name, command in quiz.commands.items() if not command.hidden]


def _line() -> str | None:
    """A line that was typed, or None at the end of the input. What cannot be decoded becomes U+FFFD."""
    sys.stdout.flush()
    line = sys.stdin.readline()
    return line.rstrip("\r\n") if line else None


def _find_sheet(sheet_file: Path | None, assignment_id: str | None, course: Path | None) -> tuple[Sheet, Path]:
    from grader.core.errors import UsageError
    from grader.core.languages import both
    from grader.quiz.sheet import load_sheet

    if sheet_file is None:
        root = options.root_of(course)
        sheet_file = root / "quizzes" / f"{_pick(root, assignment_id)}.yaml"
        if not sheet_file.is_file():
            raise UsageError(both("usage.no_sheet", file=sheet_file))
    return load_sheet(sheet_file), sheet_file


def _find_bank(bank_file: Path | None, assignment_id: str | None, course: Path | None) -> Path:
    from grader.core.errors import UsageError

    if bank_file is None:
        root = options.root_of(course)
        bank_file = root / "solutions" / _pick(root, assignment_id) / "quiz.yaml"
    if not bank_file.is_file():
        raise UsageError(f"no bank: {bank_file} is missing; only the instructor has the answer key")
    return bank_file


def _pick(root: Path, assignment_id: str | None) -> str:
    from grader.course.loading import pick

    return pick(root, assignment_id, Path.cwd())


@quiz.command(short_help="Write answers.yaml, to be filled in with an editor.")
@_sheets
@options.language
@click.option("--learner", metavar="ID", help="Your student id (needed for individual numbers).")
@_place("The file to write; - is standard output. Default: answers.yaml next to the exercise.")
def template(lang: str | None, learner: str | None, output: Path | None, **where: Any) -> None:
    """Write answers.yaml with the questions as comments, to be filled in with an editor.

    It is written next to the exercise, where `grader quiz`, `grader status` and your submission expect it.

    \b
    Examples:
      grader quiz template
      grader quiz template --lang ko
    """
    from grader.course.languages import spoken_in
    from grader.quiz import session as begin
    from grader.quiz.answers import Answers
    from grader.quiz.sheet import answers_text, paper
    from grader.quiz.variants import Draw

    sheet, path = _find_sheet(**where)
    output = output or begin.beside(sheet, path)
    draw = begin.whose(sheet, Draw(sheet.id, learner or "", 1, sheet.policy.seed))
    languages = (spoken_in(sheet.languages, lang),) if lang else sheet.languages
    _deliver(lambda: answers_text(sheet, paper(sheet, draw), Answers(draw), languages), output, keep=True)


@quiz.command(short_help="Make a quiz page that works without a server.")
@_sheets
@options.language
@click.option("--learner", metavar="ID", help="Your student id (needed for individual numbers).")
@_place("The file to write; - is standard output. Default: quiz.html.")
def page(lang: str | None, learner: str | None, output: Path | None, **where: Any) -> None:
    """Make a quiz page that works without a server and downloads answers.yaml."""
    from grader.course.languages import spoken_in
    from grader.quiz.page import render
    from grader.quiz.session import whose
    from grader.quiz.variants import Draw

    sheet, _ = _find_sheet(**where)
    draw = whose(sheet, Draw(sheet.id, learner or "", 1, sheet.policy.seed))
    _deliver(lambda: render(sheet, draw, spoken_in(sheet.languages, lang)), output or Path("quiz.html"))


@quiz.command(short_help="Instructor: make the question sheet, without the answer key.")
@_banks
@_output
def sheet(output: Path | None, **where: Any) -> None:
    """Instructor: make the question sheet from the bank, without the answer key."""
    from grader.quiz import load_bank, sheet_text

    _deliver(lambda: sheet_text(load_bank(_find_bank(**where))), output)


@quiz.command(short_help="Instructor: find weak questions in the bank.")
@_banks
@click.option("--json", "as_json", is_flag=True, help="JSON on standard output.")
def lint(as_json: bool, **where: Any) -> None:
    """Instructor: find weak questions in the bank, with file, line and column. Exit code 2 if there are any."""
    import json

    from grader.core.errors import SpecError
    from grader.quiz.lint import lint as look

    path = _find_bank(**where)
    found = look(path)
    if as_json:
        rows = [
            {"file": f.file, "line": f.place[0], "column": f.place[1], "rule": f.rule, "text": f.text, "error": f.error}
            for f in found
        ]
        click.echo(json.dumps({"schema": "grader/quiz-lint/1", "findings": rows}, ensure_ascii=False))
    if found:
        raise SpecError("\n".join(map(str, found)))
    to_stderr(f"{path}: no findings")


@quiz.command(short_help="Instructor: export the bank to another system.")
@_banks
@click.option("--to", "target", required=True, metavar="FORMAT", help="moodle, gift, jupyterquiz, nbgrader or qti.")
@options.language
@click.option("--leave-out", multiple=True, metavar="ITEM|TYPE", help="Leave out an item or a type; repeatable.")
@_output
def export(target: str, lang: str | None, leave_out: tuple[str, ...], output: Path | None, **where: Any) -> None:
    """Instructor: export the bank, with its answer key, to another system.

    If the system does not support an item type, the command fails and names the items; leave them out by name or by
    type.

    \b
    Examples:
      grader quiz export --to moodle -o quiz.xml --lang ko
      grader quiz export --to gift --leave-out cloze --leave-out ordering -o quiz.gift
    """
    from grader.core.errors import UsageError
    from grader.core.suggestions import nearest
    from grader.course.languages import spoken_in
    from grader.quiz import load_bank
    from grader.quiz.exports import EXPORTS, without

    if target not in EXPORTS:
        raise UsageError(f"no format {target!r}{nearest(target, EXPORTS)}")
    bank = without(load_bank(_find_bank(**where)), leave_out)
    made = EXPORTS[target](bank, spoken_in(bank.languages, lang))
    if isinstance(made, str):
        _deliver(lambda: made, output)
        return
    if output is None:
        raise UsageError(f"{target} is a binary format: name a file with -o FILE")
    output.write_bytes(made)
    to_stderr(spoken.said("wrote {path}", path=output))


def _deliver(make: Callable[[], str], output: Path | None, *, keep: bool = False) -> None:
    """Print a text (no path, or -), or write it to a file; with `keep`, never overwrite."""
    from grader.core.atomic_write import write_whole
    from grader.core.errors import UsageError
    from grader.core.languages import both

    text = make()
    if output is None or str(output) == "-":
        sys.stdout.reconfigure(encoding="utf-8") if hasattr(sys.stdout, "reconfigure") else None
        click.echo(text, nl=False)
        return
    if keep and output.exists():
        raise UsageError(both("usage.there_already", file=output))
    write_whole(output, text)
    to_stderr(spoken.said("wrote {path}", path=output))
