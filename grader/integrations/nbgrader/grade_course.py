"""Grade `submitted/**` of an nbgrader course with this grader, in parallel and without a kernel.

Scores, comments and the graded copies end where `nbgrader autograde` would put them, so that formgrader, feedback
and export go on as usual. Every submission that is found ends in exactly one state, which is written and named:

    graded      scored; open questions wait for a person
    held        some points wait for a person or for another run
    unreadable  nothing of it could be graded: 0, with the reason, and a person is asked to look
"""

from __future__ import annotations

import contextlib
import dataclasses
import queue
import shutil
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Any

from grader.authoring.notebook.builder import notebook as notebook_of
from grader.authoring.notebook.builder import written
from grader.authoring.notebook.layout import QUIZ
from grader.batch.cohort import Engine, grade_alone
from grader.batch.pool import grade_in_pool
from grader.core.atomic_write import write_whole
from grader.core.cores import jobs_for
from grader.core.model import Assignment
from grader.integrations.nbgrader import restore
from grader.integrations.nbgrader.course_dir import Places, read_places
from grader.integrations.nbgrader.gradebook import known_cells, library, load, opened, record
from grader.integrations.nbgrader.scores import marks, quiz_mark
from grader.integrations.nbgrader.submitted import SubmittedNotebook, hand_in
from grader.reports.schema import Report, read
from grader.submissions.cache_key import GradingTask, terms_of
from grader.submissions.files import Unusable, walked

__all__ = ["GradedNotebook", "grade_course"]

_COPIED = 50 << 20  # bytes of one file that lies beside a notebook


@dataclasses.dataclass(frozen=True, slots=True)
class GradedNotebook:
    """One line of the result: who, in which state, what counts, and the penalty for lateness."""

    student: str
    state: str
    earned: Fraction
    bonus: Fraction
    penalty: float
    report: Report
    note: str = ""


def grade_course(
    course_dir: Path,
    assignment: Assignment,
    deliver: Callable[[GradedNotebook], None],
    *,
    language: str,
    isolation: str | None = None,
    students: Sequence[str] = (),
    seed: int,
    jobs: int | None = None,
) -> None:
    """Grade every submission of the assignment (or those of `students`) and call `deliver` after each, by name.

    `jobs` processes grade in parallel (default: one per core; a handful is graded in this process); only this process
    writes. The `seed` of the hidden data is the course's own (`grader.integrations.nbgrader.seeds`). Raises UsageError
    where the assignment was never released or nobody handed in, and what grading raises.
    """
    places = read_places(course_dir)
    folders = places.handed_in(assignment, students)
    terms = terms_of(assignment.folder.parent.parent, assignment, seed=seed, language=language, isolation=isolation)
    handed: dict[str, SubmittedNotebook] = {}

    def tasks() -> Iterator[GradingTask]:
        for index, (student, folder) in enumerate(folders.items()):
            handed[student], submission = hand_in(folder, student, assignment)
            yield GradingTask.of(index, submission)

    with contextlib.ExitStack() as stack:
        processes = jobs_for(len(folders), jobs, assignment.limits.memory_mib)
        reports: Iterable[Report] | None = None
        if processes:  # they begin while nbgrader is imported here
            work = partial(grade_in_pool, assignment, terms, jobs=processes, elastic=jobs is None)
            reports = stack.enter_context(_Background(work, tasks()))
        load()
        gradebook = stack.enter_context(opened(places.db_url, places.course_id))
        known = known_cells(gradebook, PurePosixPath(assignment.file).stem, assignment.id)
        book = _Book(places, gradebook, known, assignment, language)

        def one(report: Report) -> None:
            deliver(book.write(report, handed.pop(report.submission.id), folders[report.submission.id]))

        if reports is None:
            grade_alone(assignment, terms)(tasks(), lambda task, text: one(read(text)))
        else:
            for report in reports:
                one(report)


class _Background:
    """Grading in other processes while this one does something else; iterating gives the reports in their order."""

    def __init__(self, engine: Engine, tasks: Iterator[GradingTask]) -> None:
        self._engine, self._source = engine, tasks
        self._told: queue.SimpleQueue[tuple[int, str] | BaseException | None] = queue.SimpleQueue()
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        try:
            self._engine(self._tasks(), lambda task, text: self._told.put((task.index, text)))
            self._told.put(None)
        except BaseException as error:
            self._told.put(error)

    def _tasks(self) -> Iterator[GradingTask]:
        for task in self._source:
            if self._stopped.is_set():
                return
            yield task

    def __enter__(self) -> Iterator[Report]:
        self._thread.start()
        return self._reports()

    def __exit__(self, *_: object) -> None:
        self._stopped.set()
        self._thread.join(timeout=5)

    def _reports(self) -> Iterator[Report]:
        waiting: dict[int, str] = {}
        turn = 0
        while (told := self._told.get()) is not None:
            if isinstance(told, BaseException):
                raise told
            waiting[told[0]] = told[1]
            while turn in waiting:
                yield read(waiting.pop(turn))
                turn += 1


