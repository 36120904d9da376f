"""The figures of a lesson: an author's own Python that draws SVG from the numbers of the author's own reference.

    figures = load_figures(folder)         # solutions/<id>/figures.py, or figures/__init__.py; None where there is none
    figures.draw("scale-plot", "ko")       # one figure as SVG

The author's module has two names:

    NAMES                              the names of its figures; each begins with the id of the step that it explains
    draw(name, language, reference)    the text of an SVG file; `reference.scale(S)` calls a function of the reference

`grader.core.drawing` has a canvas, plots and heat maps to draw with. The module is trusted, as the hidden checks are;
it stays in `solutions/`, and only the SVG files reach a learner. See docs/pictures.md.
"""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import importlib.util
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

from grader.core.errors import SpecError, UsageError

__all__ = ["LessonFigures", "Reference", "load_figures", "reference_of"]


@dataclasses.dataclass(frozen=True)
class Reference:
    """The functions of the author's reference, as attributes: `reference.scale(S)`."""

    path: Path
    functions: Mapping[str, Any]

    __hash__ = object.__hash__  # one reading of a file is one key of a cache

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if name not in self.functions:
            raise SpecError(f"{self.path}: no function {name!r}, so the pictures of the lesson cannot be drawn")
        return self.functions[name]


@dataclasses.dataclass(frozen=True)
class LessonFigures:
    """The author's figures. `names` are all that can be drawn."""

    path: Path
    module: ModuleType
    names: tuple[str, ...]

    def draw(self, name: str, language: str, reference: Reference) -> str:
        """The figure of that name, with its words in `language`, as the text of an SVG file.

        Raises UsageError for a name that is none, and SpecError with file and line where the author's code fails.
        """
        if name not in self.names:
            raise UsageError(f"no figure {name!r}; there are: {', '.join(self.names)}")
        with _reported(self.path, f"the figure {name!r} ({language}): "):
            drawn = self.module.draw(name, language, reference)
        if not isinstance(drawn, str) or not drawn.startswith("<svg "):
            raise SpecError(f"{self.path}: draw({name!r}, {language!r}) has to return the text of an SVG: '<svg ...'")
        return drawn


def load_figures(folder: Path) -> LessonFigures | None:
    """The figures of the assignment in `folder` (`solutions/<id>`); None where its author draws none.

    Raises SpecError where the module does not run or lacks `NAMES` or `draw`.
    """
    files = [folder / "figures.py", folder / "figures" / "__init__.py"]
    path = next((file for file in files if file.is_file()), None)
    if path is None:
        return None
    inside = [path] if path.name == "figures.py" else sorted(path.parent.rglob("*.*"))
    stamp = hashlib.sha256(b"".join(file.read_bytes() for file in inside if file.suffix in (".py", ".yaml")))
    return _loaded(path.resolve(), stamp.hexdigest())


def reference_of(path: Path) -> Reference:
    """The functions of the reference in that file. Raises UsageError where there is none."""
    if not path.is_file():
        raise UsageError(f"{path}: no reference there; the figures are drawn from its own numbers")
    return _reference(path, path.read_text(encoding="utf-8"))


@functools.lru_cache(maxsize=4)
def _reference(path: Path, source: str) -> Reference:
    from grader.diagnosis.known_mistakes import KnownMistakes, Outline

    return Reference(path, KnownMistakes((), Outline(source)).space())


@functools.lru_cache(maxsize=4)
def _loaded(path: Path, stamp: str) -> LessonFigures:
    name = f"_figures_{stamp}_{hashlib.sha256(str(path).encode()).hexdigest()[:8]}"
    package = [str(path.parent)] if path.name == "__init__.py" else None
    spec = importlib.util.spec_from_file_location(name, path, submodule_search_locations=package)
    assert spec is not None and spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    before, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        with _reported(path):
            spec.loader.exec_module(module)
    except SpecError:
        del sys.modules[name]
        raise
    finally:
        sys.dont_write_bytecode = before
    names = getattr(module, "NAMES", None)
    if not isinstance(names, tuple | list) or not all(isinstance(one, str) for one in names):
        raise SpecError(f"{path}: NAMES has to be the names of the figures, such as ('scale-plot',)")
    if not callable(getattr(module, "draw", None)):
        raise SpecError(f"{path}: no function draw(name, language, reference)")
    return LessonFigures(path, module, tuple(names))


@contextmanager
def _reported(path: Path, what: str = "") -> Iterator[None]:
    """An exception of the author's code as a SpecError with the line at which it was raised."""
    try:
        yield
    except SpecError:
        raise
    except Exception as error:
        file, line = str(path), 1
        if isinstance(error, SyntaxError):
            file, line = error.filename or file, error.lineno or 1
        trace = error.__traceback__
        while trace is not None and not isinstance(error, SyntaxError):
            if Path(trace.tb_frame.f_code.co_filename).is_relative_to(path.parent):
                file, line = trace.tb_frame.f_code.co_filename, trace.tb_lineno
            trace = trace.tb_next
        raise SpecError(f"{file}:{line}: {what}{type(error).__name__}: {error}") from None
