"""Learners' processes that are ended by others: no learner loses a point, and nothing is decided by a bad moment."""

import contextlib
import dataclasses
import os
import signal
import sys
import threading
from pathlib import Path

import pytest
from trouble import workers

from grader import submissions
from grader.execution.executor import Executor, can_fork
from grader.grading import run
from grader.integrations.classroom50.visible_suite import visible_report

pytestmark = pytest.mark.skipif(sys.platform != "linux" or not can_fork(), reason="signals and /proc as on Linux")

BUSY = """
_embed = embed


def embed(token_ids, E):
    import time

    start = time.process_time()
    while time.process_time() - start < 0.3:
        pass
    return _embed(token_ids, E)
"""
SLIP = "def scale_scores(S, d_k):\n    return S / d_k\n"  # so that the soundness of a check is asked for, too


@pytest.fixture
def killer(monkeypatch):
    """`killer(wanted)`: each worker for whose number, counted from 1, `wanted` says so is killed a little later."""
    timers, count = [], [0]
    fork = Executor._forked

    def install(wanted, number=signal.SIGKILL, after=0.15):
        def forked(executor):
            worker = fork(executor)
            count[0] += 1
            if wanted(count[0]):
                timers.append(threading.Timer(after, kill, (worker.pid, number)))
                timers[-1].start()
            return worker

        monkeypatch.setattr(Executor, "_forked", forked)

    def kill(pid, number):
        with contextlib.suppress(OSError):
            os.kill(pid, number)

    yield install
    for timer in timers:
        timer.cancel()
        timer.join()


def checks(report):
    return [check for step in report.steps for check in step.checks]


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_killed_once_below_every_limit_is_asked_again(submit, grade_all, killer, number):
    place = submit("ada", extra=BUSY)
    killer(lambda count: count == 2, number)  # the first one is the probe's
    report = grade_all([place], only=("embedding", "softmax"))["ada"]
    assert report.code.earned == sum(step.score.possible for step in report.steps) > 0
    assert {check.outcome for check in checks(report)} == {"passed"}


def test_killed_every_time_is_held_with_the_reason(submit, grade_all, killer):
    place = submit("ada", extra=BUSY)
    killer(lambda count: count > 1)
    report = grade_all([place], only=("embedding", "softmax"))["ada"]
    assert report.code.earned + report.code.held == sum(step.score.possible for step in report.steps)
    assert report.broken
    held = [check for check in checks(report) if check.outcome != "passed"]
    assert {check.outcome for check in held} == {"broken"}
    assert all("killed from outside (SIGKILL)" in check.message for check in held)
    assert "It was tried 3 times" in held[0].message


def test_a_bad_second_decides_nothing_for_those_that_come_later(submit, grade_all, assignment, killer):
    """Growth and the soundness of checks are asked for the first time while every worker dies at once.

    All of the first submission's do but its first one, until its report is there: a clock would let it through now
    and then.
    """
    places = [submit(f"s{i}", extra=SLIP) for i in range(3)]
    calm = grade_all([places[0]])["s0"]
    reports = {}

    def deliver(report):
        reports[report.submission.id] = report

    killer(lambda count: count > 2 and not reports, after=0.0)  # the first one is the probe's
    run.grade(assignment, submissions.find(places, assignment), deliver, seed=1)
    first = reports["s0"]
    assert [check for check in checks(first) if "reference is broken here" in check.message]
    assert [check for check in checks(first) if "growth" in check.id and check.outcome == "broken"]
    assert first.broken
    assert first.code.earned + first.code.held >= calm.code.earned + calm.code.held
    for name in ("s1", "s2"):
        assert (reports[name].code.earned, reports[name].code.held) == (calm.code.earned, calm.code.held)


HOARD = """
import numpy as _np

_held = []
try:
    while True:
        _held.append(_np.ones(2_000_000))
except MemoryError:
    _held.pop()
"""


def test_a_submission_has_its_memory_once(submit, grade_all, assignment):
    """It fills each process that it gets. What all of them hold at once is what the assignment allows, and 15 %."""
    place, limit = submit("ada", extra=HOARD), 512
    small = dataclasses.replace(assignment, limits=dataclasses.replace(assignment.limits, memory_mib=limit))
    peak, over = [0], threading.Event()

    def look():
        page = os.sysconf("SC_PAGE_SIZE")
        while not over.wait(0.01):
            total = 0
            for pid in workers(os.getpid()):
                with contextlib.suppress(OSError):
                    total += int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * page
            peak[0] = max(peak[0], total)

    thread = threading.Thread(target=look)
    thread.start()
    try:
        grade_all([place], of=small, only=("softmax", "complexity"))
    finally:
        over.set()
        thread.join()
    assert 0.5 * limit < peak[0] >> 20 <= 1.15 * limit


def test_visible_checks_in_a_sandbox_are_asked_again_too(root, submit, assignment, killer):
    (handed_in,) = submissions.find([submit("ada", extra=BUSY)], assignment)
    killer(lambda count: count == 2)  # the first one is the probe's
    report = visible_report(root, assignment.id, handed_in)
    assert report.code.earned == report.code.possible > 0
    assert not report.broken
