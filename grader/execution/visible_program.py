"""The learner's program in the place of their file, for a file of checks that runs in the learner's own process.

The file of checks imports the learner's file as Python does, by its path or its name. What it gets is the module that
`loading.py` makes of the cells that the one reader found: the same program, loaded the same way, as in the grader's
sandbox. Only modules that are there as well can be imported from it. Standard library only; loaded by path.
"""

from __future__ import annotations

import builtins
import importlib.machinery
import importlib.util
import os
import sys
from collections.abc import Mapping
from types import FrameType, ModuleType
from typing import Any

__all__ = ["AtHome"]

_MOST = 20  # modules that are told of


class AtHome:
    """The learner's code of a job, for a `CheckRunner`: what `LearnerCode` asks, answered by a `loading.Program`.

    `job` names the "learner" file that the checks import, and has the "program" that `Program.given` takes, and
    "stretches": [name, line, flat line] of each run of lines, in the order of the program.
    """

    def __init__(self, job: Mapping[str, Any], program: Any, code: Any) -> None:
        """`program` is a `loading.Program`, `code` the `LearnerCode` whose other answers are kept."""
        self.file_name = job["learner"]
        self.take_printed, self.take_warnings, self.told = code.take_printed, code.take_warnings, code.told
        self._program, self._stretches = program, job["stretches"]
        self._there = {"numpy", *(name.partition(".")[0] for name in job["program"]["modules"])}
        if job["program"]["notebook"]:
            self._there.add("IPython")  # a stand-in, here as there
        self._problems: list[Any] | None = None
        self._refused: dict[str, bool] = {}  # modules that are not there while work is graded -> are they here?
        program.given(job["program"])

    # -- what a CheckRunner asks ----------------------------------------------------------------------------------

    def frame(self, frame: FrameType) -> bool:
        """Does the learner's own code run in it?"""
        return frame.f_code.co_filename in self._program.names

    def file(self, name: str | None) -> bool:
        """Is it one of the learner's files or cells?"""
        return name in self._program.names

    def module(self, value: object) -> bool:
        """Is it the learner's module?"""
        return value is self._program.module

    def line(self, name: str, line: int | None) -> int | None:
        """A line of one of the learner's files or cells as a line of the whole program."""
        inside = [one for one in self._stretches if one[0] == name and line is not None and one[1] <= line]
        return line - inside[-1][1] + inside[-1][2] if line is not None and inside else None

    def loaded(self) -> dict[str, Any]:
        """What is told of the program once it is loaded."""
        names = self._program.callables()
        return {"problems": self._problems or [], "names": names, "refused": self.refused()}

    def refused(self) -> list[Any]:
        """Modules that could not be imported so far, and whether they are here."""
        return [[name, here] for name, here in self._refused.items()][:_MOST]

    # -- in the place of the file -----------------------------------------------------------------------------------

    def take_place(self) -> None:
        """From now on, whatever imports the learner's file gets the program, and the program finds what is there."""
        loader: Any = importlib.machinery.SourceFileLoader
        create, execute, importing = loader.create_module, loader.exec_module, builtins.__import__
        theirs = os.path.normcase(os.path.abspath(self.file_name))

        def create_module(found: Any, spec: Any) -> Any:
            if os.path.normcase(os.path.abspath(found.path)) != theirs:
                return create(found, spec)
            return self._module()

        def exec_module(found: Any, module: ModuleType) -> None:
            if module is not self._program.module:
                execute(found, module)

        def imported(
            name: str,
            globals: Any = None,  # noqa: A002  # called by these names
            locals: Any = None,  # noqa: A002
            fromlist: Any = (),
            level: int = 0,
        ) -> Any:
            if globals is not None and not level and not self._may(name, globals):
                top = name.partition(".")[0]
                raise ModuleNotFoundError(f"No module named {top!r}", name=top)
            return importing(name, globals, locals, fromlist, level)

        loader.create_module, loader.exec_module = create_module, exec_module
        builtins.__import__ = imported
        sys.meta_path.insert(0, self)  # it finds one name

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        """The learner's file by its name, also where the program is in another file."""
        if path is None and name == os.path.splitext(os.path.basename(self.file_name))[0]:
            return importlib.util.spec_from_file_location(name, self.file_name)
        return None

    def _module(self) -> ModuleType:
        """The module, made when it is first asked for."""
        if self._problems is None:
            self._problems = []
            self._problems = self._program.load()
        module: ModuleType = self._program.module
        return module

    def _may(self, name: str, importer: Mapping[str, Any]) -> bool:
        """May the learner's code import it? What is not the learner's imports what it likes."""
        top = name.partition(".")[0]
        if importer is not vars(self._program.module) and importer.get("__file__") not in self._program.names:
            return True
        if not top or top in sys.stdlib_module_names or top in self._there:
            return True
        if top not in self._refused and top != "grader":
            self._refused[top] = _is_here(top)
        return False


def _is_here(name: str) -> bool:
    """Could it be imported on this machine?"""
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError, AttributeError):
        return False
