"""What can go wrong outside a learner's code, and the exit code each kind ends in.

GraderError
├── UsageError      exit 2: invalid arguments or input; the message says what to change
│   └── SpecError   exit 2: a YAML file of the author is wrong; one line a complaint, file:line:column
└── MachineError    exit 3: internal error; no learner loses a point
    └── IsolationError  exit 3: the machine does not offer the isolation that the assignment requires
"""

from __future__ import annotations

from grader.core.model import Text

__all__ = ["GraderError", "IsolationError", "MachineError", "SpecError", "UsageError"]


class GraderError(Exception):
    """A sentence for a person, in all languages where a learner may read it. The command line prints no traceback."""

    exit_code = 2

    def __init__(self, said: str | Text = "") -> None:
        super().__init__(said["en"] if isinstance(said, Text) else said)
        self.said = said

    def words(self, language: str) -> str:
        """The sentence in that language, or as it is where there is only one."""
        return self.said[language] if isinstance(self.said, Text) else str(self)


class UsageError(GraderError):
    """The command or the files it was given cannot be used as they are."""


class SpecError(UsageError):
    """An author's YAML file does not say what it should; one line a complaint."""


class MachineError(GraderError):
    """The grader or the machine failed; nothing is held against a learner."""

    exit_code = 3


class IsolationError(MachineError):
    """The isolation that was asked for cannot be had here."""
