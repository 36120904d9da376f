"""The learner's side of the process boundary: run the learner's cells, answer calls, describe what went wrong.

Runs inside the sandbox, in a process that holds nothing of the grader's. Whatever it says is only the
learner's answer: the grader checks it on arrival and decides from outside about time, memory and exit.
Standard library and numpy only; the fork server loads this file on its own.

Frames in: {"do": "load", "program": JSON bytes of what `Program.given` takes} once, then {"do": "call", "id",
"function", "args", "kwargs"}, and {"do": "again"} to run the cells again in a new module. Frames out: one a frame in.
Loaded with "counted", a process counts the work of its calls and answers it beside the value. Loaded with "watched", it
tells besides what a caller in the same process would see: the names of its functions, warnings, arguments that changed.
A call with "shaken", names of functions, is made while each of these gives its result shaken (see `shaken`).
"""

from __future__ import annotations

import builtins
import contextlib
import faulthandler
import json
import signal
import sys
import types
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

__all__ = ["serve", "shaken"]

Record = dict[str, object]


def serve(
    read: Callable[[int], bytes],
    write: Callable[[bytes], None],
    wire: Any,
    max_payload: int,
    counting: Any,
    loading: Any,
) -> None:
    """Answer frames until the grader closes the pipe.

    `read(n)` returns exactly n bytes (or ends the process at the end of the pipe), `write` sends all it gets;
    `wire` is the wire module, `max_payload` the bytes that one answer may carry, `counting` the module that
    counts work (`grader/complexity/counter.py`), installed only in a process that was loaded to count; `loading` is
    the module that loads the learner's program.
    """
    learner = _Learner(loading.Program())
    counter: Any = None

    def send(record: Record) -> None:
        write(b"".join(wire.encode(record, max_payload)))

    while True:
        request = wire.received(read)
        if request["do"] == "load":
            learner.program.given(json.loads(request["program"].tobytes()))
            learner.watched = request.get("watched", False)
            if hasattr(faulthandler, "register"):
                faulthandler.register(signal.SIGUSR1, file=2, all_threads=False)  # asked where it stands, it says so
            if request.get("counted"):
                counter = counting.install()
                counter.watch(*learner.program.names)
        if request["do"] in ("load", "again"):
            loaded = learner.load()
            try:
                send(loaded)
            except wire.WireError:  # more than a frame can carry
                send({**loaded, "problems": []})
            continue
        call = learner.watch if learner.watched else learner.call
        with learner.shaking(request.get("shaken", ())):
            answer = call(request["function"], request["args"], request["kwargs"], counter)
        answer["id"] = request["id"]
        try:
            send(answer)
        except wire.WireError as error:
            send({"id": request["id"], "event": "unfit", "what": str(error)})
        except Exception as error:  # a value that fights being read
            what = f"a value that cannot be read ({type(error).__name__[:40]})"
            send({"id": request["id"], "event": "unfit", "what": what})


