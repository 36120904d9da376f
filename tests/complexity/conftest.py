import builtins
import textwrap

import pytest

from grader.complexity.counter import install


@pytest.fixture
def counter(monkeypatch):
    """A counter with its gates in `builtins`, taken out again afterwards."""
    before = set(vars(builtins))
    monkeypatch.setattr(builtins, "compile", builtins.compile)
    made = install()
    made.watch("attention.py")
    yield made
    for name in set(vars(builtins)) - before:
        delattr(builtins, name)


@pytest.fixture
def load(counter):
    """Source -> its names, with every operation going through the gates."""

    def run(source: str, name: str = "attention.py") -> dict:
        space = {"__name__": "submission"}
        exec(compile(textwrap.dedent(source), name, "exec"), space)
        return space

    return run
