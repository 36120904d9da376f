"""Commands with translated help and usage errors.

The English texts are in the code: docstrings, help of options, and click's own sentences. The gettext catalogue
`commands` maps each to Korean. click asks gettext for the language of the environment, so LANGUAGE is set only while a
command line is parsed or an error is shown; child processes must not inherit it.
"""

from __future__ import annotations

import contextlib
import contextvars
import copy
import gettext
import inspect
import itertools
import os
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

import click

from grader.core import languages

__all__ = [
    "Command",
    "Group",
    "asked",
    "clicks_words",
    "current",
    "paragraphs",
    "said",
    "show",
    "speaking",
    "to_stderr",
]

_DOMAIN = "commands"
_language: contextvars.ContextVar[str] = contextvars.ContextVar("language", default="en")

Param = TypeVar("Param", bound=click.Parameter)


def asked(words: Sequence[object]) -> str | None:
    """The last --lang on a command line, even if the rest of it is invalid."""
    given = [str(word) for word in words]
    named = [behind for word, behind in itertools.pairwise(given) if word == "--lang"]
    named += [word.removeprefix("--lang=") for word in given if word.startswith("--lang=")]
    return next((word for word in reversed(named) if word in languages.LANGUAGES), None)


def current() -> str:
    """The language of the command that is running."""
    return _language.get()


@contextlib.contextmanager
def speaking(language: str) -> Iterator[None]:
    """Use `language` for the commands parsed and shown in this context."""
    before = _language.set(language)
    try:
        yield
    finally:
        _language.reset(before)


@contextlib.contextmanager
def clicks_words() -> Iterator[None]:
    """Translate click's own sentences in this context to the language of the running command."""
    if current() == "en":
        yield
        return
    domain, language = gettext.textdomain(), os.environ.get("LANGUAGE")
    gettext.bindtextdomain(_DOMAIN, str(languages.FOLDER))
    gettext.textdomain(_DOMAIN)
    os.environ["LANGUAGE"] = current()
    try:
        yield
    finally:
        gettext.textdomain(domain)
        os.environ.pop("LANGUAGE")
        if language is not None:
            os.environ["LANGUAGE"] = language


def said(text: str, /, **params: object) -> str:
    """An English sentence of the command line in the language of the command, its placeholders filled."""
    return languages.translated(current(), text).format(**params)


def to_stderr(text: str) -> None:
    """Say something on standard error, a line each: errors, warnings, what is going on.

    Every sentence with a path or a name in it goes this way, so that none of them moves a terminal's cursor.
    """
    from grader.core.safe_text import visible

    click.echo(visible(text), err=True)


def show(error: click.ClickException) -> None:
    """Show an error on standard error, in the language of its command."""
    import io

    context, told = getattr(error, "ctx", None), io.StringIO()
    if current() == "en" or context is None or not isinstance(context.command, _Words):
        error.show(file=told)
        to_stderr(told.getvalue().rstrip("\n"))
        return

    from grader.core.safe_text import cells
    from grader.core.terminal import wrapped

    with clicks_words():
        error.show(file=told)
    for line in told.getvalue().expandtabs(4).splitlines():
        to_stderr("\n".join(wrapped(line, _WIDTH) if cells(line) > _WIDTH else [line]))


_WIDTH = 80


class _Cells(click.HelpFormatter):
    """Help wrapped by cells: Hangul takes two, and click counts letters."""

    def _write(self, text: str, hanging: int = 0) -> None:
        from grader.core.terminal import wrapped

        self.write("\n".join(wrapped(" " * self.current_indent + text, self.width, self.current_indent + hanging)))
        self.write("\n")

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        with clicks_words():
            head = gettext.gettext("Usage:") if prefix is None else prefix.rstrip()
        self._write(f"{head} {prog} {args}", hanging=7)

    def write_text(self, text: str) -> None:
        parts = []
        for part in text.split("\n\n"):
            before, self.buffer = self.buffer, []
            if part.startswith("\b\n"):
                for line in part.splitlines()[1:]:
                    if line.startswith(" "):  # an example keeps its line
                        self.write(f"{'':{self.current_indent}}{line}\n")
                    else:
                        self._write(line)
            else:
                self._write(" ".join(part.split()))
            parts.append("".join(self.buffer))
            self.buffer = before
        self.write("\n".join(parts))

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        from grader.core.safe_text import cells, pad
        from grader.core.terminal import wrapped

        rows = list(rows)
        column = min(max(cells(term) for term, _ in rows), col_max) + col_spacing
        for term, text in rows:
            lines = wrapped(" ".join(text.split()), self.width - column - self.current_indent)
            if cells(term) > column - col_spacing and lines[0]:
                lines = ["", *lines]
            for first, line in zip([term, *[""] * len(lines)], lines, strict=False):
                self.write(f"{'':{self.current_indent}}{pad(first, column)}{line}".rstrip() + "\n")


class _Context(click.Context):
    def make_formatter(self) -> click.HelpFormatter:
        if current() == "en":
            return super().make_formatter()
        return _Cells(width=self.terminal_width, max_width=self.max_content_width)


class _Words(click.Command):
    """A command whose parsing errors and help are in the language of the command line."""

    context_class = _Context
    _translated = False

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """As click's; a --lang before a command counts as one after it."""
        if parent is not None and parent.default_map and "lang" in parent.default_map:
            extra.setdefault("default_map", {"lang": parent.default_map["lang"]})
        with clicks_words():
            return super().make_context(info_name, args, parent, **extra)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """As click's; an error without a context gets this command's."""
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            if error.ctx is None and current() != "en":
                error.ctx = ctx
            raise

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """The help option in English, since click caches it in the language it was first made in."""
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = "Show this message and exit."
        return option

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """The parameters; with translated help if the command is translated."""
        found = super().get_params(ctx)
        return [_translated_parameter(one) for one in found] if self._translated else found

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help in the language of the command line."""
        with clicks_words():
            super(_Words, self if current() == "en" else _translated_command(self)).format_help(ctx, formatter)


class Command(_Words):
    """A command without others in it."""


class Group(_Words, click.Group):
    """A command with others in it."""

    command_class = Command


def _translated_command(command: _Words) -> _Words:
    """A copy whose texts, and those of its commands, are in the language of the command line."""
    twin = copy.copy(command)
    twin._translated = True
    twin.help, twin.epilog = (text and paragraphs(text) for text in (command.help, command.epilog))
    if isinstance(twin, click.Group):
        twin.commands = {name: _shortened(inner) for name, inner in twin.commands.items()}
    return twin


def _shortened(command: click.Command) -> click.Command:
    twin = copy.copy(command)
    twin.short_help = languages.translated(current(), command.get_short_help_str(limit=200))
    return twin


def _translated_parameter(parameter: Param) -> Param:
    text = getattr(parameter, "help", None)
    if not text:
        return parameter
    twin = copy.copy(parameter)
    setattr(twin, "help", languages.translated(current(), text))  # noqa: B010 (only options have one, in some releases)
    return twin


def paragraphs(text: str) -> str:
    """Translate each paragraph of a help text; one with click's mark keeps its lines."""
    out = []
    for part in inspect.cleandoc(text).split("\n\n"):
        kept = part.startswith("\b\n")
        english = part[2:] if kept else " ".join(part.split())
        out.append("\b\n" * kept + languages.translated(current(), english))
    return "\n\n".join(out)
