"""The command `grader`: the only place that prints or exits.

Commands live in modules of their own and are imported when they are called, so that `grader --help` loads
neither numpy nor pytest.
"""

from __future__ import annotations

import errno
import importlib
import os
import sys
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from grader import __version__
from grader.cli import options, spoken
from grader.core.errors import GraderError

__all__ = ["main"]

# command -> (module, what it is for); the help of the whole does not import them
COMMANDS: dict[str, tuple[str, str]] = {
    "check": ("grader.cli.check", "Run the visible checks, on one screen."),
    "status": ("grader.cli.status", "Where am I?"),
    "hint": ("grader.cli.hint", "Show the next hint for a step."),
    "repro": ("grader.cli.repro", "A few lines that show a failure."),
    "predict": ("grader.cli.predict", "Predict a shape or a sum before coding."),
    "reset": ("grader.cli.reset", "Restore a step's stub, with a backup."),
    "quiz": ("grader.cli.quiz", "Answer the quiz in the terminal, or as a page."),
    "grade": ("grader.cli.grade", "Grade submissions with the hidden suite."),
    "regrade": ("grader.cli.regrade", "Grade again, and show which scores change, by how much, and why."),
    "gradebook": ("grader.cli.gradebook", "Roster, late policy, overrides, extensions, and what counts."),
    "report": ("grader.cli.report", "Make an HTML page of the visible checks, or of reports."),
    "stats": ("grader.cli.stats", "Statistics of a class: points, misconceptions, item analysis."),
    "ci": ("grader.cli.ci", "Run the visible checks in a CI job: summary, annotations, outputs."),
    "cohort-report": ("grader.cli.cohort_report", "Make a static site for a class, with a page for each learner."),
    "serve": ("grader.cli.serve", "Look at a class, mark and decide, in your browser."),
    "export": (
        "grader.cli.export",
        "Export grades to Canvas, Moodle, Gradescope, nbgrader; submissions to JPlag, Dolos.",
    ),
    "derive": ("grader.cli.derive", "Make exercises/ and quizzes/ from solutions/, or check that they match."),
    "verify": ("grader.cli.verify", "Prove an assignment before learners see it."),
    "release": ("grader.cli.release", "Make the learner's kit."),
    "init": ("grader.cli.init", "Write the workflows and instructions for a hosting platform."),
    "bundle": ("grader.cli.bundle", "Make the autograder folder for Classroom 50."),
    "cohort": ("grader.cli.cohort", "Fetch a cohort's repositories, grade them, publish the results."),
    "new": ("grader.cli.new", "Start a new assignment."),
    "nbgrader": ("grader.cli.nbgrader", "Export to nbgrader, grade its submissions, import its assignments."),
    "doctor": ("grader.cli.doctor", "Check this machine and suggest fixes."),
    "completion": ("grader.cli.completion", "Complete commands in the shell with the tab key."),
}

LEARNERS = ("check", "status", "hint", "repro", "predict", "reset", "quiz", "report", "doctor", "completion")

EXIT_CODES = """\b
Exit codes: 0 done, 1 checks failed or problems found (check, verify),
2 invalid arguments or input, 3 internal error,
130 interrupted. `grader COMMAND --help` has examples."""


IN_A_KIT = """Fill in one function after another, and see at a glance where you are.

\b
Examples:
  grader check                every step, and what to do next
  grader check --watch        again on every save
  grader hint standardize     the next hint for a step
"""


def in_a_kit(start: Path) -> bool:
    """Whether the course around a folder is a learner's: exercises/ without solutions/."""
    for folder in (start, *start.parents):
        if (folder / "solutions").is_dir():
            return False
        if (folder / "exercises").is_dir():
            return True
    return False


