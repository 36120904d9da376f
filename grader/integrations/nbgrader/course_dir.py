"""An nbgrader course's directories and gradebook, as its own configuration has them, read without nbgrader's weight.

Only traitlets is loaded, so that graders can start to work while nbgrader itself is still being imported.
"""

from __future__ import annotations

import dataclasses
import glob
import importlib
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from grader.core.errors import UsageError
from grader.core.model import Assignment
from grader.integrations.nbgrader.gradebook import installed

__all__ = ["Places", "read_places"]

_CONFIG = "nbgrader_config.py"
_STRUCTURE = os.path.join("{nbgrader_step}", "{student_id}", "{assignment_id}")


@dataclasses.dataclass(frozen=True, slots=True)
class Places:
    """What `CourseDirectory` of nbgrader's configuration says, with nbgrader's own defaults."""

    root: Path
    config: Any  # the whole configuration, for nbgrader's plugins
    structure: str
    source: str
    submitted: str
    autograded: str
    db_url: str
    course_id: str

    def folder(self, step: str, student: str, assignment: str) -> Path:
        """The folder of an assignment at a step (`source`, `submitted`, ...) for a student."""
        names = {"nbgrader_step": step, "student_id": student, "assignment_id": assignment}
        return self.root / self.structure.format(**names)

    def handed_in(self, assignment: Assignment, students: Sequence[str] = ()) -> dict[str, Path]:
        """Who handed in, and where, by name; or those of `students`.

        Raises UsageError where that is nobody, or not one who was named.
        """
        mark = "\0student\0"
        pattern = re.escape(str(self.folder(self.submitted, mark, assignment.id)))
        named = re.compile(pattern.replace(re.escape(mark), "(?P<student>[^/\\\\]+)", 1))
        found = {}
        for path in sorted(glob.glob(str(self.folder(glob.escape(self.submitted), "*", glob.escape(assignment.id))))):
            matched = named.fullmatch(path)
            if matched is not None and Path(path).is_dir():
                found[matched["student"]] = Path(path)
        missing = [student for student in students if student not in found]
        if missing or not found:
            place = self.folder(self.submitted, missing[0] if missing else "*", assignment.id)
            raise UsageError(f"{place}: no such folder; nothing was handed in there")
        return {student: path for student, path in found.items() if not students or student in students}


def read_places(course_dir: Path) -> Places:
    """The course's configuration. Raises UsageError where it is broken, MachineError where nbgrader is missing."""
    installed()
    loader: Any = importlib.import_module("traitlets.config.loader")
    course = course_dir.resolve()
    config = loader.Config()
    if (course / _CONFIG).is_file():
        try:
            config = loader.PyFileConfigLoader(_CONFIG, path=str(course)).load_config()
        except Exception as error:
            raise UsageError(f"{course / _CONFIG}: {type(error).__name__}: {error}") from None
    said = config.CourseDirectory
    if "root" not in said:
        said.root = str(course)
    root = Path(course, str(said.root))

    def word(name: str, default: str) -> str:
        return str(said[name]) if name in said else default

    return Places(
        root,
        config,
        word("directory_structure", _STRUCTURE),
        word("source_directory", "source"),
        word("submitted_directory", "submitted"),
        word("autograded_directory", "autograded"),
        word("db_url", f"sqlite:///{root / 'gradebook.db'}"),
        word("course_id", ""),
    )
