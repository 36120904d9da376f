"""Who ended a learner's process: each way to end that is its own costs points, and no way from outside does."""

import contextlib
import os
import resource
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.core.errors import MachineError
from grader.core.model import Cell, Limits, Outcome
from grader.execution.client import CallFailed
from grader.execution.deaths import Death, DeathCause, Disturbed, cause_of, outside
from grader.execution.executor import Executor, can_fork

pytestmark = pytest.mark.skipif(sys.platform != "linux" or not can_fork(), reason="signals and /proc as on Linux")

FAULTS = [signal.SIGSEGV, signal.SIGBUS, signal.SIGFPE, signal.SIGILL, signal.SIGTRAP, signal.SIGSYS, signal.SIGABRT]
OTHERS = [signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGUSR1]


# -- the rule --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", OTHERS)
def test_a_signal_below_every_limit_comes_from_outside_where_none_can_be_sent(number):
    assert cause_of(Death(number, cpu=3.0), 36, sealed=True) is DeathCause.OUTSIDE
    assert cause_of(Death(number, cpu=3.0), 36, sealed=False) is not DeathCause.OUTSIDE
    assert cause_of(Death(number, alone=False), 36, sealed=True) is DeathCause.EXIT


@pytest.mark.parametrize("number", FAULTS)
def test_a_fault_is_its_own(number):
    assert cause_of(Death(number), 36, sealed=True) is DeathCause.CRASH


@given(st.floats(0, 100), st.sampled_from([signal.SIGKILL, signal.SIGXCPU]))
def test_a_kill_at_the_limit_is_the_limit(cpu, number):
    at_limit = number == signal.SIGXCPU or cpu >= 0.95 * 36
    assert (cause_of(Death(number, cpu=cpu), 36, sealed=True) is DeathCause.LIMIT) == at_limit


def test_a_parent_that_is_gone_took_it_along():
    assert cause_of(Death(known=False), 36, sealed=True) is DeathCause.OUTSIDE
    assert "fork server" in outside(Death(known=False), 36, 1024)["en"]


def test_the_evidence_is_told():
    said = outside(Death(signal.SIGKILL, cpu=0.41, peak_mib=34), 36, 1024)
    assert said["en"].endswith(
        "killed from outside (SIGKILL) after 0.4 s of CPU time with 34 MiB of memory, below its limits of 36 s and "
        "1024 MiB"
    )
    assert max(len(words) for words in said.data.values()) <= 160, "a report would cut it"
    assert "SIGKILL" in said["ko"] and "34" in said["ko"]


# -- real processes ----------------------------------------------------------------------------------------------


def worker_of(executor, source):
    return executor.worker([Cell(source, "attention.py")])


BUSY = """import time

def f():
    start = time.process_time()
    while time.process_time() - start < 0.3:
        pass
    return 1
"""


def later(seconds, action, *arguments):
    """Do that in a moment, from another thread."""
    timer = threading.Timer(seconds, action, arguments)
    timer.start()
    return timer


@pytest.mark.parametrize("number", OTHERS)
def test_a_worker_that_is_ended_from_outside_is_nobodys_failure(executor, number):
    source = f"import signal\nsignal.signal({number.value}, signal.SIG_DFL)\n" if number is not signal.SIGKILL else ""
    with worker_of(executor, source + BUSY) as worker:
        timer = later(0.1, os.kill, worker.pid, number)
        with pytest.raises(Disturbed) as caught:
            worker.call("f")
        timer.join()
        assert number.name in str(caught.value)
        with pytest.raises(Disturbed):
            worker.call("f")  # it stays dead


@pytest.mark.parametrize("calls", [0, 1])
def test_a_worker_that_is_ended_while_nobody_asks_it_is_nobodys_failure(executor, calls):
    """Its pipes are closed by the time of the next call, which is not an answer that nobody asked for."""
    with worker_of(executor, "def f(): return 1") as worker:
        for _ in range(calls):
            worker.call("f")
        os.kill(worker.pid, signal.SIGKILL)
        while worker.connection.state() not in ("Z", "X", ""):
            time.sleep(0.01)
        with pytest.raises(Disturbed):
            worker.call("f")


OWN = {
    "closes its answers and waits": (
        "import os\ndef g(): pass\ndef f():\n    os.closerange(3, 64)\n    return 1",
        None,
        None,
    ),
    "leaves": ("import os\ndef f(): os._exit(0)", "call_exit", "0"),
    "leaves with a number of ours": ("import os\ndef f(): os._exit(97)", "call_exit", "0"),
    "leaves as a killed one would for a shell": ("import os\ndef f(): os._exit(137)", "call_exit", "0"),
    "reads at 0": ("import ctypes\ndef f(): ctypes.string_at(0)", "call_signal", "SIGSEGV"),
    "aborts": ("import os\ndef f(): os.abort()", "call_signal", None),
    "closes its pipes": ("import os, time\ndef f():\n    os.closerange(0, 64)\n    time.sleep(30)", "call_exit", None),
}


@pytest.mark.parametrize("name", list(OWN))
def test_what_a_worker_does_to_itself_is_its_own(executor, name):
    source, message, said = OWN[name]
    started = time.monotonic()
    with worker_of(executor, source) as worker, pytest.raises(CallFailed) as caught:
        worker.call("f")
    assert caught.value.outcome is Outcome.CRASHED
    assert message is None or caught.value.message == message
    assert said is None or caught.value.params["signal"] == said
    assert time.monotonic() - started < 5


