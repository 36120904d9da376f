"""The learner's process of `grader check`: it runs visible checks and tells, one JSON line each, how they ended.

A script of its own, with nothing of the grader in it: the standard library, numpy, the learner's file and the
file of visible checks. pytest is not started, since that costs more than all checks together; a file that uses
fixtures or marks goes through `runner_pytest.py`, which shares what is here.

Standard input brings one line, the job. Standard output carries the lines; whatever the learner prints is kept
apart, capped, and told with the check that printed it. Time is watched from outside; near the limit this process
writes to standard error where it is, so that a loop without end gets a line number too.
"""

from __future__ import annotations

import faulthandler
import importlib
import importlib.util
import io
import json
import os
import sys
import traceback
import warnings
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any, TextIO

PRINTED = 4000  # characters of a check's printing that are kept
ENTRIES = 512  # numbers of an array that are told
PAIRS = (("got", "expected"), ("actual", "desired"))  # locals of a comparing helper, ours and numpy.testing's


class Wire:
    """Lines to the grader, on a descriptor that nobody else writes to."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def tell(self, event: str, **fields: object) -> None:
        """One line."""
        self._stream.write(json.dumps({"event": event, **fields}) + "\n")
        self._stream.flush()


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


class Recorder:
    """The learner's functions, with their last call remembered."""

    def __init__(self, module: ModuleType | None, functions: Sequence[str]) -> None:
        self.calls: list[dict[str, Any]] = []
        self.inside = False
        for name in functions:
            function = getattr(module, name, None)
            if callable(function):
                setattr(module, name, self._recorded(name, function))

    def _recorded(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def recorded(*args: Any, **kwargs: Any) -> Any:
            if self.inside:  # one of the learner's functions calls another
                return function(*args, **kwargs)
            self.inside = True
            call: dict[str, Any] = {"function": name, "args": [data(value) for value in args]}
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


def data(value: Any, depth: int = 0) -> dict[str, Any]:
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
    told: dict[str, Any] = {
        "kind": "array" if isinstance(value, numpy.ndarray) else "number" if not array.ndim else "list"
    }
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


def record_of(error: BaseException, learner: str, test: str) -> dict[str, Any]:
    """What a raised exception says: its words, where in the learner's file, and what was compared."""
    frames = list(traceback.walk_tb(error.__traceback__))
    record: dict[str, Any] = {"type": type(error).__name__, "bases": [base.__name__ for base in type(error).__mro__]}
    try:
        record["words"] = str(error)[:1000]
    except Exception:
        record["words"] = ""
    if isinstance(error, SyntaxError):
        record["words"] = str(error.msg)[:300]
        if same(error.filename, learner):
            record["line"], record["in"] = error.lineno, ""
    own = [(frame, line) for frame, line in frames if same(frame.f_code.co_filename, learner)]
    if own:
        record["line"], record["in"] = own[-1][1], own[-1][0].f_code.co_name
    asked = [line for frame, line in frames if same(frame.f_code.co_filename, test)]
    if asked:
        record["test_line"] = asked[0]
    record["last"] = "learner" if frames and own and own[-1][0] is frames[-1][0] else "test" if not own else "other"
    if isinstance(error, AttributeError) and same(getattr(error.obj, "__file__", None), learner):
        record["missing"] = str(error.name)
    for frame, _ in reversed(frames):
        found = next((pair for pair in PAIRS if all(name in frame.f_locals for name in pair)), None)
        if found and not same(frame.f_code.co_filename, learner):
            record["got"], record["expected"] = (data(frame.f_locals[name]) for name in found)
            call = frame.f_locals.get("call")
            record["call"] = call if isinstance(call, str) else ""
            break
    return record


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


def learner_module(namespace: Mapping[str, object], path: str) -> ModuleType | None:
    """The learner's module among the names of the file of checks."""
    for value in list(namespace.values()):
        if isinstance(value, ModuleType) and same(getattr(value, "__file__", None), path):
            return value
    return None


def one_check(
    wire: Wire, name: str, function: Callable[[], object], recorder: Recorder, printed: Capped, job: Mapping[str, Any]
) -> dict[str, Any]:
    """Run one check and tell how it ended."""
    wire.tell("start", check=name)
    recorder.calls.clear()
    printed.take()
    faulthandler.dump_traceback_later(job["seconds"] * 0.8, file=2)
    record = None
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            function()
        except BaseException as error:
            record = record_of(error, job["learner"], job["test"])
    faulthandler.cancel_dump_traceback_later()
    recorder.inside = False
    noted = [
        {"type": w.category.__name__, "words": str(w.message)[:200], "line": w.lineno}
        for w in caught
        if same(w.filename, job["learner"])
    ]
    calls = recorder.calls[-1:]
    wire.tell("end", check=name, error=record, calls=calls, printed=printed.take(), warnings=noted[:3])
    return {"check": name, "error": record, "calls": calls}


def explained(wire: Wire, job: Mapping[str, Any], ended: Sequence[dict[str, Any]]) -> None:
    """What can be said about the checks that failed on values, by the module that the job names."""
    failed = [one for one in ended if one["error"] and "got" in one["error"]]
    if not failed or not job.get("explain"):
        return
    try:
        explain = importlib.import_module(job["explain"]).explain
        with open(job["learner"], encoding="utf-8-sig") as file:
            source = file.read()
        for one in failed:
            wire.tell("facts", check=one["check"], facts=explain(one, source))
    except Exception as error:  # what is said about a failure must not cost the failure itself
        wire.tell("unexplained", words=shown(error))


def guard(memory_mib: int) -> None:
    """No more memory than the assignment allows, where the system can hold that."""
    try:
        import resource

        limit = memory_mib << 20
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard))
    except (ImportError, ValueError, OSError):
        pass


