"""What `nbgrader autograde` calls in an exported course: our engine in place of a kernel.

`nbgrader_config.py` names these by their dotted names; nbgrader makes them and calls them in this order:

    find_renamed          a notebook under another name is taken for the one that was meant
    SubmissionExporter    reads what was handed in, whatever its format; what cannot be read is a sentence
    RepairCells           the learner's cells, with nbgrader's metadata and locked cells as released
    GradeWithGrader       runs the hidden suite in our sandbox; a float and words into each test cell
    SaveGrades            scores, extra credit and comments into the gradebook, every grade of the notebook
    HideFromFeedback      (for generate_feedback) mark schemes and hidden regions are not shown

Nothing of a learner's is run in this process or in a kernel, and nothing here raises for what a learner handed in.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from grader.authoring.notebook.layout import QUIZ
from grader.core.errors import GraderError
from grader.core.model import Assignment, Submission
from grader.core.seeds import named_seed
from grader.integrations.nbgrader import restore
from grader.integrations.nbgrader.export import CourseFile, find_course_file
from grader.integrations.nbgrader.gradebook import known_cells, library, opened, record
from grader.integrations.nbgrader.scores import StepScore, fault, marks, quiz_mark
from grader.integrations.nbgrader.seeds import course_seed
from grader.integrations.nbgrader.submitted import SubmittedNotebook, as_submission, hand_in
from grader.reports.schema import Report

__all__ = ["BATCH", "Batch", "GradeWithGrader", "HideFromFeedback", "RepairCells", "SaveGrades", "find_renamed"]

_OURS = "grader"  # our key in nbconvert's resources


def __getattr__(name: str) -> Any:
    """`SubmissionExporter` is made when nbgrader asks for it: it derives from a class of nbconvert's."""
    if name == "SubmissionExporter":
        return _exporter()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


@functools.cache
def _course(start: Path) -> CourseFile:
    return find_course_file(start)


@functools.lru_cache(maxsize=8)
def _assignment(root: Path, assignment_id: str) -> Assignment:
    from grader.course import loading as course

    return course.load(root, course.pick(root, assignment_id))


def find_renamed(assignment: str, student: str, notebooks: list[str]) -> None:
    """Nbgrader's `pre_convert_hook`: where the usual notebook is missing, ask for it all the same.

    The exporter then takes the one that was meant, or says which ones could be. `notebooks` is changed in place.
    """
    if not notebooks:
        return
    folder = Path(notebooks[0]).parent
    wanted = Path(_assignment(_course(Path.cwd()).root, folder.name).file).stem
    if all(Path(path).stem != wanted for path in notebooks):
        notebooks[:] = [str(folder / f"{wanted}.ipynb")]


@functools.cache
def _exporter() -> Any:
    base: Any = library("nbconvert.exporters").NotebookExporter

    class SubmissionExporter(base):  # type: ignore[misc]  # nbconvert has no types for it
        """Reads a submitted notebook tolerantly and tells the preprocessors where it lies."""

        _batch: set[Path] | None = None
        _submission: Submission | None = None

        def from_filename(self, filename: str, resources: Any = None, **kw: Any) -> Any:
            """As nbconvert's; nbgrader calls it twice for a notebook: to sanitise, then to grade."""
            ours, converter = resources["nbgrader"], self.parent
            course = _course(Path(converter.coursedir.root))
            assignment = _assignment(course.root, ours["assignment"])
            if not converter._sanitizing:
                resources[_OURS] = {"course": course, "submission": self._submission}
                return super().from_filename(filename, resources=resources, **kw)
            folder = _submitted(converter, ours["student"], ours["assignment"])
            if self._batch is None:  # this one's graded copy has been begun by now
                self._batch = {
                    folder,
                    *(other for other in map(Path, converter.assignments) if _is_new(other, converter)),
                }
            handed, self._submission = hand_in(folder, ours["student"], assignment)
            if folder in self._batch:  # the first of a batch brings the others along: one session for all
                students = {other: _student(other, converter, ours["assignment"]) for other in self._batch}
                BATCH.expect([hand_in(other, student, assignment)[1] for other, student in students.items()])
                self._batch.clear()
            resources[_OURS] = {"course": course}
            content = {"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": [*map(_node, handed.cells)]}
            return self.from_notebook_node(_nodes(content), resources=resources, **kw)

    return SubmissionExporter


