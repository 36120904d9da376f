"""One submission, read: the file that is meant, the program in it, its helper modules, and the answers to the quiz.

Everything that a learner's work comes by - `grade`, `check`, `ci`, a bundle, nbgrader - is read here, so that what
passes at home is graded as the same program.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from grader.core.model import Assignment, FileUse, Submission, Text
from grader.core.safe_text import one_line
from grader.submissions.accounting import accounted
from grader.submissions.answer_files import AnswersRead, answers_in
from grader.submissions.candidates import Chosen, other_assignments
from grader.submissions.contents import Contents, contents_of
from grader.submissions.files import HandedIn, Unusable, folder_files, kind, patient, refuse_link_out
from grader.submissions.helper_modules import HandedInModules, is_checks
from grader.submissions.program import ReadProgram, file_program, notebook_program
from grader.submissions.selection import choose, refuse_another
from grader.submissions.side_files import hints_shown

__all__ = ["read_files", "read_one"]


def read_one(path: Path, name: str, assignment: Assignment, within: Path | None = None) -> Submission:
    """The submission called `name` in a folder, a file or an archive; `within` is the cohort's folder, if it is in one.

    Never raises for what is handed in: `problem` says why nothing can be graded.
    """
    shown = one_line(str(path), 400)
    reading = _SubmissionReader(name, shown, assignment)
    try:
        with patient(one_line(path.name, 80)):
            if within is not None:
                refuse_link_out(path, within, one_line(path.name, 80))
            alone = path.is_file() and kind(path.name) != "archive"
            return reading.read(list(_files(path)), alone=alone)
    except Unusable as problem:
        return reading.refused(problem.text)
    except Exception as error:  # whatever a file holds, it must not end the run for the others
        return reading.refused(
            Unusable("intake.unread", name=one_line(path.name, 80), reason=type(error).__name__).text
        )


def read_files(files: Sequence[HandedIn], name: str, shown: str, assignment: Assignment) -> Submission:
    """The submission called `name` in files that somebody else found, `shown` being where. Never raises for them."""
    reading = _SubmissionReader(name, shown, assignment)
    try:
        return reading.read(list(files), alone=False)
    except Unusable as problem:
        return reading.refused(problem.text)


class _SubmissionReader:
    """A submission on its way: what is known of it when it turns out that it cannot be graded."""

    def __init__(self, name: str, shown: str, assignment: Assignment) -> None:
        self._name, self._shown, self._assignment = name, shown, assignment
        self._answers = AnswersRead()
        self._files: list[HandedIn] = []

    def read(self, files: list[HandedIn], *, alone: bool) -> Submission:
        """The submission in these files; `alone` says that it is the first of them, whatever it is called."""
        assignment = self._assignment
        others = other_assignments(assignment) if len(files) > 1 else frozenset[str]()
        self._files, self._answers = files, answers_in(files, None, others)  # marked even where no code can be graded
        chosen = Chosen(files[0], files) if alone else choose(files, assignment)
        if len(chosen.files) > 1:
            self._files, self._answers = chosen.files, answers_in(chosen.files, chosen.file, others)
        contents = chosen.contents or contents_of(chosen.file, assignment)
        helpers = HandedInModules(chosen.file, chosen.files, assignment)
        program = _program(contents, assignment, helpers)
        refuse_another(program.cells, contents.title, assignment)
        modules = (
            helpers.imported([cell.text for cell in program.cells], program.written) if len(chosen.files) > 1 else {}
        )
        costly = bool(assignment.hint_cost)
        known = (chosen.uses, self._answers.uses, helpers.uses)
        return Submission(
            self._name,
            self._shown,
            program.cells,
            notes=(*contents.notes, *chosen.notes, *program.notes, *self._answers.notes),
            answers=self._answers.text,
            answer_cells=program.answer_cells,
            hints=hints_shown(chosen.files, assignment) if costly else {},
            modules=modules or program.written,
            notebook=program.notebook,
            files=accounted(chosen.files, chosen.file, known, hints=costly),
        )

    def refused(self, problem: Text) -> Submission:
        """What is left where the code cannot be read: the answers, and why."""
        code = [file for file in self._files if kind(file.path.name) and not is_checks(file.path.name)]
        refused = {file.path: FileUse(one_line(str(file.path), 120), "not opened", problem) for file in code[:1]}
        known = (refused if len(code) == 1 else {}, self._answers.uses)
        return Submission(
            self._name,
            self._shown,
            problem=problem,
            notes=self._answers.notes,
            answers=self._answers.text,
            files=accounted(self._files, None, known, hints=False),
        )


def _files(path: Path) -> Iterator[HandedIn]:
    """The files of a submission. What unpacks archives is loaded for those only: `check` waits for it every time."""
    if path.is_dir():
        return folder_files(path)
    from grader.submissions.archives import files_in

    return files_in(path)


def _program(contents: Contents, assignment: Assignment, helpers: HandedInModules) -> ReadProgram:
    if contents.cells is not None:
        return notebook_program(contents.cells, contents.title, assignment, helpers.module)
    return file_program(contents.text, contents.title, assignment, helpers.module)
