"""As `check_runner.py`, for a file of visible checks that needs pytest: fixtures, marks, parameters, classes.

pytest collects the file in this process, without foreign plug-ins, and then runs one case after another as they are
asked for. Loaded by path in a learner's process, like the module beside it.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable
from typing import Any


def serve(runner: Any, answer: Callable[[dict[str, Any]], None], asked: Callable[[], None]) -> None:
    """Open the file of `runner` under pytest; while it is open, `asked` answers requests, until the pipe is closed.

    `runner` is a `CheckRunner`, whose `check` becomes pytest's.
    """
    import pytest

    warnings.simplefilter("ignore")
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    test = runner.job["test"]
    runner.loading()
    options = ["-p", "no:cacheprovider", "-p", "no:terminal", "--capture=no", "--import-mode=importlib"]
    arguments = [*options, "--rootdir", os.path.dirname(test), "-c", os.devnull, test]
    pytest.main(arguments, plugins=[Plugged(runner, answer, asked)])


class Plugged:
    """The plug-in: pytest's items as the cases of checks."""

    def __init__(self, runner: Any, answer: Callable[[dict[str, Any]], None], asked: Callable[[], None]) -> None:
        self._runner, self._answer, self._asked = runner, answer, asked
        self._items: list[Any] = []
        runner.check = self.check

    def pytest_exception_interact(self, call: Any, report: Any) -> None:
        """A file that cannot be imported is told by the exception that stopped it."""
        if report.when == "collect":
            error = call.excinfo.value
            self._answer(self._runner.unloaded(error.__cause__ or error))

    def pytest_runtestloop(self, session: Any) -> bool:
        """Instead of pytest's own loop: each case when it is asked for."""
        if session.testsfailed:  # told already
            return True
        self._items = list(session.items)
        cases: dict[str, int] = {}
        for item in self._items:
            cases[item.function.__name__] = cases.get(item.function.__name__, 0) + 1
        module = self._items[0].module if self._items else None
        self._answer(self._runner.loaded(module, cases))
        self._asked()
        return True

    def check(self, name: str, case: int = 0) -> dict[str, Any]:
        """One case of a check, set up and torn down as pytest would."""
        places = [i for i, item in enumerate(self._items) if item.function.__name__ == name]
        item = self._items[places[case]]
        following = self._items[places[case] + 1] if places[case] + 1 < len(self._items) else None

        def run() -> None:
            item.ihook.pytest_runtest_setup(item=item)
            item.ihook.pytest_runtest_call(item=item)

        try:
            return dict(self._runner.ran(name, run))
        finally:
            try:
                item.ihook.pytest_runtest_teardown(item=item, nextitem=following)
            except Exception:  # what a fixture leaves behind decides no check
                pass