def _submitted(converter: Any, student: str, assignment: str) -> Path:
    courses = converter.coursedir
    return Path(courses.format_path(courses.submitted_directory, student, assignment))


def _student(folder: Path, converter: Any, assignment: str) -> str:
    """The student whose folder it is, by the course's own pattern."""
    courses = converter.coursedir
    pattern = courses.format_path(courses.submitted_directory, "(?P<student>.+)", re.escape(assignment), escape=True)
    matched = re.fullmatch(pattern, str(folder))
    return matched["student"] if matched else folder.name


def _is_new(folder: Path, converter: Any) -> bool:
    """True where nbgrader is certain to grade this folder now: by force, or since there is no graded copy."""
    courses = converter.coursedir
    student = _student(folder, converter, courses.assignment_id)
    graded = courses.format_path(courses.autograded_directory, student, courses.assignment_id)
    return bool(converter.force) or not Path(graded).exists()


def _nodes(content: dict[str, Any]) -> Any:
    """Plain data as nbformat's nodes."""
    return library("nbformat").from_dict(content)


def _node(cell: dict[str, Any]) -> dict[str, Any]:
    return {**cell, "outputs": [], "execution_count": None} if cell["cell_type"] == "code" else dict(cell)


class RepairCells:
    """The first sanitising step: see `grader.integrations.nbgrader.restore`."""

    def __call__(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """Replace the cells by the graded copy's."""
        ours = resources["nbgrader"]
        with opened(ours["db_url"]) as gradebook:
            known = known_cells(gradebook, ours["notebook"], ours["assignment"])
        cells = restore.repair([_plain(cell) for cell in nb.cells], known, _language(resources))
        nb.cells = [_nodes(cell) for cell in cells]
        return nb, resources


class GradeWithGrader:
    """In place of nbgrader's Execute: grade with the hidden suite, and write each test cell's outputs."""

    def __call__(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """Fill the test cells, and leave what the gradebook gets in `resources`."""
        ours = resources["nbgrader"]
        with opened(ours["db_url"]) as gradebook:
            known = known_cells(gradebook, ours["notebook"], ours["assignment"])
        cells = [_plain(cell) for cell in nb.cells]
        by_id, comments = self._marks(cells, known, resources)
        for cell, node in zip(cells, nb.cells, strict=True):
            cell["outputs"] = list(node.get("outputs", ()))
        restore.fill(cells, known, by_id)
        for cell, node in zip(cells, nb.cells, strict=True):
            if node.cell_type == "code":
                node.outputs = [_nodes(output) for output in cell["outputs"]]
        resources.setdefault(_OURS, {}).update(marks=by_id, comments=comments)
        return nb, resources

    def _marks(
        self, cells: list[dict[str, Any]], known: tuple[restore.ReleasedCell, ...], resources: Any
    ) -> tuple[dict[str, StepScore], dict[str, str]]:
        """Marks and comments by grade id. A fault of ours is held for a person, never a score."""
        ours, language = resources["nbgrader"], _language(resources)
        try:
            course = resources.get(_OURS, {}).get("course") or _course(Path.cwd())
            assignment = _assignment(course.root, ours["assignment"])
            seed = course_seed(course.folder, assignment.id, named_seed())
            report = BATCH.report(_submission(cells, resources, assignment), assignment, language, seed)
            table = {**marks(report, language), QUIZ: quiz_mark(report, language)}
            by_id = restore.marks_of(cells, known, table, assignment, language)
            return by_id, restore.comments_of(known, table, assignment)
        except Exception as error:
            why = str(error) if isinstance(error, GraderError) else f"{type(error).__name__}: {error}"
            log = library("traitlets.log").get_logger()
            log.error("%s for %s: not scored: %s", ours["assignment"], ours["student"], why)
            held = fault(why.splitlines()[0][:300] if why else type(error).__name__, language)
            graded = {cell.name: held for cell in known if cell.grade or cell.task}
            return graded, {cell.name: held.comment for cell in known if cell.solution}


def _submission(cells: list[dict[str, Any]], resources: Any, assignment: Assignment) -> Submission:
    """What the learner handed in; from the graded copy's cells where another exporter read it."""
    ours = resources.get(_OURS, {})
    if "submission" in ours:
        submission: Submission = ours["submission"]
        return submission
    name = f"{resources['nbgrader']['notebook']}.ipynb"
    return as_submission(
        SubmittedNotebook(tuple(cells), name=name), resources["nbgrader"]["student"], Path(name), assignment
    )


class SaveGrades:
    """In place of nbgrader's SaveAutoGrades, which takes what it cannot read for full marks."""

    def __call__(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """Write every grade and comment of the notebook."""
        ours, made = resources["nbgrader"], resources[_OURS]
        with opened(ours["db_url"]) as gradebook:
            known = known_cells(gradebook, ours["notebook"], ours["assignment"])
            submitted = gradebook.find_submission_notebook(ours["notebook"], ours["assignment"], ours["student"])
            record(submitted, {cell.name: cell for cell in known}, made["marks"], made["comments"])
            gradebook.db.commit()
        return nb, resources


_REGION = re.compile(r"(BEGIN|END) (?:MARK SCHEME|HIDDEN TESTS)\b")


class HideFromFeedback:
    """Cut mark schemes and hidden regions out of the cells that a learner is shown."""

    def __call__(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """Change the sources of locked cells; the graded copy on disk keeps them."""
        for cell in nb.cells:
            said = cell.metadata.get("nbgrader", {})
            if said and not said.get("solution"):
                cell.source = visible(cell.source)
        return nb, resources


def visible(source: str) -> str:
    """A cell's text without its regions for instructors."""
    out, inside = [], False
    for line in source.splitlines():
        marker = _REGION.search(line)
        inside = marker.group(1) == "BEGIN" if marker else inside
        if not marker and not inside:
            out.append(line)
    return "\n".join(out).rstrip()


def _plain(cell: Any) -> dict[str, Any]:
    """A notebook node as the plain data that `repair` works on, outputs left out."""
    metadata = {"nbgrader": dict(cell.metadata.nbgrader)} if "nbgrader" in cell.metadata else {}
    return {"cell_type": cell.cell_type, "metadata": metadata, "source": cell.source}


def _language(resources: Any) -> str:
    course = resources.get(_OURS, {}).get("course")
    return course.language if course is not None else "en"


class Batch:
    """Submissions that are expected, and reports that were made before they were asked for."""

    def __init__(self) -> None:
        self._expected: dict[str, Submission] = {}
        self._reports: dict[tuple[str, str], Report] = {}

    def expect(self, submissions: Iterable[Submission]) -> None:
        """These will be asked for."""
        self._expected = {one.id: one for one in submissions}

    def report(self, submission: Submission, assignment: Assignment, language: str, seed: int) -> Report:
        """The report of a submission; the first call grades what is expected along. Raises as `run.grade` does."""
        from grader.grading import run

        key = (assignment.id, submission.id)
        expected, self._expected = self._expected, {}
        if expected.get(submission.id) == submission:
            made: list[Report] = []
            try:
                run.grade(assignment, list(expected.values()), made.append, language=language, seed=seed)
            except GraderError:
                made.clear()
            self._reports |= {(assignment.id, report.submission.id): report for report in made}
        if key not in self._reports:
            alone: list[Report] = []
            run.grade(assignment, [submission], alone.append, language=language, seed=seed)
            return alone[0]
        return self._reports.pop(key)


BATCH = Batch()