class _Learner:
    """The calls of the functions of the learner's program."""

    def __init__(self, program: Any) -> None:
        self.program = program  # a `loading.Program`
        self.watched = False
        self.unshaken: dict[str, Callable[..., Any]] = {}  # what stands in the module where results are shaken

    def load(self) -> Record:
        """Run the program in a new module, and tell what went wrong."""
        problems, passed = self.program.load(), list(self.program.passed)
        loaded: Record = {"event": "loaded", "problems": problems}
        loaded["names"] = self.callables() if self.watched else []
        if passed:  # as bytes: a frame's header carries no long lists
            loaded["passed"] = np.frombuffer(json.dumps(passed).encode(), np.uint8)
        return loaded

    @property
    def module(self) -> types.ModuleType:
        """The module as it was loaded last."""
        module: types.ModuleType = self.program.module
        return module

    def call(self, function: str, args: list[Any], kwargs: dict[str, Any], counter: Any = None) -> Record:
        """Call the learner's function and describe what came of it; with a counter, also the work it did."""
        target = self.unshaken.get(function, getattr(self.module, function, None))
        if not callable(target):
            return {"event": "missing", "names": self.callables(), "bound": hasattr(self.module, function)}
        given: dict[int | str, Any] = dict(enumerate(args))
        given.update(kwargs)
        before = {place: _fingerprint(argument) for place, argument in given.items()}
        events: Record = {}
        try:
            if counter is None:
                value = target(*args, **kwargs)
            else:
                events = counter.measure(target, args)
                value = events.pop("value")
        except BaseException as error:
            record: Record = self.program.describe(error)
            record["event"] = "raised"
            return record
        changed = [place for place, argument in given.items() if _fingerprint(argument) != before[place]]
        return {"event": "value", "value": value, "changed": changed, **({"work": events} if events else {})}

    @contextlib.contextmanager
    def shaking(self, names: Sequence[str]) -> Iterator[None]:
        """While it lasts, functions of the module that call these get their results shaken."""
        space = self.module.__dict__
        before = {name: space[name] for name in names if callable(space.get(name))}
        space.update({name: _shaking(name, function) for name, function in before.items()})
        self.unshaken = before
        try:
            yield
        finally:
            space.update(before)
            self.unshaken = {}

    def callables(self) -> list[str]:
        """The names of the module's functions, at most a hundred."""
        names: list[str] = self.program.callables()
        return names

    def watch(self, function: str, args: list[Any], kwargs: dict[str, Any], counter: Any = None) -> Record:
        """As `call`, with the warnings that it gave and the arrays among its arguments that it changed."""
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            record = self.call(function, args, kwargs, counter)
        noted = [w for w in caught if w.filename in self.program.names][:3]
        record["warnings"] = [[w.category.__name__[:60], str(w.message)[:200], w.filename, w.lineno] for w in noted]
        changed = record.get("changed")
        places = [place for place in changed if type(place) is int] if isinstance(changed, list) else []
        record["after"] = [[place, args[place]] for place in places if type(args[place]) is np.ndarray]
        return record


def shaken(name: str, value: Any, args: Sequence[Any]) -> Any:
    """A result of the function `name` changed in a way that depends on the name, every entry and every argument.

    It shows how functions are wired together, whatever they compute: who leaves one out, calls it twice or hands it
    other arguments gets other numbers. Both sides of the process boundary shake alike. Only numbers are shaken.
    """
    if isinstance(value, tuple | list):
        return tuple(shaken(f"{name}/{i}", item, args) for i, item in enumerate(value))
    if not isinstance(value, np.ndarray | np.generic | float | int):
        return value
    result = np.asarray(value)
    if result.dtype.kind not in "biuf":
        return value
    salt = float(sum(name.encode()) % 97)
    result = np.nan_to_num(result * 1.0, nan=0.5, posinf=2.0, neginf=-2.0)
    with np.errstate(all="ignore"):
        seen = salt + sum(_glance(argument, salt + i) for i, argument in enumerate(args))
        places = np.arange(result.size, dtype=np.float64).reshape(result.shape)
        return result * (1 + 0.3 * np.sin(2.3 * places + salt)) + 0.2 * np.cos(1.7 * places + 3 * seen)


def _glance(argument: Any, salt: float) -> float:
    """A number that depends on every entry of an argument, smoothly: rounding must not show."""
    if isinstance(argument, np.ndarray | np.generic | float | int):
        numbers = np.asarray(argument)
        if numbers.dtype.kind in "biuf" and numbers.size:
            flat = np.nan_to_num(np.arctan(numbers.astype(np.float64).ravel()))
            return float(np.mean(flat * np.cos(0.9 * np.arange(flat.size) + salt)))
    return 0.0


def _shaking(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    def shaking(*args: Any, **kwargs: Any) -> Any:
        return shaken(name, function(*args, **kwargs), (*args, *kwargs.values()))

    return shaking


def _fingerprint(argument: object) -> object:
    """What shows that an argument was changed in place: bytes and shape of an array, the words of a list."""
    if type(argument) is np.ndarray:
        return argument.shape, argument.dtype.str, argument.tobytes()
    return repr(argument) if isinstance(argument, list | dict) else None


def quiet_builtins() -> None:
    """Give `input` and `breakpoint` a plain answer: there is nobody to ask."""

    def nobody(*_: object, **__: object) -> None:
        raise EOFError("nobody is there to answer while code is graded")

    builtins.input = nobody  # type: ignore[assignment]  # the learner's interpreter, not the grader's
    sys.breakpointhook = nobody