@dataclasses.dataclass(frozen=True)
class _Book:
    """Where results go: the gradebook, and the graded copies."""

    places: Places
    gradebook: Any
    known: Sequence[restore.ReleasedCell]
    assignment: Assignment
    language: str

    def write(self, report: Report, handed: SubmittedNotebook, source: Path) -> GradedNotebook:
        """Write one student's scores, comments, lateness and graded copy."""
        assignment, known, student = self.assignment, self.known, report.submission.id
        table = {**marks(report, self.language), QUIZ: quiz_mark(report, self.language)}
        cells = restore.repair(handed.cells, known, self.language)
        by_id = restore.marks_of(cells, known, table, assignment, self.language)
        restore.fill(cells, known, by_id)
        self.gradebook.update_or_create_student(student)
        when, note = _timestamp(source)
        given = {"timestamp": when} if when else {}
        handed_in = self.gradebook.update_or_create_submission(assignment.id, student, **given)
        notebook = PurePosixPath(assignment.file).stem
        comments = restore.comments_of(known, table, assignment)
        for submitted in handed_in.notebooks:
            mine = submitted.name == notebook
            record(submitted, {cell.name: cell for cell in known} if mine else {}, by_id if mine else {}, comments)
        self.gradebook.db.commit()
        penalty = self._penalty(handed_in, student, notebook)
        target = self.places.folder(self.places.autograded, student, assignment.id)
        _copy(source, target, self.places.folder(self.places.source, ".", assignment.id))
        content = {**notebook_of(assignment.id, map(_in_lines, cells)), "nbformat_minor": 4}
        write_whole(target / f"{notebook}.ipynb", written(content))
        held = bool(report.score.held) or any(mark.held for mark in table.values())
        state = "unreadable" if _unreadable(report, handed) else "held" if held else "graded"
        return GradedNotebook(student, state, report.code.earned, report.bonus.earned, penalty, report, note)

    def _penalty(self, handed_in: Any, student: str, notebook: str) -> float:
        """Let nbgrader's own plugin, as the course configures it, set the penalty of a late submission; what it set."""
        if handed_in.total_seconds_late <= 0:
            return 0.0
        where = {
            "student": student,
            "assignment": self.assignment.id,
            "notebook": notebook,
            "db_url": self.places.db_url,
        }
        penalties = library("nbgrader.preprocessors").AssignLatePenalties(config=self.places.config)
        penalties.preprocess(library("nbformat.v4").new_notebook(), {"nbgrader": where})
        self.gradebook.db.expire_all()
        found = self.gradebook.find_submission_notebook(notebook, self.assignment.id, student)
        return float(found.late_submission_penalty or 0.0)


def _timestamp(folder: Path) -> tuple[Any, str]:
    """When it was handed in, by nbgrader's timestamp.txt; and what is wrong with that file."""
    path = folder / "timestamp.txt"
    if not path.is_file():
        return None, ""
    try:
        text = path.read_text(encoding="utf-8").strip()
        return (library("nbgrader.utils").parse_utc(text), "") if text else (None, "")
    except (OSError, ValueError, OverflowError):
        return None, "timestamp.txt holds no time, so lateness was not counted"


def _in_lines(cell: Mapping[str, Any]) -> dict[str, Any]:
    """A cell with its texts as lists of lines, as Jupyter writes them."""
    out = {**cell, "source": cell["source"].splitlines(keepends=True)}
    for output in out.get("outputs", ()):
        if "text" in output:
            output["text"] = output["text"].splitlines(keepends=True)
        if "data" in output:
            output["data"] = {kind: text.splitlines(keepends=True) for kind, text in output["data"].items()}
    return out


def _unreadable(report: Report, handed: SubmittedNotebook) -> bool:
    return handed.problem is not None and not any(step.score.earned for step in report.steps)


def _files(folder: Path) -> list[Path]:
    """The files next to a notebook; none where there are more than the limit."""
    with contextlib.suppress(Unusable):
        return sorted(walked(folder))
    return []


def _copy(source: Path, target: Path, master: Path) -> None:
    """The files next to the notebook, as nbgrader copies them: the student's, then the instructor's on top."""
    target.mkdir(parents=True, exist_ok=True)
    for folder in (source, master):
        for path in _files(folder):
            inside = path.relative_to(folder)
            hidden = any(part.startswith(".") or part == "__pycache__" for part in inside.parts)
            if hidden or path.is_symlink() or not path.is_file() or path.suffix == ".ipynb":
                continue
            if path.stat().st_size <= _COPIED:
                (target / inside).parent.mkdir(parents=True, exist_ok=True)
                (target / inside).unlink(missing_ok=True)
                shutil.copyfile(path, target / inside)