def run(wire: Wire, job: Mapping[str, Any], printed: Capped) -> None:
    """All checks of a job, one after another."""
    faulthandler.dump_traceback_later(job["load_seconds"] * 0.8, file=2)
    wire.tell("loading")
    try:
        module = load(job["test"], "visible_checks")
    except BaseException as error:
        wire.tell("unloaded", error=record_of(error, job["learner"], job["test"]), printed=printed.take())
        return
    faulthandler.cancel_dump_traceback_later()
    recorder = Recorder(learner_module(vars(module), job["learner"]), job["functions"])
    wire.tell("loaded", printed=printed.take())
    ended = [one_check(wire, name, getattr(module, name), recorder, printed, job) for name in job["checks"]]
    explained(wire, job, ended)


def begin() -> tuple[Wire, Capped, TextIO]:
    """The wire, and a process in which nothing a learner does can write to it."""
    stream = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    os.set_inheritable(stream.fileno(), False)
    os.dup2(2, 1)
    printed = Capped()
    job_line = sys.stdin
    sys.stdout = sys.stderr = printed
    return Wire(stream), printed, job_line


def main(go: Callable[[Wire, Mapping[str, Any], Capped], None] = run) -> None:
    """Load numpy first, while the grader reads the course; then the job."""
    sys.path[:] = json.loads(sys.argv[1])
    wire, printed, jobs = begin()
    try:
        import numpy  # noqa: F401  # the one costly import, before the clock of any check runs
    except ImportError as error:
        wire.tell("no_numpy", words=str(error)[:300])
        return
    wire.tell("ready")
    line = jobs.readline()
    if not line:
        return
    job = json.loads(line)
    sys.stdin = io.StringIO()
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    guard(job["memory_mib"])
    sys.path[:0] = [os.path.dirname(job["learner"])]
    os.chdir(os.path.dirname(job["learner"]))
    go(wire, job, printed)
    wire.tell("done")
    os._exit(0)  # threads or exit handlers of a learner keep nobody waiting


if __name__ == "__main__":
    main()
