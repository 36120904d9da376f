"""A submitted notebook, however it comes: which file is meant, its cells, and the learner's code as a Submission.

What a stock pipeline gives up on is read here: nbformat 3 and 4.0 to 4.5, no cell ids, no metadata, duplicated or
retyped cells. Nothing is run and nothing is validated against a schema; what cannot be read is one sentence.
"""

from __future__ import annotations

import dataclasses
from pathlib import Path, PurePosixPath
from typing import Any

from grader.core.languages import both
from grader.core.model import Assignment, Submission, Text
from grader.core.safe_text import one_line
from grader.submissions import Unusable, read_one
from grader.submissions.archives import files_in
from grader.submissions.cells import plain_cells
from grader.submissions.contents import read_text
from grader.submissions.files import refuse_link_out
from grader.submissions.program import notebook_program

__all__ = ["SubmittedNotebook", "as_submission", "choose", "hand_in", "read"]


@dataclasses.dataclass(frozen=True, slots=True)
class SubmittedNotebook:
    """A notebook that was handed in: its cells as plain data without outputs, or why there are none."""

    cells: tuple[dict[str, Any], ...] = ()
    problem: Text | None = None
    notes: tuple[Text, ...] = ()
    name: str = ""


def choose(folder: Path, assignment: Assignment) -> tuple[Path | None, Text | None, tuple[Text, ...]]:
    """The notebook of a submission's folder: its path, or a problem; and what a person should know.

    The usual name first; else the only notebook, or the only one whose name begins as it should, such as
    `layer_norm (1).ipynb`.
    """
    usual = PurePosixPath(assignment.file).stem
    found = sorted(path for path in folder.glob("*.ipynb") if not path.name.startswith("."))
    exact = folder / f"{usual}.ipynb"
    if exact in found:
        return exact, None, ()
    alike = [path for path in found if path.stem.casefold().startswith(usual.casefold())]
    for these in (alike, found):
        if len(these) == 1:
            name = one_line(these[0].name, 80)
            return these[0], None, (both("intake.other_name", name=name, file=f"{usual}.ipynb"),)
        if these:
            names = ", ".join(one_line(path.name, 40) for path in these[:4])
            return None, both("intake.several", names=names, file=f"{usual}.ipynb"), ()
    return None, both("intake.no_notebook", file=f"{usual}.ipynb"), ()


def read(path: Path) -> SubmittedNotebook:
    """The cells of a notebook file; outputs are left out. Never raises: what is wrong is the `problem`."""
    name = one_line(path.name, 80)
    try:
        refuse_link_out(path, path.parent, name)
        return SubmittedNotebook(plain_cells(read_text(next(iter(files_in(path)))), name), name=name)
    except Unusable as problem:
        return SubmittedNotebook(problem=problem.text, name=name)
    except Exception as error:  # whatever a file holds, it must not end the run for the others
        return SubmittedNotebook(problem=both("intake.unread", name=name, reason=type(error).__name__), name=name)


def as_submission(handed: SubmittedNotebook, student: str, path: Path, assignment: Assignment) -> Submission:
    """What is graded of a notebook alone: code cells and answers in their order, as `grader grade` takes them."""
    shown = one_line(str(path), 400)
    if handed.problem is not None:
        return Submission(student, shown, problem=handed.problem)
    try:
        program = notebook_program(handed.cells, handed.name, assignment)
    except Unusable as problem:
        return Submission(student, shown, problem=problem.text)
    return Submission(
        student,
        shown,
        program.cells,
        notes=(*handed.notes, *program.notes),
        answer_cells=program.answer_cells,
        modules=program.written,
        notebook=True,
    )


def hand_in(folder: Path, student: str, assignment: Assignment) -> tuple[SubmittedNotebook, Submission]:
    """A student's folder: what is graded of it, by the one reader, and the notebook whose cells the graded copy shows.

    That is the notebook in which the program is; where it is in a Python file, the one that bears the usual name.
    """
    submission = read_one(folder, student, assignment)
    if submission.problem is not None:
        return SubmittedNotebook(problem=submission.problem), submission
    program = next((folder / one.path for one in submission.files if one.used_as == "program"), None)
    if program is None or program.suffix.lower() != ".ipynb" or not program.is_file():
        program = choose(folder, assignment)[0]
    return SubmittedNotebook() if program is None else read(program), submission
