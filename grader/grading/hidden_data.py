"""What a report may repeat of a learner's own words, when their code has seen hidden data.

A function can raise `ValueError(repr(X))`, or an exception whose class, line or words spell the numbers it was given.
So nothing that the code made up while it ran is repeated. What is told stands in the learner's file already, or has
one of the forms in which Python and numpy complain, with lengths and shapes, and names that the file knows.
"""

from __future__ import annotations

import builtins
import dataclasses
import functools
import re

import numpy as np

from grader.core.model import Submission
from grader.grading.message_forms import filled

__all__ = ["Told"]

_ERRORS = frozenset("AxisError LinAlgError _ArrayMemoryError _UFuncNoLoopError _UFuncBinaryResolutionError".split())
_KINDS = frozenset(
    "NoneType ellipsis function method method-wrapper module generator builtin_function_or_method ndarray numpy np "
    "str_ bool_ float64 float32 int64 int32 complex128 ufunc coroutine solve1 inv axis1 axis2 <locals> <lambda>".split()
)
_PARTS = 4  # names with dots between them
_SHORTEST = 4  # signs of a message of the learner's own that is worth repeating


@dataclasses.dataclass(frozen=True)
class Told:
    """What may be told of one submission: what its own files say."""

    submission: Submission

    @functools.cached_property
    def _source(self) -> str:
        return "\n".join([*(cell.text for cell in self.submission.cells), *self.submission.modules.values()])

    @functools.cached_property
    def _names(self) -> frozenset[str]:
        """Every name that stands in the files, also inside a text."""
        return frozenset(re.findall(r"[^\W\d]\w*", self._source))

    def words(self, message: str) -> str:
        """The message of an exception, or "" where it may hold what the code was given."""
        said = message.strip()
        written = said.encode(
            "unicode_escape", "replace"
        ).decode()  # as a text with signs that no file holds as they are
        if len(said) >= _SHORTEST and (said in self._source or written in self._source):
            return message
        names = filled(said)
        return message if names is not None and all(map(self._known, names)) else ""

    def near(self, name: str) -> bool:
        """True where a function of that name can have been meant: the file has it."""
        return name in self._names

    def kind(self, name: str) -> str:
        """The name of an exception's class; "Exception" where the file does not have it."""
        builtin = getattr(builtins, name, None)
        if name in _ERRORS or (isinstance(builtin, type) and issubclass(builtin, BaseException)):
            return name
        return name if name in self._names else "Exception"

    def place(self, where: tuple[str, int] | None) -> tuple[str, int] | None:
        """The file or cell and the line, where the submission has such a line."""
        if where is None:
            return None
        lines = [
            range(cell.line, cell.line + cell.text.count("\n") + 1)
            for cell in self.submission.cells
            if cell.name == where[0]
        ]
        return where if any(where[1] in found for found in lines) or self._in_module(where) else None

    def _in_module(self, where: tuple[str, int]) -> bool:
        """True for a line of a helper module, which is named by its file."""
        name = where[0].removesuffix(".py").replace("/", ".").removesuffix(".__init__")
        text = self.submission.modules.get(name)
        return text is not None and 1 <= where[1] <= text.count("\n") + 1

    def _known(self, name: str) -> bool:
        """True for a name of the language or of numpy, or one that stands in the file."""
        if not name.replace(".", "").replace("<", "").replace(">", "").isidentifier():
            return name in self._source  # a path
        parts = name.split(".")
        return len(parts) <= _PARTS and all(
            part in _KINDS or part in self._names or hasattr(builtins, part) or hasattr(np, part) for part in parts
        )
