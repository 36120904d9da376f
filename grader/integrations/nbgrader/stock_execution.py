"""For a course that keeps nbgrader's own execution: `score("standardize")` as the last line of a test cell.

The learner's code shares the kernel with this call, so it can replace this function or what the cell displays. What
it cannot do is change the hidden suite or its judgement: those run in a process of their own. See docs/nbgrader.md.
"""

from __future__ import annotations

import functools
import os
import subprocess
import sys
from pathlib import Path

from grader.authoring.notebook.layout import QUIZ
from grader.core.errors import MachineError
from grader.core.model import Outcome
from grader.core.seeds import VARIABLE, named_seed
from grader.integrations.nbgrader.export import find_course_file
from grader.integrations.nbgrader.scores import plain
from grader.integrations.nbgrader.seeds import course_seed
from grader.reports.schema import Report, read, total

__all__ = ["score"]


def score(step: str) -> float:
    """The points of a step (or of the quiz, `quiz.answers`), as a float between 0 and what it is worth.

    Raises MachineError, which nbgrader counts as 0, where it could not be scored.
    """
    report = _report(Path.cwd())
    if step == QUIZ:
        items = report.quiz_answers.items if report.quiz_answers is not None else ()
        return float(total(item.score for item in items if not item.by_hand).earned)
    for found in report.steps:
        if found.id == step:
            earned = plain(found.score.earned, found.score.possible)
            if earned is None or found.outcome is Outcome.BROKEN:
                raise MachineError(f"internal error: step {step} could not be scored; a person will look at it")
            return 0.0 if found.bonus else earned  # a test cell cannot give more than it is worth
    raise MachineError(f"internal error: the course has no step {step}")


@functools.cache
def _report(folder: Path) -> Report:
    """The report of the notebook in this folder, from a grading process of its own."""
    course = find_course_file(folder)
    command = [sys.executable, "-P", "-m", "grader", "grade", str(folder), "-a", folder.name, "--json"]
    command += ["--course", str(course.root), "--lang", course.language]
    seed = course_seed(course.folder, folder.name, named_seed())
    surroundings = {**os.environ, VARIABLE: str(seed)}
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=600, check=False, env=surroundings)
    lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
    if len(lines) != 1:
        said = (done.stderr.strip().splitlines() or ["nothing"])[-1]
        raise MachineError(f"internal error: the notebook could not be graded; the grader said: {said}")
    return read(lines[0])
