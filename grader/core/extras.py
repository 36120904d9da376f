"""What not everybody needs: each extra of the package, and the sentence that says how to install it."""

from __future__ import annotations

import importlib
from typing import Any

from grader.core.errors import MachineError

__all__ = ["how_to_install", "library"]


def how_to_install(extra: str) -> str:
    """The command that installs an extra. On PyPI `grader` is somebody else's package, so it says attention-grader."""
    return f'pip install "attention-grader[{extra}]"'


def library(module: str, extra: str, what: str) -> Any:
    """A module of an extra; most have no types. Raises MachineError in one sentence where it is not installed."""
    try:
        return importlib.import_module(module)
    except ImportError:
        raise MachineError(f"{what} is not installed here: {how_to_install(extra)}") from None
