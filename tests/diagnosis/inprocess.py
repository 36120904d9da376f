"""The hidden checks run on trusted code in this process: same functions, calls and outcomes, no executor."""

import dataclasses
import inspect
import re
import types
import warnings
from pathlib import Path

import numpy as np

from grader.core.model import Call, Outcome
from grader.execution.client import CallFailed
from grader.suite.approx import Approx
from grader.suite.learner import Learner
from grader.suite.random_data import RandomData

ASSIGNMENT = Path(__file__).resolve().parents[2] / "solutions" / "self_attention"


def same(value):
    return value


def float32(value):
    """A result as somebody who works in float32 would return it."""
    if isinstance(value, tuple):
        return tuple(map(float32, value))
    wide = isinstance(value, np.ndarray) and value.dtype == np.float64
    with np.errstate(all="ignore"):
        return value.astype(np.float32) if wide else value


def noisy(value):
    """A result with rounding noise of a billionth."""
    if isinstance(value, tuple):
        return tuple(map(noisy, value))
    if not isinstance(value, np.ndarray) or value.dtype.kind != "f" or value.dtype == np.float16:
        return value
    with np.errstate(all="ignore"):
        return value * (1 + 1e-9 * np.cos(np.arange(value.size)).reshape(value.shape))


class Worker:
    """Calls the functions of a namespace as the executor's worker would: on copies, with what they changed."""

    def __init__(self, space, alter):
        self.space, self.alter = space, alter

    def call(self, name, *args, **kwargs):
        fed = [a.copy() if isinstance(a, np.ndarray) else a for a in args]
        named = {k: a.copy() if isinstance(a, np.ndarray) else a for k, a in kwargs.items()}
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                value = self.alter(self.space[name](*fed, **named))
            except Exception as error:
                raise CallFailed(Outcome.CRASHED, "raised", function=name, type=type(error).__name__) from None
        if isinstance(value, np.ndarray):
            value = value.view(np.ndarray)
        changed = [i for i, (a, b) in enumerate(zip(args, fed, strict=True)) if _differ(a, b)]
        return types.SimpleNamespace(value=value, changed=tuple(changed))


def _differ(a, b):
    return isinstance(a, np.ndarray) and a.tobytes() != b.tobytes()


class Recorder(Learner):
    """A learner whose recorded arguments stay as they were, whatever the check does to its own afterwards."""

    def _call(self, name, args, kwargs):
        copies = tuple(a.copy() if isinstance(a, np.ndarray) else a for a in args)
        return super()._call(name, copies, kwargs)


@dataclasses.dataclass
class Checked:
    """How one check ended, and what it asked."""

    id: str
    passed: bool
    crashed: bool
    calls: tuple[Call, ...]


class Suite:
    """The hidden suite as plain functions."""

    def __init__(self, source):
        self.source = source
        self.returns = {
            node: re.sub(r"^<class '(\w+)'>$", r"\1", str(returns))
            for node, returns in re.findall(r"^def (\w+)\([^)]*\) -> (.+):$", source, re.MULTILINE)
        }
        self.compiled = compile(source, "<reference>", "exec", dont_inherit=True)
        self.drawn = {}  # the data of a check is drawn once
        self.parts = types.SimpleNamespace(**self.space())  # what a check expects is composed of the reference's parts
        self.modules = {path.stem.removeprefix("test_"): self._load(path) for path in self._files()}

    def _files(self):
        return sorted((ASSIGNMENT / "hidden").glob("test_*.py"))

    def _load(self, path):
        def points(*_, core=False):
            def mark(function):
                function.core = core
                return function

            return mark

        text = re.sub(r"^from pytest import .*$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        space = {"fixture": lambda function: function, "mark": types.SimpleNamespace(points=points)}
        exec(compile(text, path.name, "exec", dont_inherit=True), space)
        return space

    @property
    def checks(self):
        """Every check id, also of checks that this harness does not run (they measure growth)."""
        return {f"{step}.{name[5:]}" for step, space in self.modules.items() for name in space if name[:5] == "test_"}

    def space(self, *texts):
        """A learner's namespace: the reference with these modules run over it."""
        space = {"__name__": "learner"}
        exec(self.compiled, space)
        for text in texts:
            exec(compile(text, "<learner>", "exec", dont_inherit=True), space)
        return space

    def run(self, space, step, seed=1, alter=same):
        """The checks of a step, core checks first; a core check that crashes ends the step."""
        tests = [(n, f) for n, f in self.modules[step].items() if n.startswith("test_")]
        worker, done = Worker(space, alter), []
        for name, test in sorted(tests, key=lambda item: not getattr(item[1], "core", False)):
            learner = Recorder(lambda: worker, self.returns, tuple(self.returns))
            key = (step, name, seed)
            data = self.drawn.setdefault(key, RandomData(seed * 1000 + len(name))).rewind()
            given = {"learner": learner, "parts": self.parts, "approx": Approx}
            given |= {"normal": data.normal, "integers": data.integers}
            if "growth" in inspect.signature(test).parameters:
                continue
            passed, crashed = True, False
            try:
                test(**{n: self._fixture(step, n, given) for n in inspect.signature(test).parameters})
            except CallFailed as failure:
                passed, crashed = False, failure.outcome is Outcome.CRASHED
            except Exception:
                passed = False
            done.append(Checked(f"{step}.{name[5:]}", passed, crashed, tuple(learner.calls)))
            if crashed and test.core:
                break
        return done

    def _fixture(self, step, name, given):
        if name not in given:
            function = self.modules[step][name]
            given[name] = function(*(self._fixture(step, n, given) for n in inspect.signature(function).parameters))
        return given[name]

    def ask(self, space, calls, alter=same):
        """Calls as recorded ones: what the functions of a namespace answer."""
        worker, learner = Worker(space, alter), None
        learner = Recorder(lambda: worker, self.returns, tuple(self.returns))
        for call in calls:
            try:
                getattr(learner, call.function)(*call.args, **call.kwargs)
            except CallFailed:
                pass
        return tuple(learner.calls)
