"""The learner's program, loaded: each thing that goes wrong costs its own statement and what needs that one."""

import ast
import os
import signal
import sys
import threading
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.core.model import Cell, Limits, Outcome, Submission
from grader.execution import loading
from grader.execution.client import CallFailed
from grader.execution.executor import Executor, can_fork
from grader.execution.program import ProgramText

linux = pytest.mark.skipif(not can_fork(), reason="needs the fork server")


def submission(*texts, modules=None, notebook=False, file="attention.py"):
    cells, line = [], 1
    for number, text in enumerate(texts, start=1):
        cells.append(Cell(text, f"attention.ipynb cell {number}" if notebook else file, 1 if notebook else line))
        line += text.count("\n") + 1
    return Submission("one", "one", tuple(cells), modules=modules or {}, notebook=notebook)


@pytest.fixture(scope="module")
def executor():
    limits = Limits(load_seconds=0.8, call_seconds=2.0)
    with Executor(limits, way="fork" if can_fork() else "spawn", layers=()) as one:
        yield one


def told(worker):
    return [(problem.kind, problem.cell, problem.line) for problem in worker.problems]


LAST = "\nlate = 3\ndef g():\n    return late"
SLOW = {
    "a training loop": ("W = 1.0\nfor epoch in range(10**12):\n    W = 0.999 * W", "stopped", 4),
    "a sleep": ("import time\ntime.sleep(100)", "stopped", 4),
    "a loop in a function that is called": ("def train():\n    while True:\n        pass\ntrain()", "stopped", 6),
    "a loop that prints": ("while True:\n    print('step')", "stopped", 3),
    "a loop that catches exceptions": (
        "while True:\n    try:\n        1 / 0\n    except Exception:\n        pass",
        "stopped",
        3,
    ),
    "a question": ("name = input('who? ')", "raised", 3),
}


@linux
@pytest.mark.parametrize("name", SLOW)
def test_a_statement_that_takes_too_long_costs_itself(executor, name):
    text, kind, line = SLOW[name]
    with executor.worker(submission("def f():\n    return 1\n" + text + LAST)) as worker:
        assert [worker.call("f").value, worker.call("g").value] == [1, 3]
        assert told(worker) == [(kind, "attention.py", line)]
        began = time.monotonic()
        worker.load_again()  # for the next step: what was stopped is not run again, and is told again
        assert time.monotonic() - began < 0.3 or kind == "raised"
        assert told(worker) == [(kind, "attention.py", line)]
        assert worker.call("g").value == 3
        after = worker.program
    if kind == "stopped":
        with executor.worker(after) as worker:  # nor in another process
            assert told(worker) == [(kind, "attention.py", line)]


STUBBORN = {
    "what swallows everything": "while True:\n  try:\n    while True: pass\n  except BaseException: pass",
    "a call that no signal reaches": "import itertools\nsum(itertools.repeat(0))",
    "an assignment that no signal reaches": "import itertools\ntotal = sum(\n    itertools.repeat(0))",
    "an exit": "import os\nos._exit(0)",
    "a crash": "import ctypes\nctypes.string_at(0)",
}


@linux
@pytest.mark.parametrize("name", STUBBORN)
def test_a_file_that_its_process_does_not_survive_keeps_its_definitions(executor, name):
    with executor.worker(submission("def f():\n    return 1\n" + STUBBORN[name] + LAST)) as worker:
        assert [worker.call("f").value, worker.call("g").value] == [1, 3]
        assert len(worker.problems) == 1
        assert worker.problems[0].kind in ("stopped", "load_timeout", "load_exit", "load_signal")


@linux
def test_all_statements_together_have_a_limit_and_then_definitions_are_run(executor):
    loops = "\n".join("for i in range(10**12):\n    pass" for _ in range(6))
    began = time.monotonic()
    with executor.worker(submission(f"def f():\n    return x\n{loops}\nx = 3\nprint(f())")) as worker:
        assert worker.call("f").value == 3
        assert [problem.kind for problem in worker.problems] == ["stopped", "stopped", "left_out"]
    assert time.monotonic() - began < 20 * executor.limits.load_seconds


