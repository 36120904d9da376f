"""A submitted notebook, however it comes: which file is meant, its cells, and the learner's code as a Submission.

What a stock pipeline gives up on is read here: nbformat 3 and 4.0 to 4.5, no cell ids, no metadata, duplicated or
retyped cells. Nothing is run and nothing is validated against a schema; what cannot be read is one sentence.
"""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from grader.core.languages import both
from grader.core.model import Assignment, Submission, Text
from grader.core.safe_text import one_line
from grader.submissions import Unusable
from grader.submissions.archives import files_in
from grader.submissions.cells import SOURCE_BYTES, plain_cells
from grader.submissions.contents import read_text
from grader.submissions.decoding import replacing
from grader.submissions.files import HandedIn, folder_files, refuse_link_out
from grader.submissions.program import notebook_program
from grader.submissions.side_files import hints_shown

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


def as_submission(
    handed: SubmittedNotebook,
    student: str,
    path: Path,
    assignment: Assignment,
    answers: str | None = None,
    hints: Mapping[str, int] | None = None,
) -> Submission:
    """What is graded of a notebook: code cells and answers in their order, as `grader grade` takes them.

    `answers` is the text of answers.yaml, `hints` which were shown, if the learner's files beside it say so.
    """
    shown = one_line(str(path), 400)
    if handed.problem is not None:
        return Submission(student, shown, problem=handed.problem, answers=answers)
    try:
        program = notebook_program(handed.cells, handed.name, assignment)
    except Unusable as problem:
        return Submission(student, shown, problem=problem.text, answers=answers)
    return Submission(
        student,
        shown,
        program.cells,
        notes=(*handed.notes, *program.notes),
        answers=answers,
        answer_cells=program.answer_cells,
        hints=hints or {},
        modules=program.written,
        notebook=True,
    )


def hand_in(folder: Path, student: str, assignment: Assignment) -> tuple[SubmittedNotebook, Submission]:
    """A student's folder: the notebook that is meant, and what is graded of it."""
    path, problem, notes = choose(folder, assignment)
    handed = SubmittedNotebook(problem=problem) if path is None else dataclasses.replace(read(path), notes=notes)
    beside = _beside(folder)
    text = next((file for file in beside if str(file.path) == "answers.yaml"), None)
    answers = None
    with contextlib.suppress(Unusable):
        answers = replacing(text.read(SOURCE_BYTES)) if text is not None else None
    hints = hints_shown(beside, assignment) if assignment.hint_cost else {}
    return handed, as_submission(handed, student, path or folder, assignment, answers, hints)


def _beside(folder: Path) -> list[HandedIn]:
    """The files of the folder that are read, as far as they can be."""
    found = []
    with contextlib.suppress(Unusable):
        for file in folder_files(folder):
            found.append(file)
    return found
