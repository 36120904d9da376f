"""The learner's process: files of checks that need pytest, comparisons of other kinds, and what holds it together."""

import subprocess
import sys
import time

import pytest
from kits import ROOT, learner

from grader.core.errors import MachineError
from grader.core.model import Outcome
from grader.execution.visible_process import VisibleProcess

HEAD = """
import importlib.util
from pathlib import Path
import numpy as np
import pytest
_spec = importlib.util.spec_from_file_location("answer", Path(__file__).with_name("attention.py"))
attention = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(attention)
"""

WITH_PYTEST = (
    HEAD
    + '''
@pytest.fixture
def S():
    return np.array([[0.0, 1.0], [2.0, 2.0]])

def test_softmax_of_a_fixture(S):
    """Rows sum to 1."""
    np.testing.assert_allclose(attention.softmax(S).sum(axis=-1), [1, 1])

@pytest.mark.parametrize("d_k", [4, 9])
def test_scaling_by_parameters(d_k):
    """S is divided by the root of d_k."""
    np.testing.assert_allclose(attention.scale_scores(np.array([[6.0]]), d_k), [[6 / d_k ** 0.5]])
'''
)

PLAIN = (
    HEAD
    + '''
def test_softmax_asserts():
    """A plain assertion."""
    A = attention.softmax(np.array([[0.0, 0.0]]))
    assert A.sum() == 1, "the sum is off"

def test_scaling_by_testing():
    """numpy.testing compares."""
    np.testing.assert_allclose(attention.scale_scores(np.array([[6.0]]), 4), [[3.0]])
'''
)


def with_checks(root, source):
    (root / "exercises" / "self_attention" / "test_attention.py").write_text(source, encoding="utf-8")
    return root


def test_fixtures_and_parameters_go_through_pytest(kit, checked):
    root = with_checks(kit(scale_scores="def scale_scores(S, d_k):\n    return S / 2"), WITH_PYTEST)
    done, suite = checked(root)
    assert suite.needs_pytest
    found = {one.check.id: one for one in done.seen}
    assert found["softmax.of_a_fixture"].outcome is Outcome.PASSED
    assert found["scaling.by_parameters"].outcome is Outcome.FAILED  # right for 4 and wrong for 9
    assert found["scaling.by_parameters"].expected["values"] == [2.0]


def test_a_statement_that_cannot_be_run_costs_itself_through_pytest_too(kit, checked, reference):
    root = with_checks(kit(text=reference + "\nraise RuntimeError('no')\n"), WITH_PYTEST)
    done, _ = checked(root)
    assert done.problem is None  # one raised statement used to end the whole run
    assert [(one.type, one.line) for one in done.program.problems] == [
        ("RuntimeError", len(reference.splitlines()) + 2)
    ]
    assert Outcome.PASSED in {one.outcome for one in done.seen}


def test_plain_assertions_and_numpy_testing_are_understood(kit, checked):
    wrong = {
        "softmax": "def softmax(S):\n    return S + 1",
        "scale_scores": "def scale_scores(S, d_k):\n    return S * 0.5 + 1",
    }
    done, suite = checked(with_checks(kit(**wrong), PLAIN.replace("import pytest\n", "")))
    assert not suite.needs_pytest
    found = {one.check.id: one for one in done.seen}
    assert "the sum is off" in found["softmax.asserts"].message.params["words"]
    assert (found["scaling.by_testing"].got["values"], found["scaling.by_testing"].expected["values"]) == ([4.0], [3.0])


def test_a_learner_cannot_write_to_the_wire(kit, checked):
    loud = 'def softmax(S):\n    import os\n    os.write(1, b\'{"event": "done"}\\n\')\n    return S'
    done, _ = checked(kit(softmax=loud), "softmax")
    assert [one.outcome for one in done.seen] == [Outcome.FAILED, Outcome.FAILED]


def test_a_process_that_dies_between_checks_costs_one_check_at_a_time(kit, checked):
    later = "threading.Timer(0.0, os._exit, (0,)).start()"
    sly = f"def scale_scores(S, d_k):\n    import os, threading\n    {later}\n    return S / 2"
    done, suite = checked(kit(scale_scores=sly))
    assert len(done.seen) == len(suite.checks)
    assert Outcome.PASSED in {one.outcome for one in done.seen}


def test_input_has_nobody_to_answer(kit, checked):
    done, _ = checked(kit(softmax="def softmax(S):\n    return input()"), "softmax")
    assert done.seen[0].message.id == "check.asks"


def test_a_learners_thread_keeps_nobody_waiting(kit, checked, reference):
    extra = "\nimport threading, time\nthreading.Thread(target=time.sleep, args=(60,)).start()\n"
    began = time.monotonic()
    done, _ = checked(kit(text=reference + extra))
    assert done.passed
    assert time.monotonic() - began < 30


def test_the_whole_has_a_limit_too(kit, checked):
    root = kit(embed="def embed(token_ids, E):\n    import time\n    time.sleep(60)")
    manifest = root / "exercises" / "self_attention" / "assignment.yaml"
    text = manifest.read_text(encoding="utf-8").replace("submission_seconds: 30", "submission_seconds: 3")
    manifest.write_text(text, encoding="utf-8")
    done, _ = checked(root)
    assert {one.outcome for one in done.seen} >= {Outcome.TIMEOUT}
    assert {one.message.id for one in done.seen if one.message} >= {"kit.timeout"}


def test_a_python_without_numpy_is_a_sentence(monkeypatch, tmp_path):
    (tmp_path / "numpy.py").write_text("raise ImportError('gone')")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    process = VisibleProcess()
    with pytest.raises(MachineError, match="pip install numpy"):
        process.ready()
    process.close()


def test_the_learners_side_knows_nothing_of_the_grader():
    import ast

    for file in ("visible_start", "check_runner"):
        tree = ast.parse((ROOT / "grader" / "execution" / f"{file}.py").read_text(encoding="utf-8"))
        nodes = list(ast.walk(tree))
        names = {alias.name.partition(".")[0] for node in nodes if isinstance(node, ast.Import) for alias in node.names}
        names |= {str(node.module).partition(".")[0] for node in nodes if isinstance(node, ast.ImportFrom)}
        assert names <= {*sys.stdlib_module_names, "numpy"}


def test_the_command_itself_loads_no_numpy_and_no_pytest(kit):
    code = (
        "import sys; from pathlib import Path; from grader.student import screen, state, check_json; "
        "from grader.suite.visible import run as checking; from grader.course import visible_checks as visible; "
        "from grader.course import loading as course; here = Path.cwd(); "
        "a = course.load(here, 'self_attention', public=True); "
        "done = checking.check(a, visible.read_suite(here, a)); assert not done.passed; "
        "print({'numpy', 'pytest'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=kit("columns"),
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin"},
        capture_output=True,
        text=True,
    )
    assert (done.stdout, done.stderr) == ("set()\n", "")
    assert learner(kit()).is_file()
