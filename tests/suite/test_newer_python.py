"""Code for a later Python than the one that grades: its own function and what needs it are held, all else is judged."""

import sys

import pytest

from grader.core.model import Cell, Limits, Outcome, Submission
from grader.execution.executor import Executor
from grader.execution.failures import CallFailed
from grader.suite.newer_python import newer_python

pytestmark = pytest.mark.skipif(sys.version_info >= (3, 12), reason="here this syntax can be run")

NEWER = {
    "quotes in an f-string": 'def f():\n    d = {"n": 3}\n    return f"{d["n"]}"',
    "type parameters": "def f[T](x: T = 1) -> T:\n    return x",
    "a line in an f-string": "def f():\n    return f'{\n        3\n    }'",
}
OLDER = {"a slip": "def f(:\n    return 1", "an unclosed bracket": "def f():\n    return (1"}


@pytest.fixture(scope="module")
def own():
    with Executor(Limits(), layers=()) as one:
        yield one


def failures(own, *texts):
    """How calls of f and g fail in a file of those cells."""
    submission = Submission(
        "one", "one", tuple(Cell(text, f"attention.ipynb cell {i}") for i, text in enumerate(texts))
    )
    found = []
    with own.worker(submission) as worker:
        for name in ("f", "g"):
            with pytest.raises(CallFailed) as caught:
                worker.call(name)
            found.append(newer_python(caught.value, submission, worker.problems))
    return found


@pytest.mark.parametrize("name", NEWER)
def test_a_function_in_newer_syntax_and_what_calls_it_are_held(own, name):
    for texts in ((NEWER[name], "def g():\n    return f()"), (f"{NEWER[name]}\n\n\ndef g():\n    return f()",)):
        for failure in failures(own, *texts):
            assert (failure.outcome, failure.message) == (Outcome.INCONCLUSIVE, "newer_syntax")
            assert (failure.params["function"], failure.params["version"]) == ("f", "3.12")
            assert failure.where[0] == "attention.ipynb cell 0"


@pytest.mark.parametrize("name", OLDER)
def test_an_ordinary_slip_is_not(own, name):
    first, second = failures(own, OLDER[name], "def g():\n    return f()")
    assert (first.message, second.message) == ("cell_failed", "raised")


def test_a_slip_beside_newer_syntax_is_not(own):
    first, second = failures(own, NEWER["type parameters"], "def g(:\n    return 1")
    assert (first.message, second.message) == ("newer_syntax", "cell_failed")


def test_the_points_are_held_and_the_other_steps_are_judged(submit, grade_all):
    embed = 'def embed(token_ids, E):\n    d = {"n": 3}\n    told = f"{d["n"]} tokens"\n    return E[token_ids]'
    report = grade_all([submit("newer", embed=embed)])["newer"]
    steps = {step.id: step for step in report.steps}
    assert steps["embedding"].outcome is Outcome.INCONCLUSIVE
    assert (report.code.earned, report.code.held, report.code.possible) == (66, 4, 70)
    said = {check.message for check in steps["embedding"].checks}
    assert len(said) == 1
    assert "this looks like Python 3.12 or newer" in said.pop()
