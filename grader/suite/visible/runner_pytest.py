"""As `runner.py`, for a file of visible checks that needs pytest: fixtures, marks, parameters, classes.

pytest runs the file in this process, without foreign plug-ins; a small plug-in of ours tells the same lines.
"""

from __future__ import annotations

import faulthandler
import importlib.util
import os
import warnings
from collections.abc import Mapping
from typing import Any


def _shared() -> Any:
    """The module beside this one, loaded by its path: its folder must not come onto `sys.path`."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "runner.py")
    spec = importlib.util.spec_from_file_location("learner_runner", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


runner: Any = _shared()


class Telling:
    """The plug-in: what pytest learns about each check, as lines."""

    def __init__(self, wire: Any, job: Mapping[str, Any], printed: Any) -> None:
        self._wire, self._job, self._printed = wire, job, printed
        self._recorder = runner.Recorder(None, ())
        self.ended: list[dict[str, Any]] = []

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Only the checks that were asked for; the learner's functions get their recorder."""
        wanted = set(self._job["checks"])
        items[:] = [item for item in items if item.function.__name__ in wanted]
        module = items[0].module if items else None
        found = runner.learner_module(vars(module), self._job["learner"]) if module else None
        self._recorder = runner.Recorder(found, self._job["functions"])
        self._wire.tell("loaded", printed=self._printed.take())

    def pytest_exception_interact(self, call: Any, report: Any) -> None:
        """A file that cannot be imported is told by the exception that stopped it."""
        if report.when == "collect":
            error = call.excinfo.value
            cause = error.__cause__ or error
            record = runner.record_of(cause, self._job["learner"], self._job["test"])
            self._wire.tell("unloaded", error=record, printed=self._printed.take())

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """A check begins."""
        self._recorder.calls.clear()
        self._printed.take()
        self._wire.tell("start", check=_name(nodeid))
        faulthandler.dump_traceback_later(self._job["seconds"] * 0.8, file=2)

    def pytest_runtest_makereport(self, item: Any, call: Any) -> None:
        """A check ended, or its fixtures did."""
        failed = call.excinfo is not None
        if call.when != "call" and not (failed and call.when == "setup"):
            return
        faulthandler.cancel_dump_traceback_later()
        self._recorder.inside = False
        calls = self._recorder.calls[-1:]
        record = runner.record_of(call.excinfo.value, self._job["learner"], self._job["test"]) if failed else None
        self._wire.tell(
            "end", check=_name(item.nodeid), error=record, calls=calls, printed=self._printed.take(), warnings=[]
        )
        self.ended.append({"check": _name(item.nodeid), "error": record, "calls": calls})


def _name(nodeid: str) -> str:
    return nodeid.rpartition("::")[2].partition("[")[0]


def go(wire: Any, job: Mapping[str, Any], printed: Any) -> None:
    """All checks of a job, by pytest."""
    import pytest

    warnings.simplefilter("ignore")
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    wire.tell("loading")
    options = ["-p", "no:cacheprovider", "-p", "no:terminal", "--capture=no", "--import-mode=importlib"]
    folder = os.path.dirname(job["test"])
    telling = Telling(wire, job, printed)
    pytest.main([*options, "--rootdir", folder, "-c", os.devnull, job["test"]], plugins=[telling])
    runner.explained(wire, job, telling.ended)


if __name__ == "__main__":
    runner.main(go)
