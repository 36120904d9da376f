"""Named functions that work out a numeric item: from a draw of numbers the key and the near misses.

An author's YAML names a function and the numbers it may draw; it never holds an expression. The functions know the
answers, so they live beside the bank, in `solutions/<assignment>/generators.py`, and are loaded with it. A learner's
side never imports this module: the sheet holds the numbers, not the keys.
"""

from __future__ import annotations

import dataclasses
import importlib.util
import inspect
from collections.abc import Callable, Mapping
from pathlib import Path

from grader.errors import SpecError

__all__ = ["Drawn", "GENERATORS", "load_generators"]


@dataclasses.dataclass(frozen=True)
class Drawn:
    """One draw, worked out."""

    given: Mapping[str, int]
    key: float
    near: Mapping[str, float]
    told: Mapping[str, str] = dataclasses.field(default_factory=dict)


GENERATORS: dict[str, Callable[..., Drawn]] = {}
"""Every generator by the name that a bank uses; filled by `load_generators`."""


def load_generators(path: Path) -> None:
    """Take the public functions of an author's file into `GENERATORS`; a file that is not there has none.

    Raises SpecError where the file does not run.
    """
    if not path.is_file():
        return
    spec = importlib.util.spec_from_file_location(f"_generators_{path.parent.name}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        line = error.lineno if isinstance(error, SyntaxError) else _line(error, path)
        raise SpecError(f"{path}:{line}: {type(error).__name__}: {error}") from None
    for name, function in inspect.getmembers(module, inspect.isfunction):
        if function.__module__ == module.__name__ and not name.startswith("_"):
            GENERATORS[name] = function


def _line(error: Exception, path: Path) -> int:
    """The line of the author's file at which an exception was raised."""
    line, trace = 1, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(path):
            line = trace.tb_lineno
        trace = trace.tb_next
    return line
