"""More graders while cores are idle, fewer when they are not."""

import os
import time
from functools import partial

import pytest
from cohorts import expected
from test_cohort_pool import pooled

from grader.batch import pool
from grader.batch import pool as spare
from grader.batch.pool import IdleCores


class Machine:
    """A clock and the idle time of a machine, moved by hand."""

    def __init__(self):
        self.now = self.idle = 100.0

    def pass_by(self, seconds, free):
        self.now += seconds
        self.idle += seconds * free

    def spare(self, most=2):
        return IdleCores(most, idle=lambda: self.idle, clock=lambda: self.now)


def test_one_more_a_second_while_a_core_is_idle_and_somebody_is_slow():
    machine = Machine()
    cores = machine.spare()
    seen = []
    for _ in range(4):
        machine.pass_by(1, free=0.9)
        seen.append(cores.graders(slow=True))
    assert seen == [1, 2, 2, 2]
    machine.pass_by(0.5, free=0)
    assert cores.graders(slow=True) == 2  # too early to look again


def test_idle_cores_alone_are_no_reason():
    machine = Machine()
    cores = machine.spare()
    machine.pass_by(1, free=2)
    assert cores.graders(slow=False) == 0


def test_fewer_once_the_machine_is_busy_and_as_many_in_between():
    machine = Machine()
    cores = machine.spare()
    for free, number in ((1, 1), (1, 2), (0.4, 2), (0.05, 1), (0.4, 1), (0, 0), (0, 0)):
        machine.pass_by(1, free)
        assert cores.graders(slow=True) == number


def test_none_where_idle_cores_cannot_be_seen():
    cores = IdleCores(2, idle=lambda: None, clock=iter(range(10)).__next__)
    assert [cores.graders(slow=True) for _ in range(3)] == [0, 0, 0]


@pytest.mark.skipif(not os.path.exists("/proc/stat"), reason="Linux only")
def test_idle_time_is_read_from_the_system(monkeypatch):
    monkeypatch.setattr(spare, "usable", lambda: os.cpu_count())
    before = spare.idle_seconds()
    time.sleep(0.3)
    after = spare.idle_seconds()
    assert before <= after <= before + 0.5 * os.cpu_count() + 1
    monkeypatch.setattr(spare, "usable", lambda: os.cpu_count() - 1)
    assert spare.idle_seconds() is None  # a quota: what is idle belongs to others


def test_the_others_are_graded_while_one_sleeps(small, cohort, monkeypatch, tmp_path):
    """The first one's check waits for the last one's: with one process alone it would wait in vain."""
    monkeypatch.setattr(pool, "IdleCores", partial(IdleCores, idle=lambda: 2 * time.monotonic()))
    flag = tmp_path / "the last one was here"
    returns = "import numpy as np\ndef centre(X):\n    return np.zeros({0})\ndef spread(X):\n    return X\n"
    fault = f"""
    if answer.shape == (2,):
        Path({str(flag)!r}).touch()
    for _ in range(600 if answer.shape == (1,) else 0):
        if Path({str(flag)!r}).exists():
            break
        time.sleep(0.1)
    else:
        assert answer.shape != (1,), "nobody else was graded"
"""
    root, place = small(fault=fault), cohort(6, s000=returns.format(1), s005=returns.format(2))
    pids = []
    reports = pooled(root, place, jobs=1, elastic=True, started=pids.append)
    assert len(pids) == 2
    assert set(reports) == set(expected(6))
    assert "nobody else" not in repr(reports["s000"])
