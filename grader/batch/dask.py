"""Grading on a dask cluster (the extra `cluster`): the same grader processes, on other machines.

A task carries plain JSON: the terms (with the suite's hash) and the submission. Its result is the report's JSON. A dask
worker runs no learner code and no suite itself: it keeps one grader process per thread, whose fork server runs the
learner's code. Results are keyed by content, so a task that runs twice because its worker was lost changes nothing.

A grader process that stands still is given up by its worker, as in the pool, and a worker that stands still by the run:
its submissions go to the others, and nobody waits for it at the end.
"""

from __future__ import annotations

import collections
import contextlib
import itertools
import json
import queue
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from grader.batch.grader_process import DYING, Events, Failure, GraderProcess, next_answer, patience_of
from grader.batch.outputs import broken_report, write_reports
from grader.core.errors import GraderError, MachineError
from grader.core.extras import library
from grader.core.model import Assignment
from grader.reports.schema import read, report_json
from grader.submissions.cache_key import GradingTask, GradingTerms, submission_of

__all__ = ["end_graders", "grade_on_dask", "grade_one"]

_SILENT = 15.0  # seconds without a sign of life after which a worker's submissions go to the others
_LOOK = 2.0  # seconds between two looks at the workers
_FETCHING = 5.0  # seconds to fetch a report from the worker that made it
_GIVEN_UP = 3  # times that a submission is taken from a worker that stands still
_ENDING = 10.0  # seconds for the workers to end their graders when a run is over
_AHEAD = 3  # tasks in the cluster for each thread of it: enough to keep it busy, few enough to hold
_RETRIES = 2

_Kept = tuple[str, GraderProcess, Events]
_mine: dict[int, _Kept] = {}  # on a dask worker: thread -> its grader process, with the terms it was started under


def grade_one(terms_text: str, asked: str) -> str:
    """Grade one submission, on a worker. `asked` is JSON: id, path, content, digest, patience (seconds).

    -> a line as a grader process answers it: "R" and the report, or "E" and the error that ends the run. Raises
    RuntimeError where its grader died or stood still, so that dask tries it again.
    """
    data: dict[str, Any] = json.loads(asked)
    task = GradingTask(0, submission_of(data["id"], data["path"], data["content"]), data["content"], data["digest"])
    _, grader, events = _kept(terms_text)
    grader.give(task)
    heard = None
    while heard is None or heard[0] is not grader:  # not a late word of one that was given up before
        heard = next_answer(events, [grader], data["patience"])
    answer = heard[1]
    if answer.startswith(b"R"):
        return answer.decode()
    del _mine[threading.get_ident()]
    failure = Failure.of(answer)
    ended = grader.end(0.0 if failure else DYING)
    if failure is not None and (failure.fatal or failure.unheld):
        return answer.decode()
    raise RuntimeError(failure.message if failure else ended)


def _kept(terms_text: str) -> _Kept:
    """The grader process of this thread, under these terms; started where there is none."""
    me = threading.get_ident()
    kept = _mine.get(me)
    if kept is not None and kept[0] == terms_text:
        return kept
    if kept is not None:
        kept[1].end()
    events: Events = queue.SimpleQueue()
    _mine[me] = (terms_text, GraderProcess(GradingTerms.from_json(terms_text), None, events), events)
    return _mine[me]


def end_graders(terms_text: str) -> None:
    """End this worker's grader processes that were started under these terms: the run is over."""
    for thread, (terms, grader, _) in list(_mine.items()):
        if terms == terms_text:
            grader.end()
            _mine.pop(thread, None)


def _client(distributed: Any, scheduler: str) -> Any:
    """A client of the cluster. Raises MachineError where there is none."""
    try:
        return distributed.Client(scheduler, timeout="5s")
    except (OSError, ValueError, TypeError) as error:
        raise MachineError(f"{scheduler}: no dask scheduler answers there ({type(error).__name__})") from None


def grade_on_dask(
    assignment: Assignment,
    terms: GradingTerms,
    scheduler: str,
    output: Path | None,
    tasks: Iterable[GradingTask],
    deliver: Callable[[GradingTask, str], None],
) -> None:
    """Grade each task on the cluster at `scheduler` and call `deliver` with its report (JSON), as they come.

    A task whose workers are lost repeatedly ends with its points held. Raises MachineError where the cluster cannot be
    reached or loses all its workers, and the errors that a grader process reports.
    """
    distributed = library("distributed", "cluster", "dask")
    with _client(distributed, scheduler) as client:
        if not sum(client.nthreads().values()):
            raise MachineError(f"{scheduler}: a scheduler without workers; start some with `dask worker {scheduler}`")
        try:
            _ClusterRun(distributed, client, assignment, terms, output, deliver).all(iter(tasks))
        finally:
            _end(client, terms)


def _end(client: Any, terms: GradingTerms) -> None:
    """Let the workers end their graders, without waiting for one that stands still or a cluster that is going down."""

    def told() -> None:
        with contextlib.suppress(Exception):
            client.run(end_graders, terms.to_json(), on_error="ignore")

    thread = threading.Thread(target=told, daemon=True)
    thread.start()
    thread.join(_ENDING)


