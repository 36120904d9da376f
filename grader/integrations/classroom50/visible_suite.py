"""The visible checks as a suite: one file a step, asking the learner's functions through the executor.

A visible check is written for the learner's own machine: it loads the `attention.py` beside it and calls it in its own
process, where one line of a hostile file changes every verdict. Here the same text runs in the grader's process, beside
an empty `attention.py`, and a fixture puts the learner's functions, held in a sandboxed worker, in its place.
"""

from __future__ import annotations

import ast
import dataclasses
import re
import shutil
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

import yaml

from grader.core.errors import IsolationError, SpecError
from grader.core.model import Assignment, Points, Report, Submission
from grader.course import loading
from grader.course.visible_checks import VisibleCheck, VisibleSuite, read_suite
from grader.grading import run

__all__ = ["SUITE", "grade_visible", "proven", "suite_files", "visible_assignment"]

SUITE = "visible"

_FIXTURE = """

# -- added by `grader bundle`: the learner's functions are asked through the executor ------------------------
import pathlib as _pathlib

import pytest as _pytest

_BESIDE = str(_pathlib.Path(__file__).with_name("{file}"))
{core} = _pytest.mark.points(1, core=True)({core})
_NAMES = [_name for _name, _value in list(globals().items()) if getattr(_value, "__file__", None) == _BESIDE]


@_pytest.fixture(autouse=True)
def _functions_of_the_submission(learner):
    for name in _NAMES:
        globals()[name] = learner
"""


def suite_files(folder: Path, assignment: Assignment) -> dict[str, bytes]:
    """The files of the suite, by name, from the visible checks in `exercises/<assignment>/` under `folder`.

    `assignment` is the public one that was loaded from there. Raises SpecError where the checks need pytest's
    fixtures, which stay with the learner's own run.
    """
    suite = read_suite(folder, assignment)
    if suite.needs_pytest:
        raise SpecError(f"{suite.path.name}: a bundle takes visible checks that are plain functions without fixtures")
    files = {assignment.file: b'"""Empty: the learner\'s functions are asked through the executor."""\n'}
    further: dict[str, dict[str, dict[str, str]]] = {language: {} for language in assignment.languages[1:]}
    for step in assignment.steps:
        mine = suite.of(step)
        if mine:
            files[f"test_{step.id}.py"] = _step(suite, mine, assignment.file).encode()
        for language, words in further.items():
            words |= {check.id: {"title": check.title[language], "advice": ""} for check in mine}
    for language, words in further.items():
        files[f"{language}.yaml"] = yaml.safe_dump(words, allow_unicode=True, sort_keys=True).encode()
    return files


def _step(suite: VisibleSuite, mine: Iterable[VisibleCheck], file: str) -> str:
    """The text of the visible checks with one step's tests alone, named as in the hidden suite; the first is core."""
    names = {check.test: check.id.partition(".")[2] for check in mine}
    lines = suite.source.splitlines()
    core = ""
    for node in ast.parse(suite.source).body:
        if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test_"):
            continue
        start, end = node.lineno - 1, node.end_lineno or node.lineno
        if node.name not in names:
            lines[start:end] = [""] * (end - start)  # line numbers stay
            continue
        lines[start] = re.sub(rf"\b{node.name}\b", f"test_{names[node.name]}", lines[start], count=1)
        core = core or f"test_{names[node.name]}"
    return "\n".join(lines).rstrip() + _FIXTURE.format(file=file, core=core)


def visible_assignment(root: Path, name: str) -> Assignment:
    """The assignment under `root`/exercises as its visible checks grade it: only the steps that have some."""
    whole = loading.load(root, name, public=True)
    asked = [step for step in whole.steps if (whole.folder / SUITE / f"test_{step.id}.py").is_file()]
    ids = {step.id for step in asked}
    steps = tuple(dataclasses.replace(s, needs=tuple(n for n in s.needs if n in ids)) for s in asked)
    points = Points(code=sum(step.points for step in steps if not step.bonus))
    return dataclasses.replace(whole, steps=steps, points=points)


def grade_visible(
    root: Path,
    name: str,
    submissions: Iterable[Submission],
    deliver: Callable[[Report], None],
    *,
    language: str = "en",
    isolation: str | None = None,
) -> None:
    """Grade with the visible suite under `root`/exercises/<name>/visible.

    The learner's code is held as well as this machine can; `isolation` names a level, as for `run.grade`. What comes
    of it is feedback whatever the level: who can read the checks can write an answer that passes nothing else.
    """
    assignment = visible_assignment(root, name)
    waiting = list(submissions)
    with tempfile.TemporaryDirectory(prefix="grader-visible-") as made:
        shutil.copytree(assignment.folder / SUITE, Path(made) / "hidden")
        shutil.copy(assignment.folder / "assignment.yaml", made)
        assignment = dataclasses.replace(assignment, folder=Path(made))
        try:
            run.grade(assignment, waiting, deliver, isolation=isolation, language=language)
        except IsolationError:
            if isolation is not None:
                raise
            run.grade(assignment, waiting, deliver, isolation="process", language=language)


def proven(root: Path, name: str, solution: Submission, stub: Submission) -> None:
    """Raise SpecError unless the solution passes every visible check through the executor, and the stub none."""
    reports: list[Report] = []
    grade_visible(root, name, [solution, stub], reports.append, isolation="process")
    right, empty = reports
    wrong = [check.id for step in right.steps for check in step.checks if check.earned != check.possible]
    if wrong:
        raise SpecError(
            f"{name}: through the executor the reference does not pass its visible checks: {', '.join(wrong)}"
        )
    if empty.earned or empty.bonus:
        raise SpecError(f"{name}: the empty exercise passes visible checks")
