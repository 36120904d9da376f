"""An nbgrader course directory as its own configuration has it: who handed in, and where everything stands.

Read with the loader of traitlets alone, since importing nbgrader costs seconds; the defaults are nbgrader's.
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

from grader.errors import UsageError
from grader.front.gradebook import found_version
from grader.model import Assignment

__all__ = ["CourseDirectory", "read_directory"]


@dataclasses.dataclass(frozen=True)
class CourseDirectory:
    """`nbgrader.coursedir.CourseDirectory`, as far as grading needs it."""

    root: Path
    config: Any
    db_url: str
    course_id: str
    structure: str
    steps: dict[str, str]  # submitted, autograded, source -> their folders' names

    def folder(self, step: str, student: str, assignment: str) -> Path:
        """The folder of a step, such as submitted/ada/self_attention."""
        names = {"nbgrader_step": self.steps[step], "student_id": student, "assignment_id": assignment}
        return self.root / self.structure.format(**names)

    def submissions(self, assignment: Assignment, students: Sequence[str] = ()) -> dict[str, Path]:
        """Who handed in, and where, by name. Raises UsageError where that is nobody, or not one of `students`."""
        mark = "\0"
        pattern = str(self.folder("submitted", mark, assignment.id))
        named = re.compile(re.escape(pattern).replace(re.escape(mark), r"(?P<student>[^/\\]+)"))
        found = {}
        for path in sorted(glob.glob(glob.escape(pattern).replace(mark, "*"))):
            matched = named.fullmatch(path)
            if matched is not None and Path(path).is_dir():
                found[matched["student"]] = Path(path)
        missing = [student for student in students if student not in found]
        if missing or not found:
            place = self.folder("submitted", missing[0] if missing else "*", assignment.id)
            raise UsageError(f"{place}: no such folder; nothing was handed in there")
        return {student: path for student, path in found.items() if not students or student in students}


def read_directory(course_dir: Path) -> CourseDirectory:
    """The course at `course_dir`. Raises UsageError where its configuration is broken."""
    found_version()
    loader: Any = importlib.import_module("traitlets.config.loader")
    root = course_dir.resolve()
    config: Any = loader.Config()
    if (root / "nbgrader_config.py").is_file():
        try:
            config = loader.PyFileConfigLoader("nbgrader_config.py", path=str(root)).load_config()
        except Exception as error:
            raise UsageError(f"{root / 'nbgrader_config.py'}: {type(error).__name__}: {error}") from None
    said = config.CourseDirectory
    root = Path(os.path.abspath(said.root)) if "root" in said else root
    url = said.db_url if "db_url" in said else f"sqlite:///{root / 'gradebook.db'}"
    structure = said.directory_structure if "directory_structure" in said else ""
    steps = {step: str(said.get(f"{step}_directory") or step) for step in ("submitted", "autograded", "source")}
    structure = str(structure or os.path.join("{nbgrader_step}", "{student_id}", "{assignment_id}"))
    course_id = str(said.course_id) if "course_id" in said else ""
    return CourseDirectory(root, config, str(url), course_id, structure, steps)
