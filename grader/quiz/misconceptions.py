"""The codes that the quiz and the diagnosis of code share, from `misconceptions.yaml` beside both."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from pathlib import Path

from grader.core.errors import SpecError
from grader.core.model import Text
from grader.core.suggestions import nearest
from grader.core.yaml_reader import read
from grader.course.languages import languages_beside

__all__ = ["BELIEFS", "Misconceptions", "Misconception", "Slip", "load_beliefs"]

SCHEMA = "grader/misconceptions/1"
BELIEFS = "misconceptions.yaml"


@dataclasses.dataclass(frozen=True, kw_only=True)
class Misconception:
    """What a learner may wrongly believe, and what is the case."""

    claim: Text
    view: Text


@dataclasses.dataclass(frozen=True, kw_only=True)
class Slip(Misconception):
    """A slip with a code, in an answer or in a program. `of` is the misconception it belongs to, if to one."""

    of: str = ""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Misconceptions:
    """All of them."""

    schema: str
    misconceptions: Mapping[str, Misconception]
    slips: Mapping[str, Slip]

    def __post_init__(self) -> None:
        if self.schema != SCHEMA:
            raise ValueError(f"schema {self.schema!r}: this version reads {SCHEMA!r}")
        for code, slip in self.slips.items():
            if slip.of and slip.of not in self.misconceptions:
                raise ValueError(f"{code}: of {slip.of!r}: no misconception{nearest(slip.of, self.misconceptions)}")


def load_beliefs(path: Path) -> Misconceptions | None:
    """What the file says; None where there is none. Raises SpecError with file:line:column."""
    try:
        return read(path, Misconceptions, languages=languages_beside(path.parent)) if path.is_file() else None
    except OSError as error:
        raise SpecError(f"{path}: cannot be read: {error.strerror}") from None