DECORATED = {
    "a name": ("from numba import njit\n@njit\ndef f():\n    return 1", 2),
    "a call": ("@njit(parallel=True)\ndef f():\n    return 1", 1),
    "an attribute": ("import functools\n@functools.cached\ndef f():\n    return 1", 2),
    "of several lines": ("@torch.jit.script(\n    optimize=True,\n)\ndef f():\n    return 1", 1),
    "what became None": ("njit = None\n@njit\ndef f():\n    return 1", 2),
    "the second one": ("import functools\n@functools.cache\n@njit\ndef f():\n    return 1", 3),
    "of a class": ("@dataclass\nclass A:\n    x = 1\ndef f():\n    return A.x", 1),
}


@pytest.mark.parametrize("name", DECORATED)
def test_a_decorator_that_is_missing_does_not_cost_the_function(executor, name):
    text, line = DECORATED[name]
    with executor.worker(submission(f"{text}\ndef g():\n    return 2")) as worker:
        assert [worker.call("f").value, worker.call("g").value] == [1, 2]
        assert [p.line for p in worker.problems if p.kind == "undecorated"] == [line]


def test_a_decorator_of_ones_own_that_raises_costs_the_function(executor):
    text = "def check(f):\n    raise ValueError('no')\n@check\ndef f():\n    return 1\ndef g():\n    return 2"
    with executor.worker(submission(text)) as worker:
        assert worker.call("g").value == 2
        with pytest.raises(CallFailed) as caught:
            worker.call("f")
    assert (caught.value.message, caught.value.where) == ("cell_failed", ("attention.py", 3))


BROKEN = {
    "x = = 3": 1,
    "if True print(1)": 1,
    "return 3": 1,
    "print(f'{a b}')": 1,
    "def h(:\n    pass": 1,
    "class C(:\n    pass": 1,
    "for i in range(3)\n    pass": 1,
    "y = (1,\n2": 1,
    "\ty = 1": 1,
    "def h():\nreturn 2": 1,
}


@pytest.mark.parametrize("text", BROKEN)
def test_a_syntax_error_costs_its_own_statement(executor, text):
    kept = 'NOTE = """a text\nthat goes on\n"""\n@staticmethod\ndef f():\n    """Doc\nat the left.\n"""\n    return 1\n'
    kept += "x = [\n2\n]\n"
    with executor.worker(submission(f"{kept}{text}\ndef g():\n    return x[0], len(NOTE)\n")) as worker:
        assert [worker.call("f").value, worker.call("g").value] == [1, (2, 20)]
        problem = worker.problems[0]
        assert (problem.kind, problem.line - 12) == ("raised", BROKEN[text])
        assert len(worker.problems) <= text.count("\n") + 1


def test_many_statements_that_raise_cost_no_function_behind_them(executor):
    plots = "\n".join(f"plt.plot({number})" for number in range(200))
    with executor.worker(submission(f"{plots}\ndef f():\n    return 1")) as worker:
        assert worker.call("f").value == 1


def test_a_function_that_was_never_written_is_missing_whatever_else_is_broken(executor):
    for broken in ("def embed(:\n    pass", "x = = 3", "import nowhere\nnowhere.run()"):
        with executor.worker(submission(broken)) as worker, pytest.raises(CallFailed) as caught:
            worker.call("f")
        assert (caught.value.outcome, caught.value.message) == (Outcome.UNTOUCHED, "missing")


@pytest.mark.parametrize("text", ["from nowhere import f", "from nowhere import *", "f = nowhere.f", "f, g = 1 / 0"])
def test_a_name_that_a_statement_would_have_given_is_told_by_that_statement(executor, text):
    with executor.worker(submission(f"x = 1\n{text}")) as worker, pytest.raises(CallFailed) as caught:
        worker.call("f")
    assert (caught.value.message, caught.value.where) == ("cell_failed", ("attention.py", 2))


def test_the_line_is_the_outermost_one_of_the_file(executor):
    text = "def right(n):\n    return 1 / n\n\nprint(right(0))\nclass A:\n    x = right(\n        0)\n"
    with executor.worker(submission(text, "pass")) as worker:
        assert [line for _, _, line in told(worker)] == [4, 5]


def test_two_statements_of_one_line_are_two(executor):
    with executor.worker(submission("a = 1; b = 1 / 0; c = 3\ndef f():\n    return a, c")) as worker:
        assert worker.call("f").value == (1, 3)


