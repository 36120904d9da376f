"""Helper modules: Python files handed in next to the program, which it can import as it does where it was written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath

from grader.core.model import Assignment, FileUse
from grader.submissions.commands import file_without_commands
from grader.submissions.contents import Contents, contents_of
from grader.submissions.files import HandedIn, Unusable, file_use, kind
from grader.submissions.program import module_name

__all__ = ["HandedInModules", "imported_words", "is_checks"]

_MODULES = 100
_BYTES = 1 << 20  # of all of them
_IMPORT = re.compile(
    r"[\n;:][ \t]*(?:from|import)\b([^\n(]*(?:\([^)]{0,4000}\))?)|(?:import_module|__import__)\(\s*[\"']([\w.]+)"
    r"|\n[ \t]*%(?:run|load)\b([^\n]*)"
)


def is_checks(name: str) -> bool:
    """True for a file of checks, such as the kit's own."""
    return name.startswith("test_") or name.endswith("_test.py") or name == "conftest.py"


def imported_words(texts: Iterable[str]) -> frozenset[str]:
    """Every word of the imports in the texts: a module that none of them is, is not imported."""
    words: set[str] = set()
    for text in texts:
        for found in _IMPORT.finditer("\n" + text):
            words.update(re.findall(r"\w+", next(part for part in found.groups() if part is not None)))
    return frozenset(words)


class HandedInModules:
    """The Python files around a program, by the names under which it can import them."""

    def __init__(self, program: HandedIn, files: Sequence[HandedIn], assignment: Assignment) -> None:
        self._assignment = assignment
        self._files = dict(_named(program, files))
        self._notebooks = dict(_beside(program, files, "notebook"))  # `%run` can run these, no import can
        self.uses: dict[PurePosixPath, FileUse] = {}

    def module(self, path: str) -> str | None:
        """The name of the module that `%run path` runs, or None where it was not handed in."""
        name = module_name(path)
        if name in self._files:
            return name
        file = self._notebooks.get(path.removeprefix("./"))
        if file is None:
            return None
        name = re.sub(r"\W", "_", file.path.stem)
        name = name if name.isidentifier() else f"_{name}"
        return name if self._files.setdefault(name, file) is file else None

    def imported(self, texts: Iterable[str], known: Mapping[str, str]) -> dict[str, str]:
        """The modules that the program imports, and those that they import: name -> Python text.

        `known` are modules that a cell writes; they stand in place of a file of the same name.
        """
        found: dict[str, str] = dict(known)
        words = set(imported_words([*texts, *known.values()]))
        left = {name: file for name, file in self._files.items() if name not in known}
        size = sum(map(len, found.values()))
        while wanted := [name for name in left if name.rpartition(".")[2] in words]:
            for name in wanted:
                file = left.pop(name)
                text = self._text(file) if len(found) < _MODULES and size + file.size <= _BYTES else None
                if text is None:
                    continue
                found[name] = text
                size += len(text)
                words |= imported_words([text])
                self.uses[file.path] = file_use(file, "module")
        for name in tuple(found):
            self._packages(name, found, left)
        return found

    def _text(self, file: HandedIn) -> str | None:
        """The module as Python, None where it cannot be read."""
        try:
            read = contents_of(file, self._assignment)
        except Unusable as problem:
            self.uses[file.path] = FileUse(str(file.path), "not opened", problem.text)
            return None
        return file_without_commands(_joined(read, self._assignment), self.module).text

    def _packages(self, name: str, found: dict[str, str], left: dict[str, HandedIn]) -> None:
        """Add the packages in which a module lies; a folder without `__init__.py` is an empty one."""
        while name := name.rpartition(".")[0]:
            if name not in found:
                file = left.pop(name, None)
                found[name] = (self._text(file) or "") if file is not None else ""
                if file is not None and found[name]:
                    self.uses[file.path] = file_use(file, "module")


def _joined(read: Contents, assignment: Assignment) -> str:
    return "\n\n".join(read.texts(assignment))


def _beside(program: HandedIn, files: Sequence[HandedIn], wanted: str) -> Iterator[tuple[str, HandedIn]]:
    """Path -> file, for the files of that kind in the program's folder or below."""
    folder = program.path.parent
    for file in files:
        near = (file.disk is None) == (program.disk is None) and folder in file.path.parents
        if near and file is not program and kind(file.path.name) == wanted and not is_checks(file.path.name):
            yield str(file.path.relative_to(folder)), file


def _named(program: HandedIn, files: Sequence[HandedIn]) -> Iterator[tuple[str, HandedIn]]:
    """Module name -> file, for those that an import in the program can mean."""
    for path, file in _beside(program, files, "python"):
        name = module_name(path)
        if name is not None:
            yield name, file
