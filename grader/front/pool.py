"""Grading folders of notebooks in several processes, in the order in which they were given."""

from __future__ import annotations

import concurrent.futures
import contextlib
import dataclasses
import math
import multiprocessing
from collections.abc import Iterator, Mapping
from pathlib import Path

from grader import course
from grader.errors import UsageError
from grader.front.submitted import Handed, hand_in
from grader.intake import find
from grader.model import Assignment, Report, Submission

__all__ = ["Sitting", "grading"]

_CHUNK = 100  # submissions of one session: its start costs a fraction of a second

Sitting = tuple[str, Handed, Report]
"""A student, what was handed in, and the report."""


@contextlib.contextmanager
def grading(
    root: Path,
    assignment: Assignment,
    folders: Mapping[str, Path],
    *,
    jobs: int,
    language: str,
    isolation: str | None = None,
) -> Iterator[Iterator[Sitting]]:
    """Grade each student's folder. The work begins at once, in `jobs` processes, before the first is asked for.

    Asking raises what `grader.run.grade` raises.
    """
    given = list(folders.items())
    size = min(_CHUNK, max(1, math.ceil(len(given) / jobs)))
    chunks = [given[i : i + size] for i in range(0, len(given), size)]
    context = multiprocessing.get_context("spawn")  # a fork would carry threads and open pipes along
    pool = concurrent.futures.ProcessPoolExecutor(min(jobs, len(chunks)), mp_context=context)
    try:
        futures = [pool.submit(_session, root, assignment.id, chunk, language, isolation) for chunk in chunks]
        yield (sitting for future in futures for sitting in future.result())
    finally:
        pool.shutdown(cancel_futures=True)


def _session(
    root: Path, assignment_id: str, chunk: list[tuple[str, Path]], language: str, isolation: str | None
) -> list[Sitting]:
    """One session over some folders; runs in a process of its own."""
    from grader import run

    assignment = course.load(root, assignment_id)
    handed: dict[str, Handed] = {}
    out: list[Sitting] = []

    def submissions() -> Iterator[Submission]:
        for student, folder in chunk:
            handed[student], submission = _hand_in(student, folder, assignment)
            yield submission

    def deliver(report: Report) -> None:
        out.append((report.submission_id, handed.pop(report.submission_id), report))

    run.grade(assignment, submissions(), deliver, isolation=isolation, language=language)
    return out


def _hand_in(student: str, folder: Path, assignment: Assignment) -> tuple[Handed, Submission]:
    """A student's notebook, or the Python file where there is no notebook."""
    handed, submission = hand_in(folder, student, assignment)
    if handed.problem is None or any(folder.glob("*.ipynb")):
        return handed, submission
    python = folder / assignment.file
    try:
        found = next(iter(find([python if python.is_file() else folder], assignment)))
    except UsageError:
        return handed, submission
    return handed, dataclasses.replace(found, id=student)