NOTEBOOK = {
    "display": "def f():\n    display(1, 2)\n    return 1",
    "display from IPython": "from IPython.display import display, HTML\ndef f():\n    display(HTML('x'))\n    return 1",
    "IPython itself": "import IPython\ndef f():\n    IPython.display.clear_output(wait=True)\n    return 1",
    "the shell": "get_ipython().run_line_magic('matplotlib', 'inline')\nfiles = get_ipython().getoutput('ls')\n"
    "def f():\n    return 1 + len(files)",
    "its configuration": "get_ipython().config.InlineBackend.figure_format = 'svg'\ndef f():\n    return 1",
    "what was asked and answered": "before = In[0], Out, _, __\ndef f():\n    return 1",
    "the main program": "if __name__ == '__main__':\n    def f():\n        return 1",
    "where it runs": "COLAB = 'google.colab' in str(get_ipython())\ndef f():\n    return 1 + COLAB",
}


@pytest.mark.parametrize("name", NOTEBOOK)
def test_a_notebooks_program_has_the_names_of_a_notebook(executor, name):
    with executor.worker(submission(NOTEBOOK[name], notebook=True)) as worker:
        assert (worker.call("f").value, worker.problems) == (1, ())
    with executor.worker(submission("def f():\n    return 1", notebook=True)) as worker:
        with pytest.raises(CallFailed) as caught:
            worker.call("g")
        assert caught.value.params["names"] == ["f"]  # none of the notebook's


def test_a_plain_file_has_none_of_them(executor):
    with executor.worker(
        submission("def f():\n    return display(1)\nif __name__ == '__main__':\n    1 / 0")
    ) as worker:
        assert worker.problems == ()
        with pytest.raises(CallFailed, match="raised"):
            worker.call("f")


HELPED = {
    "from": ("from utils import one", {"utils": "def one():\n    return 1"}),
    "import": ("import utils\none = utils.one", {"utils": "def one():\n    return 1"}),
    "everything": ("from utils import *", {"utils": "def one():\n    return 1"}),
    "in a function": ("def one():\n    import utils\n    return utils.N", {"utils": "N = 1"}),
    "relative": ("from .utils import one", {"utils": "def one():\n    return 1"}),
    "relative, the module": ("from . import utils\none = utils.one", {"utils": "def one():\n    return 1"}),
    "a package": ("from pkg import one", {"pkg": "from .a import one", "pkg.a": "def one():\n    return 1"}),
    "a folder": ("from pkg.a import one", {"pkg.a": "from .b import N\ndef one():\n    return N", "pkg.b": "N = 1"}),
    "deep": (
        "import a.b.c\none = a.b.c.one",
        {"a.b.c": "from ..d import N\nfrom .c2 import one", "a.b.c2": "def one():\n    return 1", "a.d": "N = 1"},
    ),
    "one that imports the file": (
        "def one():\n    return 1\nfrom utils import two",
        {"utils": "from attention import one\ndef two():\n    return one()"},
    ),
    "one with a plot": (
        "from utils import one",
        {"utils": "import matplotlib\ndef one():\n    return 1\nmatplotlib.x()"},
    ),
    "one with a syntax error": ("from utils import one", {"utils": "x = = 1\ndef one():\n    return 1"}),
    "one with a script": (
        "from utils import one",
        {"utils": "def one():\n    return 1\nif __name__ == '__main__':\n    import os\n    os._exit(1)"},
    ),
}


@pytest.mark.parametrize("name", HELPED)
def test_modules_that_were_handed_in_can_be_imported(executor, name):
    text, modules = HELPED[name]
    with executor.worker(submission(f"{text}\ndef f():\n    return one()", modules=modules)) as worker:
        assert worker.call("f").value == 1
        worker.load_again()
        assert worker.call("f").value == 1


def test_a_helper_that_raises_costs_what_needs_it(executor):
    text = (
        "from utils import good, bad\nfrom utils import good\ndef f():\n    return good()\ndef g():\n    return bad()"
    )
    modules = {"utils": "import numpy as np\ndef good():\n    return 1\nTABLE = 1 / 0\nbad = TABLE.bad"}
    with executor.worker(submission(text, modules=modules)) as worker:
        assert worker.call("f").value == 1
        with pytest.raises(CallFailed, match="raised"):
            worker.call("g")
        assert ("raised", "utils.py", 4) in told(worker)


def test_an_exception_in_a_helper_is_told_by_its_own_line(executor):
    modules = {"pkg": "", "pkg.rows": "def top(n):\n    return 1 / n"}
    one = submission("from pkg.rows import top\ndef f():\n    return top(0)", modules=modules)
    with executor.worker(one) as worker, pytest.raises(CallFailed) as caught:
        worker.call("f")
    assert (caught.value.where, caught.value.raised_in) == (("pkg/rows.py", 2), "top")


