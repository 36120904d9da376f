"""Grading on a dask cluster (the extra `cluster`): the same grader processes, on other machines.

A task carries plain JSON: the terms (with the suite's hash) and the submission. Its result is the report's JSON. A dask
worker runs no learner code and no suite itself: it keeps one grader process per thread, whose fork server runs the
learner's code. Results are keyed by content, so a task that runs twice because its worker was lost changes nothing.
"""

from __future__ import annotations

import contextlib
import json
import queue
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from grader.batch.grader_process import DYING, Events, Failure, GraderProcess
from grader.batch.outputs import broken_report, write_reports
from grader.core.errors import GraderError, MachineError
from grader.core.extras import library
from grader.core.model import Assignment
from grader.reports.schema import read
from grader.submissions.cache_key import GradingTask, GradingTerms, submission_of

__all__ = ["end_graders", "grade_on_dask", "grade_one"]

_AHEAD = 3  # tasks in the cluster for each thread of it: enough to keep it busy, few enough to hold
_RETRIES = 2

_Kept = tuple[str, GraderProcess, Events]
_mine: dict[int, _Kept] = {}  # on a dask worker: thread -> its grader process, with the terms it was started under


def grade_one(terms_text: str, asked: str) -> str:
    """Grade one submission, on a worker. `asked` is JSON: id, path, content, digest.

    -> a line as a grader process answers it: "R" and the report, or "E" and the error that ends the run. Raises
    RuntimeError where its grader died, so that dask tries it again.
    """
    data: dict[str, Any] = json.loads(asked)
    task = GradingTask(0, submission_of(data["id"], data["path"], data["content"]), data["content"], data["digest"])
    _, grader, events = _kept(terms_text)
    grader.give(task)
    _, answer = events.get()
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
    source = iter(tasks)
    distributed = library("distributed", "cluster", "dask")
    with _client(distributed, scheduler) as client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise MachineError(f"{scheduler}: a scheduler without workers; start some with `dask worker {scheduler}`")
        running = distributed.as_completed()
        theirs: dict[str, GradingTask] = {}

        def hand_out() -> bool:
            task = next(source, None)
            if task is None:
                return False
            future = _submitted(client, terms, task)
            theirs[future.key] = task
            running.add(future)
            return True

        try:
            for _ in range(_AHEAD * threads):
                if not hand_out():
                    break
            for future in running:
                task = theirs.pop(future.key)
                text = _answer(assignment, terms, task, future)
                write_reports(read(text), output, terms)
                deliver(task, text)
                hand_out()
        finally:
            with contextlib.suppress(Exception):  # a cluster that is going down ends them by itself
                client.run(end_graders, terms.to_json())


def _submitted(client: Any, terms: GradingTerms, task: GradingTask) -> Any:
    """The future of a task that the cluster was given."""
    submission = task.submission
    asked = {"id": submission.id, "path": submission.path, "content": task.content, "digest": task.digest}
    key = f"grade-{task.index}-{terms.key(task.digest)}"
    return client.submit(grade_one, terms.to_json(), json.dumps(asked), key=key, pure=False, retries=_RETRIES)


def _answer(assignment: Assignment, terms: GradingTerms, task: GradingTask, future: Any) -> str:
    """The report of a task that has ended, however it ended. Raises what ends the run."""
    try:
        answer = str(future.result())
    except GraderError:
        raise
    except Exception as error:  # KilledWorker, or what grade_one raised at its last try
        with contextlib.suppress(Exception):
            future.release()
        reason = f"its workers were lost ({type(error).__name__}: {error})"
        return write_reports(broken_report(assignment, terms, task.submission, reason), None, terms)
    failure = Failure.of(answer.encode())
    if failure is not None:
        raise failure.error()
    return answer[1:].rstrip("\n")