class _Lazy(spoken.Group):
    """A group whose commands are imported when they are wanted."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command = getattr(importlib.import_module(COMMANDS[name][0]), name.replace("-", "_"))
        assert isinstance(command, click.Command)
        return command

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Names of commands, without importing them."""
        found = [CompletionItem(name, help=text) for name, (_, text) in COMMANDS.items() if name.startswith(incomplete)]
        return [*found, *click.Command.shell_complete(self, ctx, incomplete)]

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """In a kit, the examples are a learner's."""
        if not in_a_kit(Path.cwd()):
            super().format_help_text(ctx, formatter)
            return
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(spoken.paragraphs(IN_A_KIT))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """A learner's commands first; in a kit, which has no solutions/, nothing else."""
        others = [name for name in COMMANDS if name not in LEARNERS]
        alone = in_a_kit(Path.cwd())
        with formatter.section(spoken.said("Commands" if alone else "Commands for learners")):
            formatter.write_dl([(name, spoken.said(COMMANDS[name][1])) for name in LEARNERS])
        if not alone:
            with formatter.section(spoken.said("Commands for instructors")):
                formatter.write_dl([(name, spoken.said(COMMANDS[name][1])) for name in others])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from grader.core.suggestions import did_you_mean

            near = did_you_mean(args[0], COMMANDS, LEARNERS if in_a_kit(Path.cwd()) else COMMANDS)
            told = spoken.said("no command {name!r}{near}", name=args[0], near=near[spoken.current()])
            raise click.UsageError(told, ctx)
        return super().resolve_command(ctx, args)

    def main(self, args: Sequence[str] | None = None, *more: Any, **kwargs: Any) -> Any:
        """Run, and turn every end into a sentence and an exit code."""
        from grader.core.languages import choose

        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")  # a terminal that lacks a character must not end a grade
        if not sys.warnoptions and not os.environ.get("GRADER_DEBUG"):
            warnings.simplefilter("ignore")  # what a library has to say to programmers is nothing for a user
        with spoken.speaking(choose(spoken.asked(sys.argv[1:] if args is None else args))):
            code = self._run(args, *more, **kwargs)
        try:
            sys.stdout.flush()
        except OSError:  # it was said already; Python would say it again at its end, and exit with 120
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        sys.exit(code if isinstance(code, int) else 0)

    def _run(self, *args: Any, **kwargs: Any) -> Any:
        """What the command returns, or the exit code of the error that was shown."""
        try:
            code: Any = super().main(*args, **{**kwargs, "standalone_mode": False})
            sys.stdout.flush()
        except GraderError as error:
            from grader.core.languages import say

            for line in error.words(spoken.current()).split("\n"):
                spoken.to_stderr(say(spoken.current(), "usage.error", text=line))
            _tell_kit()
            return error.exit_code
        except click.exceptions.Exit as end:
            return end.exit_code
        except click.ClickException as error:
            spoken.show(error)
            return error.exit_code
        except (click.Abort, KeyboardInterrupt):
            spoken.to_stderr(spoken.said("Interrupted."))
            return 130
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # the reader has gone; say nothing more to it
            return 0
        except Exception as error:
            if os.name == "nt" and isinstance(error, OSError) and error.errno == errno.EINVAL:
                return 0  # how Windows says that the reader has gone
            if os.environ.get("GRADER_DEBUG"):
                raise
            what = f"{type(error).__name__}: {error}"
            told = spoken.said("Error: internal error, {what}. GRADER_DEBUG=1 shows where.", what=what)
            spoken.to_stderr(told)
            return 3
        return code


def _tell_kit() -> None:
    """Where a command failed in a kit whose own files were changed, name them: they may be why."""
    from grader.core.languages import say
    from grader.course.kit_hashes import KIT, changed_files

    here = Path.cwd()
    root = next((folder for folder in (here, *here.parents) if (folder / KIT).is_file()), None)
    for one in changed_files(root) if root is not None else ():
        spoken.to_stderr(say(spoken.current(), f"kit.file_{one.how}", file=one.path))


@click.group(cls=_Lazy, epilog=EXIT_CODES, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="attention-grader %(version)s")
@options.language
@click.pass_context
def main(ctx: click.Context, /, lang: str | None) -> None:
    """Grade numpy exercises with hidden pytest suites, isolated and exact.

    \b
    Examples:
      grader check                       learner: the visible checks of your file
      grader grade submissions/          a whole cohort, as a table
      grader grade alice/layer_norm.py   one submission, in full
      grader derive --check              check that exercises/ and quizzes/ match solutions/
    """
    if lang:
        ctx.default_map = {"lang": lang, **{name: {"lang": lang} for name in COMMANDS}}
