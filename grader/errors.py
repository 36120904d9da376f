"""What can go wrong outside a learner's code, and the exit code each kind ends in.

GraderError
├── UsageError      exit 2: the person's command or files are off; the message says what to change
│   └── SpecError   exit 2: a YAML file of the author is wrong; one line a complaint, file:line:column
└── MachineError    exit 3: our fault or the machine's; no learner loses a point
    └── IsolationError  exit 3: the machine does not offer the isolation that the assignment requires
"""

__all__ = ["GraderError", "IsolationError", "MachineError", "SpecError", "UsageError"]


class GraderError(Exception):
    """A sentence for a person. The command line prints it without a traceback."""

    exit_code = 2


class UsageError(GraderError):
    """The command or the files it was given cannot be used as they are."""


class SpecError(UsageError):
    """An author's YAML file does not say what it should; one line a complaint."""


class MachineError(GraderError):
    """The grader or the machine failed; nothing is held against a learner."""

    exit_code = 3


class IsolationError(MachineError):
    """The isolation that was asked for cannot be had here."""
