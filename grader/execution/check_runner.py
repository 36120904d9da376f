"""The learner's side of visible checks: load their file beside the learner's, run one, tell how it ended.

The file of checks is run as it stands. What it loads as the learner's file is that file in a learner's process, and a
module in its place where the functions live in a notebook's memory or behind a sandbox. Everything that is told is
plain data; the grader's side (`grader.suite.visible`) says what it means. Standard library and numpy only, loaded by
path in a learner's process. pytest is not started, since that costs more than all checks together; a file that uses
fixtures or marks goes through `check_runner_pytest.py`.
"""

from __future__ import annotations

import faulthandler
import importlib
import importlib.util
import io
import os
import sys
import traceback
import warnings
from collections.abc import Callable, Mapping, Sequence
from types import FrameType, FunctionType, ModuleType
from typing import Any


def _beside(name: str) -> ModuleType:
    """A neighbour of this file: in the package where there is one, by path in a bare interpreter."""
    if __package__:
        return importlib.import_module(f"{__package__}.{name}")
    return load(os.path.join(os.path.dirname(os.path.abspath(__file__)), f"{name}.py"), f"_{name}")


PRINTED = 4000  # characters of a check's printing that are kept
ENTRIES = 512  # numbers of an array that are told
PAIRS = (("got", "expected"), ("actual", "desired"))  # locals of a comparing helper, ours and numpy.testing's

Record = dict[str, Any]


class Capped(io.TextIOBase):
    """Takes what is printed and keeps the first part of it."""

    def __init__(self) -> None:
        self.text = ""

    def writable(self) -> bool:
        """Yes."""
        return True

    def write(self, text: str) -> int:
        """Keep what still fits."""
        self.text += str(text)[: max(0, PRINTED - len(self.text))]
        return len(text)

    def take(self) -> str:
        """What was printed since the last time."""
        text, self.text = self.text, ""
        return text


class LearnerCode:
    """Which frames and files are the learner's, what was printed, and what an exception from elsewhere says."""

    def __init__(self, file: str) -> None:
        self.file_name = file

    def loaded(self) -> Record:
        """What is told of the program once it is loaded: statements that did not run, names of its functions."""
        return {"problems": [], "names": []}

    def refused(self) -> list[Any]:
        """Modules that could not be imported because they are not there while work is graded: [name, is it here?]."""
        return []

    def module(self, value: object) -> bool:
        """Is it the learner's module?"""
        return isinstance(value, ModuleType) and same(getattr(value, "__file__", None), self.file_name)

    def line(self, name: str, line: int | None) -> int | None:
        """A line of one of the learner's files or cells as a line of the whole program."""
        return line

    def frame(self, frame: FrameType) -> bool:
        """Does the learner's own code run in it?"""
        return self.file(frame.f_code.co_filename)

    def file(self, name: str | None) -> bool:
        """Is the learner's own code in it?"""
        return same(name, self.file_name)

    def take_printed(self) -> str:
        """What was printed since the last time."""
        return ""

    def take_warnings(self) -> Sequence[Record]:
        """Warnings of a process elsewhere since the last time."""
        return ()

    def told(self, error: BaseException) -> Record | None:
        """The record of an exception that was raised in a process elsewhere; None of one that was raised here."""
        return None


