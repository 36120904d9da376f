"""--attempts: which of a learner's attempts counts, as the command line says, or else the assignment."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import click

from grader.cli import options
from grader.errors import UsageError
from grader.model import COUNTING

__all__ = ["Attempts", "said", "with_attempts"]


def with_attempts(command: Any) -> Any:
    """--attempts last|best|first."""
    return click.option(
        "--attempts", type=click.Choice(COUNTING),
        help="Which attempt in a gradebook counts; default: `attempts` of assignment.yaml, or else the last.",
    )(command)  # fmt: skip


@dataclasses.dataclass(frozen=True)
class Attempts:
    """What was asked for, and where the course is, if not around here."""

    asked: str | None = None
    course: Path | None = None

    def of(self, assignment: str) -> str:
        """Which attempt counts: "last", "best" or "first". Raises SpecError where the assignment's file is off."""
        if self.asked is not None:
            return self.asked
        from grader import course as courses

        try:
            root = options.root_of(self.course)
            if assignment not in courses.assignments(root):
                return COUNTING[0]
        except UsageError:
            return COUNTING[0]  # no course around here
        return courses.load(root, assignment, public=not (root / "solutions" / assignment).is_dir()).attempts


def said(which: str) -> str:
    """A note for who reads the grades; nothing where the last attempt counts, as everybody expects."""
    return "" if which == COUNTING[0] else f"Of several attempts the {which} one counts."
