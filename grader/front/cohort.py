"""Grade `submitted/**` of an nbgrader course with our engine, in one session and without a kernel.

Scores, comments and the graded copies end where `nbgrader autograde` would put them, so that formgrader, feedback
and export go on as usual. Every submission that is found ends in exactly one state, which is written and named:

    graded      scored; open questions wait for a person
    held        some points wait for a person or for another run
    unreadable  nothing of it could be graded: 0, with the reason, and a person is asked to look
"""

from __future__ import annotations

import dataclasses
import glob
import re
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path, PurePosixPath
from typing import Any

from grader.errors import UsageError
from grader.front import repair
from grader.front.gradebook import known_cells, library, load, opened, record
from grader.front.marks import marks
from grader.front.submitted import Handed, hand_in
from grader.front.twin import notebook as notebook_of
from grader.front.twin import written
from grader.intake import find
from grader.model import Assignment, Report, Submission
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


@dataclasses.dataclass(frozen=True, slots=True)
class _Course:
    """An nbgrader course's directories and gradebook, as its own configuration has them."""

    root: Path
    config: Any
    directory: Any

    def folder(self, step: str, student: str, assignment: str) -> Path:
        return Path(self.directory.format_path(step, student, assignment))


def grade_course(
    course_dir: Path,
    assignment: Assignment,
    deliver: Callable[[Graded], None],
    *,
    language: str,
    isolation: str | None = None,
    students: Sequence[str] = (),
) -> None:
    """Grade every submission of the assignment (or those of `students`) and call `deliver` after each.

    Raises UsageError where the assignment was never released or nobody handed in, and what `grader.run.grade` raises.
    """
    from grader import run

    load()
    course = _read_course(course_dir)
    notebook = PurePosixPath(assignment.file).stem
    with opened(course.directory.db_url, course.directory.course_id) as gradebook:
        known = known_cells(gradebook, notebook, assignment.id)
        folders = dict(_folders(course, assignment, students))
        handed: dict[str, Handed] = {}
        penalties = _Penalties(course)

        def submissions() -> Iterator[Submission]:
            for student, folder in folders.items():
                handed[student], submission = _hand_in(student, folder, assignment)
                yield submission

        def one(report: Report) -> None:
            student = report.submission_id
            deliver(
                _write(report, student, handed.pop(student), known, course, gradebook, assignment, language, penalties)
            )

        run.grade(assignment, submissions(), one, isolation=isolation, language=language)


def _read_course(course_dir: Path) -> _Course:
    """The course's configuration, by nbgrader's own loader. Raises UsageError where it is broken."""
    loader = library("traitlets.config.loader")
    root = course_dir.resolve()
    config = loader.Config()
    if (root / "nbgrader_config.py").is_file():
        try:
            config = loader.PyFileConfigLoader("nbgrader_config.py", path=str(root)).load_config()
        except Exception as error:
            raise UsageError(f"{root / 'nbgrader_config.py'}: {type(error).__name__}: {error}") from None
    if "root" not in config.CourseDirectory:
        config.CourseDirectory.root = str(root)
    return _Course(root, config, library("nbgrader.coursedir").CourseDirectory(config=config))


def _folders(course: _Course, assignment: Assignment, students: Sequence[str]) -> Iterator[tuple[str, Path]]:
    """Who handed in, and where, by name. Raises UsageError where that is nobody, or not one who was named."""
    directory = course.directory
    step = directory.submitted_directory
    named = re.compile(directory.format_path(step, "(?P<student>.+)", re.escape(assignment.id), escape=True))
    found = {}
    for path in sorted(glob.glob(directory.format_path(step, "*", assignment.id))):
        matched = named.fullmatch(path)
        if matched is not None and Path(path).is_dir():
            found[matched["student"]] = Path(path)
    missing = [student for student in students if student not in found]
    if missing or not found:
        place = directory.format_path(step, missing[0] if missing else "*", assignment.id)
        raise UsageError(f"{place}: no such folder; nothing was handed in there")
    yield from ((student, path) for student, path in found.items() if not students or student in students)


def _hand_in(student: str, folder: Path, assignment: Assignment) -> tuple[Handed, Submission]:
    """A student's notebook, or the Python file where there is no notebook."""
    handed, submission = hand_in(folder, student, assignment)
    if handed.problem is None or any(folder.glob("*.ipynb")):
        return handed, submission
    python = folder / assignment.file
    try:
        found = next(iter(find([python if python.is_file() else folder], assignment)))
    except UsageError:
        return handed, submission
    return handed, dataclasses.replace(found, id=student)


def _write(
    report: Report, student: str, handed: Handed, known: Sequence[repair.Known], course: _Course, gradebook: Any,
    assignment: Assignment, language: str, penalties: _Penalties,
) -> Graded:  # fmt: skip
    """One student's scores, comments, lateness and graded copy."""
    directory = course.directory
    source = course.folder(directory.submitted_directory, student, assignment.id)
    table = marks(report, language)
    cells = repair.repair(handed.cells, known, language)
    by_id = repair.marks_of(cells, known, table, assignment, language)
    repair.fill(cells, known, by_id)
    gradebook.update_or_create_student(student)
    when = directory.get_existing_timestamp(str(source))
    handed_in = gradebook.update_or_create_submission(assignment.id, student, **({"timestamp": when} if when else {}))
    notebook = PurePosixPath(assignment.file).stem
    comments = repair.comments_of(known, table, assignment)
    for submitted in handed_in.notebooks:
        mine = submitted.name == notebook
        record(submitted, {cell.name: cell for cell in known} if mine else {}, by_id if mine else {}, comments)
    gradebook.db.commit()
    penalty = penalties.assign(handed_in, assignment.id, student, notebook, gradebook)
    target = course.folder(directory.autograded_directory, student, assignment.id)
    _copy(source, target, course.folder(directory.source_directory, ".", assignment.id))
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


def _unreadable(report: Report, handed: Handed) -> bool:
    return handed.problem is not None and not any(step.earned for step in report.steps)


class _Penalties:
    """nbgrader's own plugin for lateness, as the course configures it; asked only where somebody was late."""

    def __init__(self, course: _Course) -> None:
        self._course = course

    def assign(self, handed_in: Any, assignment: str, student: str, notebook: str, gradebook: Any) -> float:
        """Let the plugin set the penalty of a late submission; what it set."""
        if handed_in.total_seconds_late <= 0:
            return 0.0
        where: Mapping[str, str] = {
            "student": student, "assignment": assignment, "notebook": notebook,
            "db_url": self._course.directory.db_url,
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
