"""An assignment as an nbgrader course: the source notebook with valid metadata, and the lines of configuration.

    COURSE_DIR/nbgrader_config.py                 ours in place of Execute, so that no learner's code meets a kernel
    COURSE_DIR/grader_course.json                 where the course's repository is, from here; the language
    COURSE_DIR/source/<id>/<file>.ipynb           reference between BEGIN and END SOLUTION, test cells, open questions
    COURSE_DIR/source/<id>/test_<file>.py, assignment.yaml    the visible checks and what they belong to
    COURSE_DIR/source/<id>/images/*.svg           the lesson's pictures

No hidden test stands in the notebook. The hidden region of a test cell holds one call, which a course with a stock
configuration runs (`grader.integrations.nbgrader.stock_execution`); ours reads the cell's id instead.
"""

from __future__ import annotations

import dataclasses
import json
import os
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from grader.authoring.notebook.builder import cell, notebook, written
from grader.authoring.notebook.layout import QUIZ, NotebookPiece, check_id, check_source, layout
from grader.authoring.notebook.questions import answer_cell, asked, introduction, question_pieces
from grader.core.errors import UsageError
from grader.core.languages import in_languages
from grader.core.model import FALLBACK, Assignment, Text
from grader.quiz.questions import Question

if TYPE_CHECKING:
    from grader.quiz import Bank

__all__ = ["COURSE_FILE", "CourseFile", "course_file", "export_files", "find_course_file", "source_notebook"]

COURSE_FILE = "grader_course.json"
SCHEMA = "grader/nbgrader/1"
CONFIG = "nbgrader_config.py"
OWN_CONFIG = "nbgrader_grader_config.py"
RUBRIC = ("### BEGIN MARK SCHEME", "### END MARK SCHEME")

SETTINGS = """\
# The learner's code runs in our sandbox, never in a kernel: ours stand in place of Execute and SaveAutoGrades.
c.Autograde.exporter_class = "grader.integrations.nbgrader.autograde.SubmissionExporter"
c.Autograde.pre_convert_hook = "grader.integrations.nbgrader.autograde.find_renamed"
c.Autograde.sanitize_preprocessors = [
    "grader.integrations.nbgrader.autograde.RepairCells",
    "nbgrader.preprocessors.OverwriteKernelspec",
]
c.Autograde.autograde_preprocessors = [
    "grader.integrations.nbgrader.autograde.GradeWithGrader",
    "nbgrader.preprocessors.LimitOutput",
    "grader.integrations.nbgrader.autograde.SaveGrades",
    "nbgrader.preprocessors.AssignLatePenalties",
    "nbgrader.preprocessors.CheckCellMetadata",
]
# Mark schemes and hidden regions come back for the person who marks; feedback does not show them.
c.GenerateFeedback.preprocessors = [
    "grader.integrations.nbgrader.autograde.HideFromFeedback",
    "nbgrader.preprocessors.GetGrades",
    "nbconvert.preprocessors.CSSHTMLHeaderPreprocessor",
]
"""

_COURSE = """\
c = get_config()  # noqa

c.CourseDirectory.course_id = {course!r}
# c.Exchange.root = "/srv/nbgrader/exchange"

"""


@dataclasses.dataclass(frozen=True, slots=True)
class CourseFile:
    """What `grader_course.json` says: the repository that holds solutions/, and the language of feedback."""

    root: Path
    language: str = "en"
    folder: Path = Path()  # of the nbgrader course, in which the file lies


def export_files(
    assignment: Assignment, bank: Bank | None, root: Path, course_dir: Path, *, language: str, stock: bool = False
) -> dict[Path, str]:
    """The files of the nbgrader course, path relative to `course_dir` -> text. Writes nothing.

    `stock` leaves nbgrader's own execution in place: the test cells then call us, and a learner's code shares the
    kernel with that call, so that its scores can be forged.
    """
    source = Path("source") / assignment.id
    python = (assignment.folder / assignment.file).read_text(encoding="utf-8")
    files = {source / f"{PurePosixPath(assignment.file).stem}.ipynb": source_notebook(assignment, bank, python)}
    public = root / "exercises" / assignment.id
    words = [public / "checks.yaml"] if (public / "checks.yaml").is_file() else []
    for path in [public / "assignment.yaml", *words, *sorted(public.glob("test_*.py"))]:
        if not path.is_file():
            raise UsageError(f"{path.relative_to(root)}: no such file; run `grader derive` first")
        files[source / path.name] = path.read_text(encoding="utf-8")
    for path in sorted((public / "images").glob("*.svg")):  # the lesson's pictures
        files[source / "images" / path.name] = path.read_text(encoding="utf-8")
    files[Path(COURSE_FILE)] = course_file(root, course_dir, language)
    config = _COURSE.format(course=course_dir.resolve().name)
    files[Path(CONFIG)] = config + (
        "# Stock execution: see docs/nbgrader.md for what it lets through.\n" if stock else SETTINGS
    )
    existing = course_dir / CONFIG
    if existing.is_file() and existing.read_text(encoding="utf-8") != files[Path(CONFIG)]:
        del files[Path(CONFIG)]  # it is theirs: ours goes beside it, and one line there loads it
        if not stock:
            files[Path(OWN_CONFIG)] = "c = get_config()  # noqa\n\n" + SETTINGS
    return files