def test_each_load_has_helper_modules_of_its_own(executor):
    text = "import utils\nutils.seen.append(1)\ndef f():\n    return len(utils.seen)"
    with executor.worker(submission(text, modules={"utils": "seen = []"})) as worker:
        assert worker.call("f").value == 1
        worker.load_again()
        assert worker.call("f").value == 1


def test_work_in_a_helper_module_is_counted_like_the_files_own(executor):
    work = "def products(n):\n    total = 0\n    for i in range(n):\n        total += i * i\n    return total"
    own = submission(f"{work}\ndef f(n):\n    return products(n)")
    helped = submission(
        "from deep.utils import products\ndef f(n):\n    return products(n)", modules={"deep.utils": work}
    )
    counts = []
    for one in (own, helped):
        with executor.worker(one, counted=True) as worker:
            value, events = worker.count("f", [200])
            assert value == sum(i * i for i in range(200))
            assert events["blind"] == {}
            counts.append(events["work"])
    assert counts[0] == counts[1]
    assert sum(counts[1].values()) > 400


def test_a_module_that_was_not_handed_in_is_not_there(executor):
    with executor.worker(submission("import utils\nimport pkg.other", modules={"pkg.a": "x = 1"})) as worker:
        assert [problem.type for problem in worker.problems] == ["ModuleNotFoundError"] * 2


STATEMENTS = (
    "a = 1",
    "b = a + 1",
    "1 / 0",
    "c = nowhere",
    "def f(): return 1",
    "@nowhere\ndef g(): return 2",
    "import nowhere",
    "d = [\n1,\n2]",
    "a += 1; 1 / 0; a += 1",
    "class A:\n    x = nowhere",
    "try:\n    from nowhere import z\nexcept ImportError:\n    z = 4",
    "x = = 1",
    'text = """\nimport a\n"""',
    "def h(:\n    pass",
)


def _reference(texts):
    """Every statement by itself, as somebody would type them into a prompt."""
    namespace = {}
    for text in texts:
        try:
            body = ast.parse(text).body
        except SyntaxError:
            continue
        for node in body:
            if getattr(node, "decorator_list", []):
                node.decorator_list = []
            try:
                exec(compile(ast.Module([node], []), "x", "exec"), namespace)
            except Exception:
                continue
    return {name: value for name, value in namespace.items() if isinstance(value, int | list | str) and name[0] != "_"}


@given(st.lists(st.sampled_from(STATEMENTS), max_size=9), st.lists(st.booleans(), min_size=9, max_size=9))
def test_what_is_loaded_is_what_runs_statement_by_statement(texts, splits):
    cells, line, piece = [], 1, []
    for text, split in zip(texts, splits, strict=False):
        piece.append(text)
        if split:
            cells.append(["\n".join(piece), "made_up.py", line])
            line += "\n".join(piece).count("\n") + 1
            piece = []
    cells.append(["\n".join(piece), "made_up.py", line])
    program = loading.Program()
    program.given({"cells": cells})
    problems = program.load()
    sys.modules.pop("made_up", None)
    loaded = {
        name: value
        for name, value in program.module.__dict__.items()
        if isinstance(value, int | list | str) and name[0] != "_"
    }
    assert loaded == _reference(texts)
    lines = [problem["line"] for problem in problems]
    whole = "\n".join(texts).split("\n")
    assert all(1 <= number <= len(whole) for number in lines)
    bad = ("1 / 0", "nowhere", "x = = 1", "def h(:", "a + 1", "a += 1", "class A")
    assert all(any(word in whole[number - 1] for word in bad) for number in lines)


@linux
def test_a_process_that_is_stopped_from_outside_loses_no_statement(executor):
    """What stands still gets no ticks of the clock: an import that was going on is not taken for one that sleeps."""
    text = "import time\nend = time.process_time() + 0.2\nwhile time.process_time() < end: pass\ndef f(): return 1"
    started = executor._started()
    hold = threading.Timer(0.1, os.kill, (started.pid, signal.SIGSTOP))
    release = threading.Timer(1.2, os.kill, (started.pid, signal.SIGCONT))
    with started as worker:
        hold.start()
        release.start()
        worker.load(ProgramText.of(submission(text)))
        assert worker.problems == ()
        assert worker.call("f").value == 1
    hold.join()
    release.join()
