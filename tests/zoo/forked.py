"""A learner's own process for visible checks, forked instead of started: numpy is loaded once for a whole zoo."""

import contextlib
import json
import os
import sys

from grader.execution import check_runner, loading, visible_program, visible_start
from grader.execution.program import ProgramText
from grader.submissions.working_file import learner_file
from grader.suite.visible.hosts import job_of


class ForkedHost:
    """What `ProcessHost` does, over two pipes."""

    def __init__(self, job):
        ask, self._asks = os.pipe()
        self._answers, tell = os.pipe()
        self._pid = os.fork()
        if not self._pid:
            os.close(self._asks)
            os.close(self._answers)
            try:
                _serve(job, os.fdopen(ask), os.fdopen(tell, "w"))
            finally:
                os._exit(0)
        os.close(ask)
        os.close(tell)
        self._asks, self._answers = os.fdopen(self._asks, "w"), os.fdopen(self._answers)

    def _asked(self, **request):
        self._asks.write(json.dumps(request) + "\n")
        self._asks.flush()
        return json.loads(self._answers.readline())

    def open(self, seconds):
        return self._asked(do="open")

    def check(self, name, case, seconds):
        return self._asked(do="check", name=name, case=case)

    def explain(self, seconds):
        return []

    def close(self):
        self._asks.close()
        self._answers.close()
        os.waitpid(self._pid, 0)


def _serve(job, asks, answers):
    printed = check_runner.Capped()
    sys.stdout = sys.stderr = printed
    code = check_runner.LearnerCode(job["learner"])
    code.take_printed = printed.take
    sys.stdin = visible_start.io.StringIO()
    folder = os.path.dirname(job["learner"])
    sys.path[:0] = [folder]
    os.chdir(folder)
    learner = visible_program.AtHome(job, loading.Program(), code)
    learner.take_place()
    runner = check_runner.CheckRunner(job, learner)
    for line in asks:
        request = json.loads(line)
        told = runner.open() if request["do"] == "open" else runner.check(request["name"], request["case"])
        answers.write(json.dumps(told) + "\n")
        answers.flush()


@contextlib.contextmanager
def forked(assignment, suite, source):
    """Hosts for `run.check`."""
    job = job_of(assignment, suite, source, (learner_file(assignment).resolve(), suite.path.resolve()))
    job |= {"seconds": 0, "load_seconds": 0}
    job["program"] = ProgramText.of(source.submission).source(assignment.limits.load_seconds)
    yield lambda: ForkedHost(job)
