"""Grader processes side by side: every submission gets a result, whoever dies."""

import contextlib
import dataclasses
import json
import os
import random
import signal
import threading
import time

import pytest
from cohorts import LOOP, children, earned, expected, of, wait_for

from grader import submissions
from grader.batch import grader_process
from grader.batch.cohort import grade_cohort
from grader.batch.pool import grade_in_pool
from grader.core.cores import jobs_for, usable
from grader.core.errors import IsolationError, MachineError
from grader.course import loading
from grader.submissions.cache_key import GradingTask, terms_of

KILL = "os.kill(os.getpid(), signal.SIGKILL)"


def pooled(root, place, jobs=2, started=lambda pid: None, elastic=False, **changes):
    """The reports of a cohort that was graded by `jobs` processes, by submission, in the order they came."""
    assignment = loading.load(root, "tiny")
    terms = dataclasses.replace(terms_of(root, assignment, seed=1), **changes)
    reports = {}

    def deliver(graded):
        assert graded.submission.id not in reports
        reports[graded.submission.id] = graded.report

    def engine(tasks, done):
        grade_in_pool(assignment, terms, tasks, done, jobs=jobs, started=started, elastic=elastic)

    grade_cohort(terms, submissions.find([place], assignment), engine, deliver)
    return reports


def end(pid):
    """Kill a process, if it is still there."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def test_many_processes_say_what_one_says_and_in_the_same_order(small, cohort, grader):
    root, place = small(), cohort(9, s004=LOOP)
    alone, pair = (grader("grade", place, "--course", root, "--json", "--jobs", jobs, "--quiet") for jobs in ("1", "2"))
    assert (pair.returncode, pair.stderr) == (0, "")
    assert list(of(pair)) == list(expected(9))
    assert earned(pair) == earned(alone) == expected(9, s004=6)
    for name, report in of(pair).items():
        assert report["steps"] == of(alone)[name]["steps"]


def test_a_grader_that_is_killed_is_replaced_and_its_submission_tried_again(small, cohort):
    root, place = small(fault="time.sleep(0.2)"), cohort(20)
    pids = []

    def started(pid):
        pids.append(pid)
        if len(pids) <= 2:
            threading.Timer(1.2, end, (pid,)).start()

    reports = pooled(root, place, started=started)
    assert {name: report.code.earned for name, report in reports.items()} == expected(20)
    assert not any(report.broken for report in reports.values())
    assert len(pids) >= 3


def test_a_grader_that_is_stopped_is_replaced_and_its_submission_graded(small, cohort, monkeypatch):
    monkeypatch.setattr(grader_process, "_STILL", 0.5)
    root, place = small(fault="time.sleep(0.1)"), cohort(8)
    pids = []

    def started(pid):
        pids.append(pid)
        if len(pids) == 1:
            threading.Timer(0.3, os.kill, (pid, signal.SIGSTOP)).start()  # it has its first one in hand by then

    began = time.monotonic()
    reports = pooled(root, place, started=started)
    assert {name: report.code.earned for name, report in reports.items()} == expected(8)
    assert not any(report.broken for report in reports.values())
    assert time.monotonic() - began < 60, "it was waited for as one that is only slow"


def test_a_submission_that_ends_two_graders_is_broken_and_loses_nothing(small, cohort, grader, tmp_path):
    """A hole in our own checks, here a check that kills its grader when it sees this answer."""
    root = small(fault=f"if answer.shape == (1,): {KILL}")
    place = cohort(9, s004="import numpy as np\ndef centre(X):\n    return np.zeros(1)\ndef spread(X):\n    return X\n")
    done = grader("grade", place, "--course", root, "--json", "-o", tmp_path / "out")
    assert done.returncode == 3
    assert "1 with internal errors (points held): s004" in done.stderr
    report = of(done).pop("s004")
    assert report["score"] == {"earned": 0, "possible": 10, "held": 10}
    assert {step["outcome"] for step in report["steps"]} == {"broken"}
    assert "its grader was ended by SIGKILL" in report["steps"][0]["checks"][0]["message"]
    assert {k: v for k, v in earned(done).items() if k != "s004"} == {
        k: v for k, v in expected(9).items() if k != "s004"
    }
    assert (tmp_path / "out" / "s004.html").is_file()


def test_a_grader_that_died_once_by_chance_costs_nothing(small, cohort, tmp_path):
    flag = tmp_path / "died"
    root = small(fault=f"flag = Path({str(flag)!r})\n    if not flag.exists():\n        flag.touch()\n        {KILL}")
    reports = pooled(root, cohort(4))
    assert flag.exists()
    assert {name: report.code.earned for name, report in reports.items()} == expected(4)


def test_a_grader_that_died_while_it_was_idle_costs_no_try(small, cohort):
    root, place = small(), cohort(8)
    assignment = loading.load(root, "tiny")
    agreed, pids, delivered = terms_of(root, assignment, seed=1), [], []

    def tasks():
        for index, submission in enumerate(submissions.find([place], assignment)):
            if index in (4, 6):  # both have nothing in hand, once what they had is done
                time.sleep(0.8)
                for pid in pids:
                    end(pid)
            yield GradingTask.of(index, submission)

    def deliver(task, text):
        delivered.append((task.submission.id, json.loads(text)["score"]["earned"]))

    grade_in_pool(assignment, agreed, tasks(), deliver, jobs=2, started=pids.append)
    assert sorted(delivered) == sorted(expected(8).items())
    assert len(pids) >= 4


def test_a_learners_process_that_is_killed_costs_nobody_else_anything(small, cohort):
    root, place = small(fault="time.sleep(0.02)"), cohort(20)
    graders, ended, over = [], [], threading.Event()

    def kill():
        """Every worker that shows: the grandchildren of a grader, under its fork server."""
        while not over.wait(0.1):
            workers = [worker for pid in graders for server in children(pid) for worker in children(server)]
            if workers and len(ended) < 4:
                ended.append(random.choice(workers))
                end(ended[-1])

    thread = threading.Thread(target=kill)
    thread.start()
    try:
        reports = pooled(root, place, started=graders.append)
    finally:
        over.set()
        thread.join()
    assert sorted(reports) == list(expected(20))
    assert len(graders) == 2
    assert ended
    assert sum(report.code.earned == expected(20)[name] for name, report in reports.items()) >= 16


def test_graders_that_cannot_start_end_the_run_in_one_sentence(small, cohort, grader):
    root = small()
    (root / "solutions" / "tiny" / "hidden" / "conftest.py").write_text("import os\nos._exit(7)\n")
    done = grader("grade", cohort(9), "--course", root)
    assert (done.returncode, done.stdout) == (3, "")
    assert "grader processes die as soon as they start (its grader ended (exit code 7))" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_suite_that_changes_meanwhile_is_not_graded_with(small, cohort):
    with pytest.raises(MachineError, match="the suite changed while it was being graded with; run again"):
        pooled(small(), cohort(2), suite="0" * 16)


def test_a_machine_that_cannot_hold_learners_is_the_same_sentence_as_alone(small, cohort):
    with pytest.raises(IsolationError, match="isolation 'confined' cannot be had on this machine"):
        pooled(small(), cohort(3), way="spawn")


def test_an_error_of_the_course_is_the_same_sentence_as_alone(small, cohort, grader):
    root, place = small(), cohort(9)
    done = grader("grade", place, "--course", root, "--only", "centr")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "Error: no step or check 'centr' in tiny; did you mean 'centre'?\n"


def test_an_interrupt_ends_every_process(small, cohort, started, gone):
    root = small(fault="time.sleep(0.5)")
    run = started("grade", cohort(30), "--course", root, "--jobs", "2", start_new_session=True)
    graders = wait_for(lambda: len(children(run.pid)) == 2 and children(run.pid))
    time.sleep(1)
    os.kill(run.pid, signal.SIGINT)
    out, err = run.communicate(timeout=20)
    assert (run.returncode, out) == (130, "")
    assert err.splitlines()[-1] == "Interrupted."
    assert gone(lambda pid, group: group in (run.pid, *graders))


def test_processes_for_a_cohort_and_none_for_a_handful():
    assert [jobs_for(count, None, 64) for count in (0, 1, 7)] == [0, 0, 0]
    assert jobs_for(300, None, 64) == usable() >= 1
    assert jobs_for(300, None, 1 << 30) == 1  # nobody has as much memory as two of those would need
    assert [jobs_for(1, 8, 64), jobs_for(3, 8, 64), jobs_for(300, 8, 1 << 30)] == [0, 3, 8]
