"""Count the work of one call of a learner's function.

    counter = install()                     # before any of the learner's source is compiled
    counter.watch("layer_norm.py")          # compile() now sends these files' operations through the gates
    exec(compile(text, "layer_norm.py", "exec"), namespace)
    events = counter.measure(namespace["layer_norm"], (X, gain, bias))

Runs in the learner's process: an instrument for honest code, not a boundary. Arrays stay plain ndarrays and nothing in
numpy is changed; the learner's own source is rewritten (`rewriter.py`) so that every operation passes a gate
(`operators.py`, `calls.py`) that charges it (`costs.py`, `tally.py`). The events are plain data; what they mean is
decided elsewhere, in `verdict.py`. The figures depend only on the source and the arguments, not on the clock, the
machine, or the version of Python.

Standard library and numpy only. The five neighbours are found beside this file when it is loaded by path.
"""

from __future__ import annotations

import ast
import builtins
import importlib.util
import tracemalloc
import types
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any


def _beside(name: str) -> types.ModuleType:
    """A neighbour of this file: in the package where there is one, by path in a bare interpreter."""
    if __package__:
        return importlib.import_module(f"{__package__}.{name}")
    spec = importlib.util.spec_from_file_location(f"_complexity_{name}", Path(__file__).with_name(f"{name}.py"))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


_costs, _tally, _operators, _calls, _rewriter = map(_beside, ("costs", "tally", "operators", "calls", "rewriter"))

__all__ = ["Counter", "install"]

_compile = builtins.compile


class Counter:
    """The gates of this process, and the files that go through them."""

    def __init__(self) -> None:
        self.tally = _tally.Tally(_costs)
        self.gates = _operators.Operators(self.tally)
        self.calls = _calls.Calls(self.gates, _operators)
        self.prefixes: tuple[str, ...] = ()

    def watch(self, *prefixes: str) -> None:
        """From now on `compile` rewrites source whose file name begins with one of `prefixes`."""
        self.prefixes += prefixes

    def compile(self, source: Any, filename: Any, mode: str = "exec", *args: Any, **kwargs: Any) -> Any:
        """`builtins.compile`, with the gates in for watched files; `source` is text or a tree."""
        watched = isinstance(filename, str) and filename.startswith(self.prefixes) and self.prefixes
        if not watched or mode != "exec" or args or kwargs:
            return _compile(source, filename, mode, *args, **kwargs)
        tree = source if isinstance(source, ast.Module) else ast.parse(source, filename)
        self.calls.files.add(filename)
        return _compile(_rewriter.rewrite(tree), filename, mode)

    def measure(self, function: Callable[..., Any], args: Sequence[Any], memory: bool = False) -> dict[str, Any]:
        """Call `function(*args)` once and report what it did. What it raises is raised here.

        work     category -> operations (`costs.CATEGORIES`); "python" are steps of the learner's own source
        largest  elements of the largest array that was built
        output   elements of the arrays that came back
        peak     bytes at the highest point of traced memory, with `memory`; None without
        calls    of functions that are not the learner's own
        blind    what no gate could see -> how much went in; a name with "!" may do anything
        errors   charges that could not be made -> how often
        value    the result, as the function returned it
        """
        tally = self.tally
        if memory:
            tracemalloc.start()
        tally.reset()
        try:
            value = function(*args)
        finally:
            peak = tracemalloc.get_traced_memory()[1] if memory else None
            if memory:
                tracemalloc.stop()
            work, blind, errors = tally.work, tally.blind, tally.errors
            largest, calls = tally.largest, tally.calls
            tally.reset()  # what threads or generators go on doing is counted elsewhere
        parts = value if isinstance(value, tuple | list) else [value]
        output = sum(tally.weight(part) for part in parts)
        return {
            "work": dict(work),
            "largest": int(largest),
            "output": output,
            "peak": peak,
            "blind": dict(blind),
            "errors": dict(errors),
            "calls": calls,
            "value": value,
        }


def install() -> Counter:
    """Put the gates into `builtins`, where rewritten source finds them, and let `compile` use them."""
    counter = Counter()
    gates = counter.gates
    for name, gate in {
        "call": counter.calls.call,
        "op": gates.op,
        "inplace": gates.inplace,
        "unary": gates.unary,
        "compare": gates.compare,
        "get": gates.get,
        "set": gates.set,
        "delete": gates.delete,
        "slice": slice,
        "iter": gates.iter,
        "step": gates.step,
        "star": gates.star,
        "touch": gates.touch,
        "text": gates.text,
        "blind": counter.tally.taint,
    }.items():
        setattr(builtins, f"<{name}>", gate)
    builtins.compile = counter.compile
    return counter
