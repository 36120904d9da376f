"""Time that a submission sleeps is its own: it is counted, and it ends."""

import dataclasses
import sys

import pytest

from grader.core.model import Cell, Limits, Outcome
from grader.execution.client import CallFailed
from grader.execution.executor import Executor, can_fork

pytestmark = pytest.mark.skipif(sys.platform != "linux" or not can_fork(), reason="read from /proc")

SLOW = """
import time

def softmax(S):
    time.sleep(0.45)
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True)
"""


def worker_of(executor, source):
    return executor.worker([Cell(source, "attention.py")])


BOTH = """
import time

def sleeps(s):
    time.sleep(s)
    return 1

def computes(s):
    end = time.process_time() + s
    while time.process_time() < end:
        pass
    return 1
"""


def test_sleeping_is_told_from_computing():
    with Executor(Limits()) as executor, worker_of(executor, BOTH) as worker:
        worker.call("computes", 0.5)
        assert worker.waited < 0.3
        before, queued = worker.waited, worker.connection.queued_seconds()
        worker.call("sleeps", 0.8)
        assert worker.waited - before > 0.8 - (worker.connection.queued_seconds() - queued) - 0.1
        after = worker.waited
        worker.call("sleeps", 0.001)  # too short to be noticed
        assert worker.waited - after < 0.3


def test_a_call_that_sleeps_is_stopped_and_counted():
    with (
        Executor(Limits(call_seconds=0.5)) as executor,
        worker_of(executor, "import time\n\ndef f():\n    time.sleep(60)") as worker,
    ):
        with pytest.raises(CallFailed) as caught:
            worker.call("f")
        assert (caught.value.outcome, caught.value.message) == (Outcome.TIMEOUT, "call_timeout")
        assert worker.waited > 0.3


def test_who_sleeps_in_every_call_is_not_waited_for_without_end(submit, grade_all, assignment):
    impatient = dataclasses.replace(assignment, limits=dataclasses.replace(assignment.limits, waiting_seconds=1.0))
    path = submit("ada", softmax=SLOW)
    report = grade_all([path], of=impatient)["ada"]
    (step,) = [step for step in report.steps if step.id == "softmax"]
    ended = [check for check in step.checks if "slept for 1 s" in check.message]
    assert ended and {check.outcome for check in ended} == {Outcome.TIMEOUT}
    assert "time.sleep" in ended[0].message


NAPS = """
import time

_end = time.monotonic() + {seconds}
while time.monotonic() < _end:
    try:
        time.sleep(_end - time.monotonic())
    except BaseException:
        pass
"""


def test_a_file_that_sleeps_while_it_is_run_is_run_once_and_keeps_its_points(submit, grade_all, assignment):
    """Running it anew for each step would take the submission's time, and the grader's."""
    short = dataclasses.replace(
        assignment, limits=dataclasses.replace(assignment.limits, load_seconds=2, submission_seconds=8)
    )
    place = submit("ada", extra=NAPS.format(seconds=0.9))
    report = grade_all([place], of=short, only=("embedding", "projection", "softmax"))["ada"]
    assert report.code.earned == sum(step.score.possible for step in report.steps)
    assert report.seconds < 8


def test_what_sleeps_again_and_again_while_it_is_run_is_not_waited_for_without_end(submit, grade_all, assignment):
    short = dataclasses.replace(assignment, limits=dataclasses.replace(assignment.limits, load_seconds=1))
    ends = "def embed(token_ids, E):\n    import os\n    os._exit(1)\n"
    place = submit("ada", extra=NAPS.format(seconds=0.9) + ends + ends.replace("embed(token_ids, E)", "softmax(S)"))
    report = grade_all([place], of=short, only=("embedding", "softmax", "combine", "scaling"))["ada"]
    said = [check.message for step in report.steps for check in step.checks]
    assert any("slept for 1.5 s" in message for message in said), said
