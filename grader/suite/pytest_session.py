"""One pytest session over many submissions, with nothing of the outside in it.

No plug-in that happens to be installed, no option from the environment or from an ini file takes part: a grade
must not depend on them.
"""

from __future__ import annotations

import contextlib
import dataclasses
import os
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import numpy as np
import pytest
from _pytest.assertion import rewrite

from grader.core.errors import MachineError
from grader.core.model import Assignment, Submission, Text
from grader.core.safe_text import one_line
from grader.execution.executor import Executor
from grader.submissions import python_cells
from grader.suite.checks import Check, CheckRun, Run, SuiteOptions
from grader.suite.plugin import Plugin
from grader.suite.submission_session import SubmissionSession

__all__ = ["SuiteOptions", "run_suite"]

_UNUSED = (
    "terminal",
    "capture",
    "logging",
    "warnings",
    "cacheprovider",
    "stepwise",
    "doctest",
    "junitxml",
    "pastebin",
    "faulthandler",
    "unraisableexception",
    "threadexception",
    "setuponly",
    "setupplan",
    "debugging",
    "tmpdir",
    "monkeypatch",
    "recwarn",
    "unittest",
    "skipping",
    "subtests",
    "legacypath",
)


def run_suite(
    assignment: Assignment,
    executor: Executor,
    submissions: Iterable[Submission],
    deliver: Callable[[Run], None],
    chosen: SuiteOptions,
    *,
    uncollected: dict[str, str],
) -> None:
    """Run the hidden suite of `assignment` on each submission and call `deliver` with each `Run`.

    Raises whatever `submissions` or `deliver` raise, and MachineError where the suite cannot be collected at all.
    Fills `uncollected` (step id -> reason) before the first submission.
    """
    hidden = assignment.folder / "hidden"
    if not any(hidden.glob("test_*.py")):
        raise MachineError(f"{hidden}: no hidden suite (test_<step>.py) to grade with")
    solution = assignment.folder / assignment.file
    source = solution.read_text(encoding="utf-8") if solution.is_file() else ""
    reference = Submission("reference", "", python_cells(source, assignment.file))
    sort = Plugin if source else _Unvouched
    plugin = sort(assignment, executor, submissions, deliver, chosen, reference=reference)
    plugin.uncollected = uncollected
    arguments = [str(hidden), f"--rootdir={hidden}", "-c", str(Path(__file__).with_name("pytest.ini"))]
    arguments += ["--import-mode=importlib", "--continue-on-collection-errors", "--strict-markers"]
    for name in _UNUSED:
        arguments += ["-p", f"no:{name}"]
    with _alone(hidden):
        status = pytest.main(arguments, plugins=[plugin])
    if plugin.error is not None:
        raise plugin.error
    if status == pytest.ExitCode.INTERRUPTED:
        raise KeyboardInterrupt
    if status in (pytest.ExitCode.INTERNAL_ERROR, pytest.ExitCode.USAGE_ERROR):
        raise MachineError(f"{hidden}: pytest could not run the suite (its exit code was {int(status)})")


class _Unvouched(Plugin):
    """A suite that travels without its reference: the visible checks of a bundle, proven where it was made.

    What a visible check says when it fails, its learner may read: everybody has the check.
    """

    def _unsound(self, check: Check) -> str:
        return ""

    def _judge(self, check: Check, error: BaseException | None, sitting: SubmissionSession) -> CheckRun:
        run = super()._judge(check, error, sitting)
        if run.message != "property":
            return run
        words = one_line(str(error).rpartition("\nassert ")[0], 400)  # pytest puts the assertion itself last
        return dataclasses.replace(run, params={**run.params, "advice": Text(words)}) if words else run


@contextlib.contextmanager
def _alone(hidden: Path) -> Iterator[None]:
    """Pytest without plug-ins or options from outside, and the suite's modules forgotten afterwards."""
    wanted = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": "", "PYTEST_PLUGINS": ""}
    before = {name: os.environ.get(name) for name in wanted}
    bytecode = sys.dont_write_bytecode
    shown = rewrite._saferepr
    rewrite._saferepr = lambda obj: ""  # an assertion's explanation is read by nobody; arrays in it cost a lot
    own = {path.stem for path in hidden.glob("*.py")}  # pytest would take a module of that name for the suite's
    aside = {name: sys.modules.pop(name) for name in own & set(sys.modules)}
    known = set(sys.modules)
    os.environ.update(wanted)
    try:
        # A warning would show lines of the hidden suite to whoever reads the log.
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
        sys.dont_write_bytecode = bytecode
        rewrite._saferepr = shown
        for name in set(sys.modules) - known:
            file = getattr(sys.modules[name], "__file__", None)
            if file and Path(file).is_relative_to(hidden):
                del sys.modules[name]
        sys.modules.update(aside)
