"""Grade `submitted/**` of an nbgrader course with our engine, in a few sessions and without a kernel.

Scores, comments and the graded copies end where `nbgrader autograde` would put them, so that formgrader, feedback
and export go on as usual. Every submission that is found ends in exactly one state, which is written and named:

    graded      scored; open questions wait for a person
    held        some points wait for a person or for another run
    unreadable  nothing of it could be graded: 0, with the reason, and a person is asked to look
"""

from __future__ import annotations

import dataclasses
import shutil
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path, PurePosixPath
from typing import Any

from grader.front import repair
from grader.front.directory import CourseDirectory, read_directory
from grader.front.gradebook import known_cells, library, opened, record
from grader.front.marks import marks
from grader.front.pool import grading
from grader.front.submitted import Handed
from grader.front.twin import notebook as notebook_of
from grader.front.twin import written
from grader.model import Assignment, Report
from grader.report.files import write_whole

__all__ = ["Graded", "grade_course"]

_COPIED = 50 << 20  # bytes of one file that lies beside a notebook


@dataclasses.dataclass(frozen=True, slots=True)
class Graded:
    """One line of the result: who, in which state, what counts, and the penalty for lateness."""

    student: str
    state: str
    earned: Fraction
    bonus: Fraction
    penalty: float
    report: Report


def grade_course(
    course_dir: Path,
    root: Path,
    assignment: Assignment,
    deliver: Callable[[Graded], None],
    *,
    language: str,
    isolation: str | None = None,
    students: Sequence[str] = (),
    jobs: int = 1,
) -> None:
    """Grade every submission of the assignment (or those of `students`) and call `deliver` after each.

    `root` is the repository of the assignment. Raises UsageError where it was never released or nobody handed in,
    and what `grader.run.grade` raises.
    """
    course = read_directory(course_dir)
    folders = course.submissions(assignment, students)
    notebook = PurePosixPath(assignment.file).stem
    # Grading starts in processes of its own; nbgrader is imported here in the meantime.
    with (
        grading(root, assignment, folders, jobs=jobs, language=language, isolation=isolation) as sittings,
        opened(course.db_url, course.course_id) as gradebook,
    ):
        known = known_cells(gradebook, notebook, assignment.id)
        penalties = _Penalties(course)
        for student, handed, report in sittings:
            one = _write(report, student, handed, known, course, gradebook, assignment, language, penalties)
            deliver(one)


def _write(
    report: Report, student: str, handed: Handed, known: Sequence[repair.Known], course: CourseDirectory, gradebook: Any,
    assignment: Assignment, language: str, penalties: _Penalties,
) -> Graded:  # fmt: skip
    """One student's scores, comments, lateness and graded copy."""
    source = course.folder("submitted", student, assignment.id)
    table = marks(report, language)
    cells = repair.repair(handed.cells, known, language)
    by_id = repair.marks_of(cells, known, table, assignment, language)
    repair.fill(cells, known, by_id)
    gradebook.update_or_create_student(student)
    when = _handed_in_at(source)
    handed_in = gradebook.update_or_create_submission(assignment.id, student, **({"timestamp": when} if when else {}))
    notebook = PurePosixPath(assignment.file).stem
    comments = repair.comments_of(known, table, assignment)
    for submitted in handed_in.notebooks:
        mine = submitted.name == notebook
        record(submitted, {cell.name: cell for cell in known} if mine else {}, by_id if mine else {}, comments)
    gradebook.db.commit()
    penalty = penalties.assign(handed_in, assignment.id, student, notebook, gradebook)
    target = course.folder("autograded", student, assignment.id)
    _copy(source, target, course.folder("source", ".", assignment.id))
    content = {**notebook_of(assignment.id, map(_in_lines, cells)), "nbformat_minor": 4}
    write_whole(target / f"{notebook}.ipynb", written(content))
    held = bool(report.pending) or any(mark.held for mark in table.values())
    state = "unreadable" if _unreadable(report, handed) else "held" if held else "graded"
    return Graded(student, state, report.earned, report.bonus, penalty, report)


def _in_lines(cell: Mapping[str, Any]) -> dict[str, Any]:
    """A cell with its texts as lists of lines, as Jupyter writes them."""
    out = {**cell, "source": cell["source"].splitlines(keepends=True)}
    for output in out.get("outputs", ()):
        if "text" in output:
            output["text"] = output["text"].splitlines(keepends=True)
        if "data" in output:
            output["data"] = {kind: text.splitlines(keepends=True) for kind, text in output["data"].items()}
    return out


def _handed_in_at(folder: Path) -> str | None:
    """What `timestamp.txt` says, which nbgrader's exchange puts beside a submission; None where it says nothing."""
    try:
        said = (folder / "timestamp.txt").read_text(encoding="utf-8").strip()
        library("nbgrader.utils").parse_utc(said)
    except (OSError, ValueError, TypeError, OverflowError, AttributeError):
        return None
    return said or None


def _unreadable(report: Report, handed: Handed) -> bool:
    return handed.problem is not None and not any(step.earned for step in report.steps)


class _Penalties:
    """nbgrader's own plugin for lateness, as the course configures it; asked only where somebody was late."""

    def __init__(self, course: CourseDirectory) -> None:
        self._course = course

    def assign(self, handed_in: Any, assignment: str, student: str, notebook: str, gradebook: Any) -> float:
        """Let the plugin set the penalty of a late submission; what it set."""
        if handed_in.total_seconds_late <= 0:
            return 0.0
        where: Mapping[str, str] = {
            "student": student, "assignment": assignment, "notebook": notebook,
            "db_url": self._course.db_url,
        }  # fmt: skip
        penalties = library("nbgrader.preprocessors").AssignLatePenalties(config=self._course.config)
        penalties.preprocess(library("nbformat.v4").new_notebook(), {"nbgrader": dict(where)})
        gradebook.db.expire_all()
        found = gradebook.find_submission_notebook(notebook, assignment, student)
        return float(found.late_submission_penalty or 0.0)


def _copy(source: Path, target: Path, master: Path) -> None:
    """The files beside the notebook, as nbgrader copies them: the student's, then the instructor's over them."""
    target.mkdir(parents=True, exist_ok=True)
    for folder in (source, master):
        for path in sorted(folder.rglob("*")) if folder.is_dir() else []:
            inside = path.relative_to(folder)
            hidden = any(part.startswith(".") or part == "__pycache__" for part in inside.parts)
            if hidden or path.is_symlink() or not path.is_file() or path.suffix == ".ipynb":
                continue
            if path.stat().st_size <= _COPIED:
                (target / inside).parent.mkdir(parents=True, exist_ok=True)
                (target / inside).unlink(missing_ok=True)
                shutil.copyfile(path, target / inside)
