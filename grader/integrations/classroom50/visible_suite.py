"""The visible checks of a bundle: the learner's functions in a sandboxed worker, the checks as every learner has them.

Everybody can read a visible check, so what comes of it is feedback whatever the isolation. But a hostile file shall get
the points of what is right in it and no more: the file of checks runs in the grader's process.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from grader.core.errors import IsolationError, MachineError, SpecError
from grader.core.model import Assignment, Outcome, Submission
from grader.core.terminal import UNICODE, TerminalStyle
from grader.course import loading
from grader.course.visible_checks import read_suite
from grader.execution.probe import establish
from grader.reports.schema import HandIn, Report
from grader.student.practice_report import practice, without_a_run
from grader.submissions.working_file import source_of
from grader.suite.visible import run
from grader.suite.visible.sandboxed import in_a_sandbox, limits_of

__all__ = ["possible", "proven", "suite_files", "visible_report"]


def suite_files(folder: Path, assignment: Assignment) -> dict[str, bytes]:
    """The files of the visible checks, by name, as they stand in `exercises/<assignment>/` under `folder`.

    `assignment` is the public one that was loaded from there. Raises SpecError where the checks need pytest's
    fixtures, which stay with the learner's own run.
    """
    suite = read_suite(folder, assignment)
    if suite.needs_pytest:
        raise SpecError(f"{suite.path.name}: a bundle takes visible checks that are plain functions without fixtures")
    texts = assignment.folder / "checks.yaml"
    files = [suite.path, *([texts] if texts.is_file() else [])]
    return {path.name: path.read_bytes() for path in files}


def possible(root: Path, assignment: Assignment) -> int:
    """The points of the steps that have visible checks."""
    suite = read_suite(root, assignment)
    return sum(step.points for step in assignment.steps if suite.of(step) and not step.bonus)


def visible_report(
    root: Path, name: str, submission: Submission, *, language: str = "en", isolation: str | None = None
) -> Report:
    """The report of a submission by the visible checks in `exercises/<name>/` under `root`, as `grader ci` makes it.

    The learner's code is held as well as this machine can; `isolation` names a level instead. Raises MachineError where
    the checks themselves cannot be run.
    """
    assignment = loading.load(root, name, public=True)
    suite, look = read_suite(root, assignment), TerminalStyle(language, UNICODE)
    if not suite.checks:
        raise MachineError(f"{suite.path.name} has no checks (test_<step>_<what it looks at>) in it")
    file = HandIn(submission.id, submission.path)
    if submission.problem is not None:
        report = without_a_run(assignment, suite, look, submission.problem[language], Outcome.CRASHED)
        return msgspec.structs.replace(report, submission=file)
    limits = limits_of(assignment)
    try:
        executor, held = establish(limits, isolation or assignment.isolation)
    except IsolationError:
        if isolation is not None:
            raise
        executor, held = establish(limits, "process")
    with executor:
        source = source_of(submission, assignment)
        checked = run.check(assignment, suite, source=source, hosts=in_a_sandbox(executor))
    if checked.ours and checked.problem is not None:
        what = checked.problem.params
        raise MachineError(f"{suite.path.name} cannot be run: {what.get('type')}: {what.get('words')}")
    return msgspec.structs.replace(practice(checked, suite, look), submission=file, isolation=held)


def proven(root: Path, name: str, solution: Submission, stub: Submission) -> None:
    """Raise SpecError unless the solution passes every visible check through the executor, and the stub none."""
    right, empty = (visible_report(root, name, one, isolation="process") for one in (solution, stub))
    wrong = [check.id for step in right.steps for check in step.checks if not check.score.full]
    if wrong:
        raise SpecError(
            f"{name}: through the executor the reference does not pass its visible checks: {', '.join(wrong)}"
        )
    if empty.code.earned or empty.bonus.earned:
        raise SpecError(f"{name}: the empty exercise passes visible checks")
