"""Options that several commands share, with the same words everywhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

__all__ = ["assignment", "course_folder", "language", "root_of"]


def assignment(command: Any) -> Any:
    """--assignment NAME."""
    return click.option("--assignment", "-a", "assignment_id", metavar="NAME", help="Which assignment, if several.")(
        command
    )


def course_folder(command: Any) -> Any:
    """--course FOLDER."""
    return click.option(
        "--course", type=click.Path(file_okay=False, path_type=Path), metavar="FOLDER",
        help="The course's repository; default: found from where you are.",
    )(command)  # fmt: skip


def language(command: Any) -> Any:
    """--lang en|ko."""
    return click.option(
        "--lang", type=click.Choice(["en", "ko"]), help="Language; default: GRADER_LANG, then the locale."
    )(command)


def root_of(course: Path | None) -> Path:
    """The course's root: the folder named, or the nearest one from here. Raises UsageError."""
    from grader.course import find_root

    return find_root(course if course is not None else Path.cwd())