def test_its_cpu_limit_is_its_own_also_where_it_hides_from_the_deadline():
    limits = Limits(load_seconds=0.2, submission_seconds=0.1, call_seconds=5)  # one second of CPU in all
    with Executor(limits) as executor, worker_of(executor, "def f():\n    while True: pass") as worker:
        with pytest.raises(CallFailed) as caught:
            worker.call("f")
        assert (caught.value.outcome, caught.value.message) == (Outcome.CRASHED, "call_killed")


def test_a_file_is_told_apart_in_the_same_way(executor):
    with worker_of(executor, "import ctypes\nctypes.string_at(0)\ndef f(): return 1") as worker:
        assert [problem.kind for problem in worker.problems] == ["load_signal"]
        assert worker.call("f").value == 1
    pids = []
    fork = executor._forked

    def forked():
        worker = fork()
        pids.append(worker.pid)
        later(0.15, os.kill, worker.pid, signal.SIGKILL)
        return worker

    executor._forked = forked
    try:
        with pytest.raises(Disturbed):
            worker_of(executor, "while True: pass")
    finally:
        del executor._forked
    assert len(pids) == 1


def test_a_fork_server_that_is_killed_takes_its_workers_along_and_costs_nothing():
    with Executor(Limits()) as executor:
        with worker_of(executor, BUSY) as worker:
            later(0.1, os.kill, executor._process.pid, signal.SIGKILL)
            with pytest.raises(Disturbed) as caught:
                worker.call("f")
            assert "fork server" in str(caught.value)
        with worker_of(executor, BUSY) as worker:
            assert worker.call("f").value == 1


def test_a_stopped_worker_is_told_from_a_slow_one(executor):
    with worker_of(executor, BUSY) as worker:
        os.kill(worker.pid, signal.SIGSTOP)
        started = time.monotonic()
        with pytest.raises(Disturbed) as caught:
            worker.call("f")
        assert "stopped" in str(caught.value)
        assert 2.5 < time.monotonic() - started < 8
    with worker_of(executor, "def f():\n    while True: pass") as worker, pytest.raises(CallFailed) as slow:
        worker.call("f")
    assert slow.value.message == "call_timeout"


def test_a_worker_that_was_stopped_for_a_while_loses_none_of_its_time(executor):
    """0.3 s of its 0.4 s of CPU, and 1.5 s in which it was stopped: far beyond twice its time by the wall."""
    with worker_of(executor, BUSY) as worker:
        timers = [later(0.1, os.kill, worker.pid, signal.SIGSTOP), later(1.6, os.kill, worker.pid, signal.SIGCONT)]
        assert worker.call("f").value == 1
        assert worker.waited < 0.5
        assert worker.connection.still > 1
        for timer in timers:
            timer.join()


def test_time_in_which_the_grader_itself_was_stopped_is_nobodys():
    """Both are stopped, as a frozen container stops them, and the grader looks first when both go on."""
    code = f"""
import os, signal, sys
from grader.core.model import Cell, Limits
from grader.execution.executor import Executor
with Executor(Limits(call_seconds=0.5)) as executor, executor.worker([Cell({BUSY!r}, "attention.py")]) as worker:
    print(worker.pid, flush=True)
    print(worker.call("f").value, flush=True)
"""
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    try:
        pids = [int(process.stdout.readline()), process.pid]
        time.sleep(0.1)
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        time.sleep(2)
        for pid in reversed(pids):
            os.kill(pid, signal.SIGCONT)
        assert process.stdout.readline() == "1\n"
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


@contextlib.contextmanager
def memory_group(mib):
    """A control group of version 1 with that much memory; skips where none can be made."""
    own = [line.strip().split(":") for line in Path("/proc/self/cgroup").read_text().splitlines()]
    path = next((path for _, names, path in own if "memory" in names.split(",")), None)
    group = Path(f"/sys/fs/cgroup/memory{path}/grader-test-{os.getpid()}")
    try:
        group.mkdir()
        (group / "memory.limit_in_bytes").write_text(str(mib << 20))
    except OSError:
        pytest.skip("no control group can be made here")
    yield group
    for _ in range(100):
        with contextlib.suppress(OSError):
            group.rmdir()
            return
        time.sleep(0.05)


def test_a_real_out_of_memory_kill_is_from_outside():
    source = "import numpy as np\n\ndef f():\n    return float(np.ones((100 << 20) // 8).sum())"
    with memory_group(40) as group, Executor(Limits()) as executor, worker_of(executor, source) as worker:
        (group / "cgroup.procs").write_text(str(worker.pid))
        with pytest.raises(Disturbed) as caught:
            worker.call("f")
        assert "SIGKILL" in str(caught.value)


def test_no_process_to_be_had_is_the_machines_fault(executor):
    """No descriptor is left for the pipes of another worker."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    executor.start()
    resource.setrlimit(resource.RLIMIT_NOFILE, (len(os.listdir("/proc/self/fd")), hard))
    try:
        with pytest.raises(MachineError) as caught:
            worker_of(executor, BUSY)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert isinstance(caught.value, Disturbed)
