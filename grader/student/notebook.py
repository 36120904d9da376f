"""The visible checks inside a notebook: `check("standardize")` tries the functions of the notebook it is called in.

    from grader.notebook import check

    check("standardize")

The checks are the course's own `test_<file>.py` beside the notebook, run by the engine of `grader check` on what the
notebook has defined so far. The result renders as HTML in Jupyter, VS Code and Colab and as text anywhere else.
"""

from __future__ import annotations

import inspect
import math
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from grader.core.errors import GraderError
from grader.core.languages import choose, say
from grader.core.model import Assignment, Outcome, Step
from grader.core.safe_text import cells, one_line, pad
from grader.core.terminal import UNICODE, TerminalStyle
from grader.course import loading
from grader.course.visible_checks import VisibleSuite, read_suite
from grader.student.notebook_panel import Panel, PanelLine
from grader.student.screen import WRONG, failure_rows, message_text
from grader.suite.visible import run
from grader.suite.visible.in_kernel import KernelSource, in_this_kernel
from grader.suite.visible.outcomes import VisibleResult
from grader.suite.visible.run import Checked

__all__ = ["check"]

_VALIDATING = "NBGRADER_VALIDATING"  # nbgrader sets it for the kernel of a notebook that it validates
_MOST = 8  # rows and columns of a table that is drawn
_WIDTH = 96  # columns of a panel's figures


def check(step: str, lang: str | None = None) -> Panel | None:
    """Run the visible checks of a step on the functions that the calling notebook has defined so far.

    `lang` is one of the course's languages; default: GRADER_LANG, then the locale, then the course's first. Never
    raises for what a function does, but for nbgrader's *Validate*: that knows a cell that failed by its exception
    alone, and reads a value as points, so that there is none.
    """
    frame = inspect.currentframe()
    caller = frame.f_back if frame is not None else None
    panel = _checked(step, lang, caller.f_globals if caller is not None else {})
    if os.environ.get(_VALIDATING) != "1":
        return panel
    if not panel.passed and not panel.left_alone:
        raise VisibleChecksFailed(repr(panel))
    return None


class VisibleChecksFailed(AssertionError):
    """Visible checks of a step do not pass; its text is the panel's."""

    def _render_traceback_(self) -> list[str]:
        """What a notebook shows of it: the panel, no line of ours."""
        return str(self).splitlines()


def _checked(step: str, lang: str | None, namespace: Mapping[str, object]) -> Panel:
    language = choose(lang)  # until it is known which ones the course has
    place = _place(Path.cwd())
    if place is None:
        return Panel(step, language, problem=say(language, "front.no_checks", file="test_*.py, assignment.yaml"))
    checks = sorted(place.glob("test_*.py"))[0].name
    try:
        assignment = loading.load_beside(place)
        language = choose(lang, assignment.languages)
        suite = read_suite(place, assignment)
    except GraderError as error:
        why = one_line(error.words(language), 200)
        return Panel(step, language, problem=say(language, "front.bad_checks", file=checks, why=why))
    mine = [one for one in suite.checks if one.step == step]
    if not mine:
        known = ", ".join(dict.fromkeys(one.step for one in suite.checks))
        return Panel(step, language, problem=say(language, "front.no_step", step=step, steps=known))
    title = assignment.step(step).title[language]
    done = _run(assignment, suite, step, namespace)
    if done.problem is not None:
        why = str(done.problem.params.get("type"))
        return Panel(title, language, problem=say(language, "front.bad_checks", file=checks, why=why))
    found = done.of(assignment.step(step))
    look = TerminalStyle(language, UNICODE, _WIDTH)
    lines = tuple(_line(one, done, look) for one in found)
    picture = _picture(found, assignment.step(step), language)
    begun = not all(one.outcome in run.IDLE for one in found)
    alone = assignment.step(step).bonus and (not begun or run.extends_only(assignment, assignment.step(step)))
    return Panel(title, language, lines, picture=picture, hint=step, left_alone=alone)


def _run(assignment: Assignment, suite: VisibleSuite, step: str, namespace: Mapping[str, object]) -> Checked:
    """The checks of a step, and of those it builds on, on the notebook's functions."""
    source = KernelSource(namespace, "notebook")
    return run.check(assignment, suite, (assignment.step(step),), source=source, hosts=in_this_kernel(namespace))


def _place(here: Path) -> Path | None:
    """The folder of the visible checks near the notebook: beside it, or in a repository around it."""
    for folder in (here, *here.parents):
        for place in (folder, *sorted((folder / "exercises").glob("*/"))):
            if (place / "assignment.yaml").is_file() and any(place.glob("test_*.py")):
                return place
    return None


def _line(one: VisibleResult, checked: Checked, look: TerminalStyle) -> PanelLine:
    """One check, in the words of the terminal."""
    title = one.check.title[look.language]
    if one.needs is not None:
        number = checked.assignment.steps.index(one.needs) + 1
        said = look.say("check.needs_step", number=number, title=one.needs.title[look.language])
        return PanelLine(title, one.outcome, said)
    if one.message is not None and one.message.id == "check.missing":  # it may stand in a cell that was not run
        return PanelLine(title, one.outcome, look.say("front.missing", name=one.message.params["function"]))
    if one.outcome not in WRONG:
        return PanelLine(title, one.outcome, message_text(one.message, look) if one.message is not None else "")
    rows = [(label, text) for _, label, text in failure_rows(one, checked, look)]
    message = " ".join(text for label, text in rows if label == "kit.found")
    labelled = [(look.say(label), text) for label, text in rows if label != "kit.found"]
    column = max((cells(label) for label, _ in labelled), default=0)
    return PanelLine(
        title, one.outcome, message, "\n".join(f"{pad(label, column)}  {text}" for label, text in labelled)
    )


def _picture(found: Sequence[VisibleResult], step: Step, language: str) -> str:
    """The heat map of a step: of the first check that failed on a matrix, else of one that passed; "" without one."""
    for outcome in (Outcome.FAILED, Outcome.PASSED):
        for one in found if step.heatmap is not None else ():
            matrix = _matrix(one.call.get("value")) if one.outcome is outcome and one.call is not None else []
            if matrix and step.heatmap is not None:
                from grader.reports.html.figures import heatmap_figure

                return heatmap_figure(matrix, step.heatmap, "html.heatmap", language, f"grader-{step.id}")
    return ""


def _matrix(data: Mapping[str, Any] | None) -> list[list[float]]:
    """A value, told as plain data, as a small table of finite numbers; empty where it is none."""
    told = data or {}
    shape: Sequence[int] = told.get("shape") or ()
    values: Sequence[float] = told.get("values") or ()
    if len(shape) != 2 or not all(1 < length <= _MOST for length in shape):
        return []
    rows = [[float(x) for x in values[i : i + shape[1]]] for i in range(0, len(values), shape[1])]
    return rows if all(math.isfinite(x) and abs(x) < 1e3 for row in rows for x in row) else []