class _ClusterRun:
    """The tasks of one run that the cluster has in hand."""

    def __init__(
        self,
        distributed: Any,
        client: Any,
        assignment: Assignment,
        terms: GradingTerms,
        output: Path | None,
        deliver: Callable[[GradingTask, str], None],
    ) -> None:
        self._distributed, self._client = distributed, client
        self._assignment, self._terms, self._output, self._deliver = assignment, terms, output, deliver
        self._theirs: dict[Any, GradingTask] = {}  # future -> its task
        self._tries: collections.Counter[int] = collections.Counter()
        self._heard: dict[str, tuple[float, float]] = {}  # worker -> its last sign of life, and when it was new here
        self._living: list[str] = []  # the workers to prefer, where another one is silent
        self._looked = time.monotonic()

    def all(self, source: Iterator[GradingTask]) -> None:
        """Grade every task. Raises what ends the run."""
        threads = sum(self._client.nthreads().values())
        for task in itertools.islice(source, _AHEAD * threads):
            self._hand_out(task)
        while self._theirs:
            for future in self._done():
                task = self._theirs.pop(future)
                text = _answer(self._assignment, self._terms, task, future)
                if text is None:
                    self._again(task)
                    continue
                self._told(task, text)
                for one in itertools.islice(source, 1):
                    self._hand_out(one)
            if time.monotonic() - self._looked > _LOOK:
                self._looked = time.monotonic()
                self._give_up(self._silent())

    def _told(self, task: GradingTask, text: str) -> None:
        write_reports(read(text), self._output, self._terms)
        self._deliver(task, text)

    def _again(self, task: GradingTask) -> None:
        """Hand a task out once more; one that stood still with several workers has its points held."""
        self._tries[task.index] += 1
        if self._tries[task.index] <= _GIVEN_UP:
            self._hand_out(task)
        else:
            reason = "its workers stood still"
            self._told(task, report_json(broken_report(self._assignment, self._terms, task.submission, reason)))

    def _done(self) -> list[Any]:
        """The futures that have ended, after a second at most."""
        try:
            done, _ = self._distributed.wait(list(self._theirs), timeout=1, return_when="FIRST_COMPLETED")
        except TimeoutError:
            return []
        return list(done)

    def _hand_out(self, task: GradingTask) -> None:
        submission = task.submission
        asked: dict[str, Any] = {"id": submission.id, "path": submission.path, "content": task.content}
        asked |= {"digest": task.digest, "patience": patience_of(self._assignment)}
        tried = self._tries[task.index]
        key = f"grade-{task.index}-{tried}-{self._terms.key(task.digest)}"
        only = {"workers": self._living, "allow_other_workers": True} if self._living else {}
        terms = self._terms.to_json()
        future = self._client.submit(grade_one, terms, json.dumps(asked), key=key, pure=False, retries=_RETRIES, **only)
        self._theirs[future] = task

    def _silent(self) -> set[str]:
        """The workers that have given no sign of life for a while: stopped, or cut off. Those that died are dask's."""
        now = time.monotonic()
        workers = self._client.scheduler_info(n_workers=-1)["workers"]
        for name, told in workers.items():
            if self._heard.get(name, (None,))[0] != told["last_seen"]:
                self._heard[name] = (told["last_seen"], now)
        return {name for name in workers if now - self._heard[name][1] > _SILENT}

    def _give_up(self, silent: set[str]) -> None:
        """Let others take what silent workers have in hand. Raises MachineError where all have long been silent."""
        self._living = []
        if not silent:
            return
        others = [name for name in self._client.nthreads() if name not in silent]
        if not others:
            longest = min(time.monotonic() - self._heard[name][1] for name in silent)
            if longest > patience_of(self._assignment):
                raise MachineError(f"no worker of the cluster has answered for {longest:.0f} s; run again")
            return
        self._living = others
        stuck = {key for name in silent for key in self._client.processing().get(name, ())}
        for future, task in list(self._theirs.items()):
            if future.key in stuck:
                del self._theirs[future]
                future.cancel(force=True)
                self._again(task)


def _answer(assignment: Assignment, terms: GradingTerms, task: GradingTask, future: Any) -> str | None:
    """The report of a task that has ended, however it ended. Raises what ends the run.

    None where the worker that holds it does not hand it over: it stands still.
    """
    try:
        answer = str(future.result(timeout=_FETCHING))
    except GraderError:
        raise
    except TimeoutError:
        return None
    except Exception as error:  # KilledWorker, or what grade_one raised at its last try
        with contextlib.suppress(Exception):
            future.release()
        reason = f"its workers were lost ({type(error).__name__}: {error})"
        return write_reports(broken_report(assignment, terms, task.submission, reason), None, terms)
    failure = Failure.of(answer.encode())
    if failure is not None:
        raise failure.error()
    return answer[1:].rstrip("\n")