def course_file(root: Path, course_dir: Path, language: str) -> str:
    """The text of `grader_course.json`; the way to the repository is relative, so that both can move together."""
    try:
        way = Path(os.path.relpath(root.resolve(), course_dir.resolve())).as_posix()
    except ValueError:  # another drive
        way = root.resolve().as_posix()
    return json.dumps({"schema": SCHEMA, "course": way, "language": language}, indent=1) + "\n"


def find_course_file(start: Path) -> CourseFile:
    """The course that a folder inside an exported nbgrader course belongs to. Raises UsageError."""
    start = start.resolve()
    for folder in (start, *start.parents):
        path = folder / COURSE_FILE
        if path.is_file():
            try:
                said = json.loads(path.read_text(encoding="utf-8"))
                root = (folder / said["course"]).resolve()
                language = str(said.get("language") or FALLBACK)
            except (ValueError, KeyError, TypeError, AttributeError):
                raise UsageError(f"{path}: not what `grader nbgrader export` writes; export again") from None
            outer = next((one for one in folder.parents if (one / COURSE_FILE).is_file()), None)
            if outer is not None:
                raise UsageError(f"{path}: lies inside the course {outer}, so it may be a learner's; name {outer}")
            if not (root / "solutions").is_dir():
                raise UsageError(f"{path}: the course is not at {root} any more; export again, or correct the path")
            return CourseFile(root, language, folder)
    raise UsageError(f"no {COURSE_FILE} at or above {start}; make it with `grader nbgrader export COURSE_DIR`")


def source_notebook(assignment: Assignment, bank: Bank | None, python: str) -> str:
    """The text of the source notebook, from the reference."""
    cells = [_source_cell(piece, assignment) for piece in layout(assignment, python)]
    return written(notebook(assignment.id, [*cells, *(_quiz(assignment, bank) if bank is not None else ())]))


def _quiz(assignment: Assignment, bank: Bank) -> Iterator[dict[str, Any]]:
    """The quiz: a cell for each answer and one test cell for all that is marked by rule; then what a person marks."""
    from grader.quiz.bank import sheet_of

    sheet = sheet_of(bank)
    questions = asked(sheet)
    by_rule = [question for question in questions if question.shape != "text"]
    yield from map(cell, introduction(sheet))
    yield from map(cell, question_pieces(by_rule, bank.languages, count=len(questions)))
    unit = Fraction(assignment.points.quiz or bank.points, sum(question.points for question in questions))
    points = _number(unit * sum(question.points for question in by_rule))
    test = NotebookPiece(check_id(QUIZ), "check", _with_hidden("assert isinstance(answers, dict)", QUIZ), QUIZ)
    yield cell(test, _nbgrader(test.id, grade=True, locked=True, points=points))
    yield from _open_questions(bank, unit, {question.id: question for question in questions})


def _number(points: Fraction) -> float:
    """Points as nbgrader has them; a whole number where it is one."""
    return int(points) if points.denominator == 1 else float(points)


def _with_hidden(visible: str, step: str) -> str:
    """The text of a test cell; its hidden region is for a course with a stock configuration."""
    hidden = f'from grader.integrations.nbgrader.stock_execution import score\n\nscore("{step}")'
    return f"{visible}\n### BEGIN HIDDEN TESTS\n{hidden}\n### END HIDDEN TESTS"


def _source_cell(piece: NotebookPiece, assignment: Assignment) -> dict[str, Any]:
    if piece.kind == "solution":
        return cell(piece, _nbgrader(piece.id, solution=True))
    if piece.kind == "setup":
        return cell(piece, _nbgrader(piece.id, locked=True))
    if piece.kind == "check":
        step = assignment.step(piece.step)
        text = _with_hidden(check_source(step.id), step.id)
        points = 0 if step.bonus else step.points  # a bonus counts on top: as extra credit, not in the maximum
        return cell(
            dataclasses.replace(piece, source=text), _nbgrader(piece.id, grade=True, locked=True, points=points)
        )
    return cell(piece)


def _open_questions(bank: Bank, unit: Fraction, questions: Mapping[str, Question]) -> Iterator[dict[str, Any]]:
    """The open items as nbgrader's task cells, marked by a person with our rubric, each with a cell for its answer.

    `unit` is what a point of the bank is worth in the assignment.
    """
    for item in bank.items:
        if item.type != "open":
            continue
        worth = _number(unit * item.points)
        lines = [f"### {_said(item.title, bank)}", "", _said(item.prompt, bank, "\n\n"), "", RUBRIC[0], ""]
        for criterion in getattr(item, "rubric", ()):
            lines.append(f"- {_number(unit * criterion.points):g}: {_said(criterion.text, bank)}")
        for sample in getattr(item, "samples", ()):
            earned = _number(unit * sample.points)
            lines += ["", f"{earned:g} of {worth:g}: {_said(sample.text, bank, chr(10) * 2)}"]
        lines += ["", RUBRIC[1]]
        yield cell(
            NotebookPiece(item.id, "text", "\n".join(lines)), _nbgrader(item.id, task=True, locked=True, points=worth)
        )
        yield cell(answer_cell(questions[item.id], bank.languages))


def _said(text: Text, bank: Bank, between: str = " / ") -> str:
    """A text in all languages of the quiz."""
    return between.join(in_languages(text, bank.languages))


def _nbgrader(grade_id: str, *, points: float | None = None, **flags: bool) -> dict[str, object]:
    """Nbgrader's metadata of a cell, schema 3."""
    said: dict[str, object] = {"grade": False, "solution": False, "locked": False, "task": False, **flags}
    said |= {"schema_version": 3, "grade_id": grade_id}
    if points is not None:
        said["points"] = points
    return {"nbgrader": said}
