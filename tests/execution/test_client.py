"""The executor from the grader's side: real learners' processes, and what the grader says of each way they fail."""

import os
import sys
import time
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from grader.core.errors import MachineError
from grader.core.model import Cell, Limits, Outcome
from grader.execution.client import CallFailed
from grader.execution.executor import Executor, can_fork

WAYS = ["fork", "spawn"] if can_fork() else ["spawn"]


def cells(*texts):
    """Cells of one file, one behind another, with the lines they would have there."""
    out, line = [], 1
    for text in texts:
        out.append(Cell(text, "attention.py", line))
        line += text.count("\n") + 1
    return out


def failure(executor, source, function="f", *args):
    """How calling `function` of that source fails."""
    with executor.worker(cells(source)) as worker, pytest.raises(CallFailed) as caught:
        worker.call(function, *args)
    return caught.value


@pytest.mark.parametrize("way", WAYS)
def test_arguments_go_in_and_plain_values_come_back(way):
    limits = Limits()
    with (
        Executor(limits, way=way, layers=()) as executor,
        executor.worker(cells("def f(a, k=1):\n    return a * k, k")) as worker,
    ):
        call = worker.call("f", np.arange(3.0), k=2)
        assert call.value[0].tolist() == [0.0, 2.0, 4.0]
        assert call.value[1] == 2
        assert (call.function, call.kwargs, call.changed) == ("f", {"k": 2}, ())
        assert worker.problems == ()


@pytest.mark.skipif(sys.platform != "linux", reason="the memory of another process is read from /proc")
@pytest.mark.parametrize("way", WAYS)
def test_many_large_values_do_not_pile_up(way):
    def resident(worker):
        pages = Path(f"/proc/{worker.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE") / 2**20

    source = "import numpy as np\n\ndef f(n):\n    return np.ones((n, n))"
    with Executor(Limits(), way=way, layers=()) as executor, executor.worker(cells(source)) as worker:
        for _ in range(3):
            worker.call("f", 1024)  # 8 MiB
        before = resident(worker)
        for _ in range(12):
            worker.call("f", 1024)
        assert resident(worker) < before + 24


@pytest.mark.parametrize("way", WAYS)
def test_a_loop_without_end_is_stopped_from_outside(way):
    with Executor(Limits(call_seconds=0.3), way=way, layers=()) as executor:
        started = time.monotonic()
        caught = failure(
            executor,
            "def f():\n    while True:\n        try:\n            while True: pass\n        except BaseException: pass",
        )
        assert (caught.outcome, caught.message, caught.params["seconds"]) == (Outcome.TIMEOUT, "call_timeout", "0.3")
        assert time.monotonic() - started < 5


@pytest.mark.parametrize(
    ("source", "outcome", "message", "said"),
    [
        ("def f(): raise NotImplementedError", Outcome.UNTOUCHED, "untouched", {"function": "f"}),
        (
            "def f(): return 1 / 0",
            Outcome.CRASHED,
            "raised",
            {"type": "ZeroDivisionError", "words": "division by zero"},
        ),
        ("def f(): return f()", Outcome.CRASHED, "recursion", {}),
        ("def f(): exit()", Outcome.CRASHED, "exits", {}),
        ("import sys\ndef f(): sys.exit(0)", Outcome.CRASHED, "exits", {}),
        ("def f(): return input('n? ')", Outcome.CRASHED, "asks", {}),
        ("def f(): breakpoint()", Outcome.CRASHED, "asks", {}),
        ("import numpy as np\ndef f(): return np.ones((1 << 17, 1 << 17))", Outcome.MEMORY, "memory", {}),
        ("def f(): return [0] * (1 << 40)", Outcome.MEMORY, "memory", {}),
        ("def f(): import pandas", Outcome.CRASHED, "imports", {"words": "No module named 'pandas'"}),
        ("def f(): open('/etc/hostname')", Outcome.CRASHED, "refused", {}),
        ("def f(): open('new.txt', 'w')", Outcome.CRASHED, "refused", {}),
        (
            "def f(a, b): return a",
            Outcome.CRASHED,
            "signature",
            {"words": "f() missing 2 required positional arguments: 'a' and 'b'"},
        ),
        ("f = 3", Outcome.FAILED, "not_callable", {"function": "f"}),
        ("def g(): pass", Outcome.UNTOUCHED, "missing", {"function": "f", "names": ["g"]}),
        (
            "import numpy as np\ndef f(): return np.array([object()])",
            Outcome.FAILED,
            "unfit",
            {"what": "an array of dtype object"},
        ),
        ("def f(): return 'a' * 10**7", Outcome.FAILED, "unfit", {"what": "a text that is too long"}),
        ("def f():\n while True: pass", Outcome.TIMEOUT, "call_timeout", {"seconds": "0.4"}),
        ("import time\ndef f(): time.sleep(60)", Outcome.TIMEOUT, "call_timeout", {}),
        ("import os\ndef f(): os._exit(0)", Outcome.CRASHED, "call_exit", {}),
        ("import ctypes\ndef f(): ctypes.string_at(0)", Outcome.CRASHED, "call_signal", {"signal": "SIGSEGV"}),
        (
            "class Odd(Exception):\n    def __str__(self): raise SystemExit\ndef f(): raise Odd",
            Outcome.CRASHED,
            "raised",
            {"type": "Odd", "words": ""},
        ),
        ("f = exit()", Outcome.CRASHED, "cell_failed", {"type": "SystemExit"}),
        ("def f(:\n    pass", Outcome.CRASHED, "cell_failed", {"type": "SyntaxError"}),
    ],
    ids=lambda v: (
        v.replace("\n", " ")[:50] if isinstance(v, str) and v.startswith(("def", "import", "class", "f =")) else ""
    ),
)
def test_each_way_to_fail_has_its_name(executor, source, outcome, message, said):
    caught = failure(executor, source)
    assert (caught.outcome, caught.message) == (outcome, message)
    assert {key: caught.params[key] for key in said} == said


