"""What is said of functions that still raise: not started, a line to delete, or a part of a step that is written."""

import ast
import dataclasses

import pytest

from grader.core.model import Cell, Outcome, Submission
from grader.execution.failures import CallFailed
from grader.suite.written import WrittenFunctions, given

STUB = "    # YOUR CODE HERE\n    raise NotImplementedError()\n"


def made(text, assignment, name="attention.py", **more):
    return WrittenFunctions.of(Submission("one", "one", (Cell(text, name),), **more), assignment)


def told(text, function, step, assignment, message="untouched", **more):
    failure = CallFailed(Outcome.UNTOUCHED, message, function=function)
    return made(text, assignment, **more).told(failure, assignment, assignment.step(step))


BESIDE = {
    "below": ("def embed(t, E):\n    raise NotImplementedError()\n    return E[t]\n", 2),
    "above": (
        'def embed(t, E):\n    """Doc."""\n    X = E[t]\n    # YOUR CODE HERE\n    raise NotImplementedError()\n',
        5,
    ),
    "with words": ("def embed(t, E):\n    X = E[t]\n    raise NotImplementedError('later')\n", 3),
    "as a class": ("def embed(t, E):\n    raise NotImplementedError\n    return E[t]\n", 2),
    "in a branch": ("def embed(t, E):\n    if t is None:\n        raise NotImplementedError()\n    return E[t]\n", 3),
    "among other cells that are broken": (
        "x = = 1\ndef embed(t, E):\n    raise NotImplementedError()\n    return E[t]\n",
        3,
    ),
    "the last of two": (
        f"def embed(t, E):\n{STUB}\ndef embed(t, E):\n    raise NotImplementedError()\n    return E[t]\n",
        6,
    ),
}


@pytest.mark.parametrize("name", BESIDE)
def test_a_raise_that_was_left_standing_is_a_line_to_delete(assignment, name):
    text, line = BESIDE[name]
    found = told(text, "embed", "embedding", assignment)
    assert (found.outcome, found.message, found.where) == (Outcome.CRASHED, "still_raises", ("attention.py", line))


@pytest.mark.parametrize(
    "body",
    [
        STUB,
        '    """Doc."""\n' + STUB,
        "    raise NotImplementedError\n",
        "    pass\n    raise NotImplementedError()\n",
        "    ...\n    raise NotImplementedError('x')\n",
    ],
)
def test_a_stub_is_not_started(assignment, body):
    found = told(f"def embed(t, E):\n{body}", "embed", "embedding", assignment)
    assert (found.outcome, found.message) == (Outcome.UNTOUCHED, "untouched")


def test_what_the_exercise_gives_is_no_work(tmp_path, assignment):
    folder = tmp_path / "solutions" / "one"
    folder.mkdir(parents=True)
    source = "def embed(t, E):\n    n = len(t)\n    # BEGIN SOLUTION\n    return E[t]\n    # END SOLUTION\n"
    (folder / "attention.py").write_text(source)
    of = dataclasses.replace(assignment, folder=folder)
    assert told(f"def embed(t, E):\n    n = len(t)\n{STUB}", "embed", "embedding", of).message == "untouched"
    assert told(f"def embed(t, E):\n    n = len(E)\n{STUB}", "embed", "embedding", of).message == "still_raises"
    kit = tmp_path / "exercises" / "one"
    kept = tmp_path / ".grader" / "original" / "one" / "attention.py"
    kept.parent.mkdir(parents=True)
    kept.write_text(f"def embed(t, E):\n    n = len(t)\n{STUB}")
    assert set(given(kit, "attention.py")["embed"]) >= {ast.dump(ast.parse("n = len(t)").body[0])}


def test_a_step_of_several_functions_names_the_first_that_is_not_written(assignment):
    one = "def scaled_dot_product_attention(Q, K, V, mask=None):\n    return Q @ K.T @ V, Q\n"
    two = f"def self_attention(X, W_Q, W_K, W_V, mask=None):\n{STUB}"
    found = told(one + two, "self_attention", "attention", assignment)
    assert (found.outcome, found.message, found.where) == (Outcome.CRASHED, "partly", ("attention.py", 3))
    assert (found.params["done"], found.params["count"], found.params["function"]) == (1, 2, "self_attention")
    found = told(one, "self_attention", "attention", assignment, message="missing")
    assert (found.message, found.params["function"]) == ("partly_missing", "self_attention")
    neither = f"def scaled_dot_product_attention(Q, K, V, mask=None):\n{STUB}{two}"
    assert told(neither, "self_attention", "attention", assignment).message == "untouched"
    third = "def attention_macs(n, d_k, d_v):\n    return n\n"
    found = told(third, "crossover_length", "complexity", assignment, message="missing")
    assert (found.params["done"], found.params["count"], found.params["function"]) == (1, 3, "growth_exponent")


def test_functions_of_other_steps_do_not_count_as_a_part_of_a_step(assignment):
    both = "def scaled_dot_product_attention(Q, K, V, mask=None):\n    return Q, K\n"
    found = told(f"{both}def causal_mask(n):\n{STUB}", "causal_mask", "mask", assignment)
    assert found.message == "untouched"


def test_an_exception_of_that_kind_from_a_call_is_an_exception(assignment):
    text = "def embed(t, E):\n    return E.transpose_later(t)\n"
    assert told(text, "embed", "embedding", assignment).message == "raised"


def test_a_stub_in_a_helper_module_is_told_by_its_own_line(assignment):
    modules = {"steps.rows": "def embed(t, E):\n    raise NotImplementedError()\n    return E[t]\n"}
    found = told("from steps.rows import embed\n", "embed", "embedding", assignment, modules=modules)
    assert (found.message, found.where) == ("still_raises", ("steps/rows.py", 2))


def test_reports_of_whole_submissions_say_so(assignment, reference, edited, submit, grade_all):
    half = "def softmax(S):\n    raise NotImplementedError()\n    return np.exp(S)"
    part = "def self_attention(X, W_Q, W_K, W_V, mask=None):\n    raise NotImplementedError()"
    slow = "\n# %%\nfor epoch in range(10**12):\n    softmax(np.ones((2, 2)))\n"
    reports = grade_all(
        [submit("half", softmax=half), submit("part", self_attention=part), submit("slow", extra=slow)],
        dataclasses.replace(assignment, limits=dataclasses.replace(assignment.limits, load_seconds=1.0)),
    )
    found = {name: {step.id: step for step in report.steps} for name, report in reports.items()}
    softmax = found["half"]["softmax"]
    assert softmax.outcome is Outcome.CRASHED
    assert "raise NotImplementedError() still stands here" in softmax.checks[0].message
    assert {step.outcome for name, step in found["half"].items() if name in ("attention", "batch")} == {Outcome.BLOCKED}
    attention = found["part"]["attention"]
    said = [check.message for check in attention.checks if check.outcome is not Outcome.PASSED]
    assert set(said) == {"1 of 2 functions written: self_attention() still raises NotImplementedError."}
    assert (reports["slow"].code.earned, reports["slow"].code.possible) == (70, 70)
    assert "was stopped after 0.5 s" in reports["slow"].notes[0]