class Recorder:
    """The learner's functions, with their last call remembered."""

    def __init__(self, module: ModuleType | None, functions: Sequence[str]) -> None:
        self.calls: list[Record] = []
        self.inside = False
        for name in functions:
            function = getattr(module, name, None)
            if callable(function):
                setattr(module, name, self._recorded(name, function))

    def begin(self) -> None:
        """Another check begins."""
        self.calls.clear()
        self.inside = False

    def _recorded(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def recorded(*args: Any, **kwargs: Any) -> Any:
            if self.inside:  # one of the learner's functions calls another
                return function(*args, **kwargs)
            self.inside = True
            call: Record = {"function": name, "args": [data(value) for value in args]}
            call["kwargs"] = {key: data(value) for key, value in kwargs.items()}
            self.calls.append(call)
            before = [value.tobytes() if hasattr(value, "tobytes") else None for value in args]
            try:
                value = function(*args, **kwargs)
            finally:
                self.inside = False
            call["value"] = data(value)
            call["changed"] = [i for i, old in enumerate(before) if old is not None and args[i].tobytes() != old]
            return value

        recorded.__name__ = name
        return recorded


class CheckRunner:
    """The checks of one file, loaded beside the learner's module.

    `job` names the files ("test", "learner"), the learner's "functions", and the seconds that a check and loading may
    take: near them the process says on standard error where it stands, so that a loop without end gets a line number.
    Without seconds nobody watches. `passing` are exceptions that end the caller too.
    """

    def __init__(
        self, job: Mapping[str, Any], learner: LearnerCode | None = None, passing: tuple[type[BaseException], ...] = ()
    ) -> None:
        self.job, self.learner, self.passing = job, learner or LearnerCode(job["learner"]), passing
        self.recorder = Recorder(None, ())
        self._module = ModuleType("not_loaded")
        self._ended: Record = {}

    def open(self) -> Record:
        """Load the file of checks: the number of cases of each, or what stopped it."""
        self.loading()
        try:
            self._module = load(self.job["test"], "visible_checks")
        except self.passing:
            raise
        except BaseException as error:
            return self.unloaded(error)
        return self.loaded(self._module, {name: 1 for name in vars(self._module) if name.startswith("test_")})

    def loading(self) -> None:
        """The file of checks is about to be loaded."""
        watch(self.job.get("load_seconds", 0))

    def loaded(self, module: ModuleType | None, cases: Mapping[str, int]) -> Record:
        """The answer to `open`; the learner's functions get their recorder."""
        watch(0)
        values = list(vars(module).values()) if module is not None else []
        found = next((value for value in values if self.learner.module(value)), None)
        self.recorder = Recorder(found, self.job["functions"])
        told = self.learner.loaded()
        return {"event": "loaded", "cases": dict(cases), "printed": self.learner.take_printed(), **told}

    def unloaded(self, error: BaseException) -> Record:
        """The answer to `open` where the file of checks, or the learner's, cannot be run."""
        watch(0)
        return {"event": "unloaded", "error": self.record(error), "printed": self.learner.take_printed()}

    def check(self, name: str, case: int = 0) -> Record:
        """Run one check and tell how it ended."""
        function = getattr(self._module, name, None)
        if isinstance(function, FunctionType) and function.__code__.co_argcount:
            return {"check": name, "error": {"needs_pytest": os.path.basename(self.job["test"])}}
        return self.ran(name, function or _absent)

    def ran(self, name: str, function: Callable[[], object]) -> Record:
        """How a check ended: its exception, if any, the last call, printed text and warnings."""
        self.recorder.begin()
        self.learner.take_printed()
        self.learner.take_warnings()
        watch(self.job.get("seconds", 0))
        error = None
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                function()
            except self.passing:
                raise
            except BaseException as raised:
                error = self.record(raised)
        watch(0)
        noted = [
            {
                "type": w.category.__name__,
                "words": str(w.message)[:200],
                "line": self.learner.line(w.filename, w.lineno),
            }
            for w in caught
            if self.learner.file(w.filename)
        ]
        self._ended = {
            "check": name,
            "error": error,
            "calls": self.recorder.calls[-1:],
            "printed": self.learner.take_printed(),
            "warnings": [*noted, *self.learner.take_warnings()][:3],
            "refused": self.learner.refused(),
        }
        return self._ended

    def explain(self) -> list[Any]:
        """What can be said about the check that ran last, if it failed on values, by the module of the job."""
        error = self._ended.get("error")
        if not error or "got" not in error or not self.job.get("explain"):
            return []
        try:
            explain = importlib.import_module(self.job["explain"]).explain
            return list(explain(self._ended, self.source()))
        except Exception:  # what is said about a failure must not cost the failure itself
            return []

    def source(self) -> str:
        """The text of the learner's code."""
        return str(self.job["source"])

    def record(self, error: BaseException) -> Record:
        """What a raised exception says: its words, where in the learner's code, and what was compared."""
        frames = list(traceback.walk_tb(error.__traceback__))
        record: Record = {"type": type(error).__name__, "bases": [base.__name__ for base in type(error).__mro__]}
        try:
            record["words"] = str(error)[:1000]
        except Exception:
            record["words"] = ""
        if isinstance(error, SyntaxError):
            record["words"] = str(error.msg)[:300]
            if self.learner.file(error.filename):
                record["line"], record["in"] = self.learner.line(str(error.filename), error.lineno), ""
        own = [(frame, line) for frame, line in frames if self.learner.frame(frame)]
        if own:
            code = own[-1][0].f_code
            record["line"], record["in"] = self.learner.line(code.co_filename, own[-1][1]), code.co_name
            trace = error.__traceback__
            while trace is not None and trace.tb_frame is not own[-1][0]:
                trace = trace.tb_next
            record["columns"] = _beside("columns").columns_of(trace) if trace is not None else None
        asked = [line for frame, line in frames if same(frame.f_code.co_filename, self.job["test"])]
        if asked:
            record["test_line"] = asked[0]
        record["last"] = "learner" if frames and own and own[-1][0] is frames[-1][0] else "test" if not own else "other"
        if isinstance(error, AttributeError) and self.learner.module(error.obj):
            record["missing"] = str(error.name)
        for frame, _ in reversed(frames):
            found = next((pair for pair in PAIRS if all(name in frame.f_locals for name in pair)), None)
            if found and not self.learner.frame(frame):
                record["got"], record["expected"] = (data(frame.f_locals[name]) for name in found)
                call = frame.f_locals.get("call")
                record["call"] = call if isinstance(call, str) else ""
                break
        return record | (self.learner.told(error) or {})


def _absent() -> None:
    raise LookupError("the file of checks has no such function any more")


def watch(seconds: float) -> None:
    """Say on standard error where this process stands, shortly before so many seconds are over; 0 calls it off."""
    if seconds:
        faulthandler.dump_traceback_later(seconds * 0.8, file=2)
    else:
        faulthandler.cancel_dump_traceback_later()


def data(value: Any, depth: int = 0) -> Record:
    """A value as JSON: arrays and numbers with their dtype, the rest as the words they print as."""
    numpy: Any = sys.modules["numpy"]
    if value is None:
        return {"kind": "none"}
    if isinstance(value, (tuple, list)) and depth < 2:
        try:
            plain = isinstance(value, list) and numpy.asarray(value).dtype.kind in "biuf"
        except ValueError:
            plain = False
        if not plain:
            return {"kind": "tuple", "items": [data(item, depth + 1) for item in value[:8]], "length": len(value)}
    try:
        array = numpy.asarray(value)
    except Exception:
        array = None
    if array is None or array.dtype.kind not in "biufc":
        return {"kind": "other", "type": type(value).__name__, "text": shown(value)}
    told: Record = {"kind": "array" if isinstance(value, numpy.ndarray) else "number" if not array.ndim else "list"}
    told |= {"dtype": str(array.dtype), "shape": list(array.shape), "type": type(value).__name__}
    if array.dtype.kind == "c":
        return {**told, "kind": "other", "text": shown(value)}
    if array.size <= ENTRIES:
        told["values"] = array.ravel().tolist()
    return told


def shown(value: object) -> str:
    """A short text of any object; its own `__repr__` may fail."""
    try:
        return " ".join(repr(value).split())[:200]
    except Exception:
        return type(value).__name__


def same(one: str | None, other: str) -> bool:
    """Do two names mean one file?"""
    return one is not None and os.path.normcase(os.path.abspath(one)) == os.path.normcase(os.path.abspath(other))


def load(path: str, name: str) -> ModuleType:
    """The module in a file, run now and registered nowhere."""
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
