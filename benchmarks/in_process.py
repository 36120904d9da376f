"""What the grader replaces, for comparison: the same hidden suite in the learner's own process, no isolation.

As a pytest plug-in (`-p in_process`, environment SUBMISSION=path) it gives the suite its fixtures; `run_step`
runs one step's checks inside a notebook kernel. Only the benchmark uses this: whatever runs here can be fooled.
"""

from __future__ import annotations

import copy
import importlib.util
import inspect
import os
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from grader.suite.approx import ATOL, RTOL, Approx


class InProcess:
    """The learner's functions, called directly with copies of the arguments."""

    def __init__(self, functions: dict[str, Any]) -> None:
        self._functions = functions

    def __getattr__(self, name: str) -> Any:
        function = self._functions[name]

        def call(*args: Any, **kwargs: Any) -> Any:
            mine = copy.deepcopy(args)
            value = function(*mine, **kwargs)
            changed = tuple(i for i, (a, b) in enumerate(zip(args, mine, strict=True)) if np.any(np.asarray(a) != b))
            self.last = SimpleNamespace(changed=changed)
            return value

        return call


def fixtures(functions: dict[str, Any]) -> dict[str, Any]:
    """The four fixtures of a hidden suite."""
    state = np.random.RandomState(1)
    return {
        "learner": InProcess(functions),
        "normal": lambda *lengths: state.standard_normal(lengths),
        "integers": lambda low, high, *lengths: state.randint(low, high, lengths, dtype=np.int64),
        "approx": lambda expected, rtol=RTOL, atol=ATOL: Approx(expected, rtol, atol),
    }


def module(path: Path) -> ModuleType:
    """Import a file by its path."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


def run_step(hidden: Path, step: str, functions: dict[str, Any]) -> None:
    """Run every check of a step; the first that fails raises AssertionError."""
    given = fixtures(functions)
    for name, test in vars(module(hidden / f"test_{step}.py")).items():
        if name.startswith("test_"):
            test(**{key: given[key] for key in inspect.signature(test).parameters})


@pytest.fixture(scope="session")
def _functions() -> dict[str, Any]:
    return vars(module(Path(os.environ["SUBMISSION"])))


@pytest.fixture
def learner(_functions: dict[str, Any]) -> Any:
    return fixtures(_functions)["learner"]


@pytest.fixture
def normal() -> Any:
    return fixtures({})["normal"]


@pytest.fixture
def integers() -> Any:
    return fixtures({})["integers"]


@pytest.fixture
def approx() -> Any:
    return fixtures({})["approx"]


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "points(weight, core=False): as in the grader")
