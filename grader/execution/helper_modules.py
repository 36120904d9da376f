"""Imports of modules that were handed in with the learner's file: their text comes from memory, never from a disk.

They are run like the file itself, statement by statement where one of them fails, in a new module for each load of the
program. Frames in them are the learner's own. Standard library only, loaded by path beside `loading.py`.
"""

from __future__ import annotations

import importlib.machinery
import sys
import types
from collections.abc import Callable, Mapping, Sequence
from typing import Any

__all__ = ["HelperModules"]

Run = Callable[[str, str, dict[str, Any]], None]


class HelperModules:
    """A finder for `sys.meta_path`, the first one: as at home, where the folder of the file comes first.

    `texts` are the modules by dotted name; `stand_ins` are names of modules that a notebook's tool brings -> a function
    that gives what is imported from them. `run(text, file, namespace)` runs a text.
    """

    def __init__(self, texts: Mapping[str, str], stand_ins: Mapping[str, Callable[[str], object]], run: Run) -> None:
        self._texts, self._stand_ins, self._run = dict(texts), stand_ins, run
        self._packages = {name.rpartition(".")[0] for name in texts} - {""}
        for name in tuple(self._packages):  # "a" of "a.b.c"
            parts = name.split(".")
            self._packages |= {".".join(parts[:depth]) for depth in range(1, len(parts))}
        self.files = {self._file(name) for name in self._texts}

    def _file(self, name: str) -> str:
        """What frames of a module call its file."""
        return name.replace(".", "/") + ("/__init__.py" if name in self._packages else ".py")

    def begin(self) -> None:
        """The program is loaded anew: its modules are, too."""
        for name in (*self._texts, *self._packages):
            if getattr(sys.modules.get(name), "__loader__", None) is self:
                del sys.modules[name]
        if self not in sys.meta_path:
            sys.meta_path.insert(0, self)

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: types.ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """The spec of a module that was handed in, or that stands for one of a notebook's tool."""
        if name in self._stand_ins:
            return importlib.machinery.ModuleSpec(name, self, is_package=True)  # type: ignore[arg-type]
        if name in self._texts or name in self._packages:
            package = name in self._packages
            return importlib.machinery.ModuleSpec(name, self, origin=self._file(name), is_package=package)  # type: ignore[arg-type]
        return None

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> types.ModuleType | None:
        """An ordinary module."""
        return None

    def exec_module(self, module: types.ModuleType) -> None:
        """Run the module's text; a folder without `__init__.py` has none."""
        name = module.__name__
        if name in self._stand_ins:
            module.__dict__["__getattr__"] = self._stand_ins[name]
            return
        module.__file__ = self._file(name)
        if name in self._texts:
            self._run(self._texts[name], module.__file__, module.__dict__)