def test_a_file_that_never_ends_or_ends_everything_is_told_apart(executor):
    with pytest.raises(CallFailed) as caught:
        executor.worker(cells("x = __import__('os')._exit(3)"))  # also where only definitions are run
    assert (caught.value.outcome, caught.value.message) == (Outcome.CRASHED, "load_exit")
    for statement, kind in (("while True: pass", "stopped"), ("import os\nos._exit(3)", "load_exit")):
        with executor.worker(cells(f"def f(): return 1\n{statement}")) as worker:
            assert worker.call("f").value == 1
            assert [problem.kind for problem in worker.problems] == [kind]


def test_an_exception_is_located_in_the_learners_own_file(executor):
    source = ["import numpy as np", "", "def g(a):\n    return a @ np.ones(3)\ndef f(a):\n    return g(a)"]
    with executor.worker(cells(*source)) as worker, pytest.raises(CallFailed) as caught:
        worker.call("f", np.ones(2))
    assert caught.value.where == ("attention.py", 4)
    assert caught.value.raised_in == "g"


def test_a_changed_argument_is_reported_by_position_or_name(executor):
    source = "def f(a, b, c, d):\n    a += 1\n    c.append(2)\n    d[0] = 5\n    return 0"
    with executor.worker(cells(source)) as worker:
        given = np.ones(2), np.ones(2), [1], np.ones(1)
        call = worker.call("f", *given[:3], d=given[3])
        assert call.changed == (0, 2, "d")
        assert [g.tolist() if isinstance(g, np.ndarray) else g for g in given] == [[1, 1], [1, 1], [1], [1]]


def test_a_cell_that_breaks_costs_its_own_functions_alone(executor):
    source = ["import numpy as np", "def a(): return 1", "def b(:", "x = 1 / 0\ndef c(): return 3", "def d(): return 4"]
    with executor.worker(cells(*source)) as worker:
        assert [worker.call(name).value for name in "acd"] == [1, 3, 4]
        with pytest.raises(CallFailed) as caught:
            worker.call("b")
    assert (caught.value.message, caught.value.where) == ("cell_failed", ("attention.py", 3))
    assert [problem.type for problem in worker.problems] == ["SyntaxError", "ZeroDivisionError"]


def test_a_file_without_cells_loses_the_broken_function_alone(executor):
    with executor.worker(
        cells("import math\ndef a():\n    return math.pi\ndef b(:\n    return 1\ndef c():\n    return 3\n")
    ) as worker:
        assert worker.call("a").value > 3
        assert worker.call("c").value == 3
        with pytest.raises(CallFailed) as caught:
            worker.call("b")
    assert caught.value.where == ("attention.py", 4)


def test_a_dead_process_stays_dead_and_the_door_goes_on(executor):
    with executor.worker(cells("import os\ndef f(): os._exit(0)\ndef g(): return 1")) as worker:
        with pytest.raises(CallFailed) as first:
            worker.call("f")
        with pytest.raises(CallFailed) as second:
            worker.call("g")
        assert second.value is first.value
    with executor.worker(cells("def g(): return 1")) as worker:
        assert worker.call("g").value == 1


def test_printing_without_end_is_capped_and_harmless(executor):
    source = "def f():\n    for _ in range(40000): print('\\x1b[2J::error::' + 'x' * 50)\n    return 1"
    with executor.worker(cells(source)) as worker:
        assert worker.call("f").value == 1
        worker.close()
        assert len(worker.pipes.printed) == 64 << 10
        assert worker.pipes.dropped > 1 << 20


def test_the_learner_sees_no_secret_no_file_and_a_bare_environment(executor, monkeypatch):
    monkeypatch.setenv("GRADER_TEST_SECRET", "s3cret")
    source = (
        "import os, sys\n"
        "def f(): return dict(os.environ), sys.path, sys.argv, os.getcwd(), [n for n in sys.modules if 'grader' in n]"
    )
    with Executor(Limits()) as fresh, fresh.worker(cells(source)) as worker:
        environment, path, arguments, folder, modules = worker.call("f").value
    assert "s3cret" not in environment.values()
    assert environment["OPENBLAS_NUM_THREADS"] == "1"
    assert not [entry for entry in path if "packages" in entry]
    assert (arguments, folder, modules) == (["submission"], "/", [])


def test_nothing_is_left_running_when_the_door_closes(gone):
    executor = Executor(Limits())
    workers = [executor.worker(cells("def f(): return 1")) for _ in range(3)]
    pids = {worker.pid for worker in workers}
    for pid in pids:
        os.kill(pid, 0)  # all are there
    executor.close()
    for worker in workers:
        worker.close()
    assert gone(lambda pid, group: pid in pids)


def test_workers_leave_no_descriptor_open(executor):
    executor.worker(cells("x = 1")).close()
    before = len(os.listdir("/proc/self/fd"))
    for source in ["x = 1", "import os\ndef f(): os._exit(0)", "def f(:"]:
        with executor.worker(cells(source)) as worker, suppress(CallFailed):
            worker.call("f")
    assert len(os.listdir("/proc/self/fd")) == before


def test_a_killed_fork_server_is_our_fault_once_and_then_replaced():
    with Executor(Limits()) as executor:
        executor.start()
        os.kill(executor._process.pid, 9)
        with pytest.raises(MachineError) as caught:
            executor.worker(cells("x = 1"))
        assert str(caught.value) == "the fork server stopped answering; it is started again for the next check"
        with executor.worker(cells("def f(): return 1")) as worker:
            assert worker.call("f").value == 1
