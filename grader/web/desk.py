"""The gradebook as the pages use it: one thread holds it open, and every page and action asks that thread."""

from __future__ import annotations

import asyncio
import concurrent.futures
import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from grader.core.model import Assignment
from grader.gradebook import Gradebook
from grader.web.class_rows import ClassRows
from grader.web.run_page import GradingRun

__all__ = ["Desk", "DeskOptions"]

T = TypeVar("T")


@dataclasses.dataclass(frozen=True)
class DeskOptions:
    """How the pages were started. `course` is the folder with `solutions/`, None where only the gradebook is there."""

    gradebook: Path
    author: str
    language: str = "en"
    read_only: bool = False
    attempts: str = "last"
    course: Path | None = None


class Desk:
    """An open gradebook for many requests. SQLite's connection belongs to one thread, so all work is done there."""

    def __init__(self, options: DeskOptions) -> None:
        self.options = options
        self._thread = concurrent.futures.ThreadPoolExecutor(1, "gradebook")
        self._book: Gradebook | None = None
        self._rows: dict[str, ClassRows] = {}
        self.run = GradingRun()

    async def ask(self, work: Callable[[Gradebook], T]) -> T:
        """What `work` makes of the gradebook. Raises what it raises: UsageError, MachineError."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, lambda: work(self._opened()))

    def open(self) -> None:
        """Open the file now, so that what is wrong with it is said at the start. Raises UsageError, MachineError."""
        self._thread.submit(self._opened).result()

    def close(self) -> None:
        """Close the file; what is being done is finished first."""
        self.run.stop()
        if self._book is not None:
            self._thread.submit(self._book.close).result()
        self._thread.shutdown()

    def rows(self, assignment: str) -> ClassRows:
        """The table of a class, kept between requests. Only in the thread of `ask`."""
        if assignment not in self._rows:
            self._rows[assignment] = ClassRows(assignment, self.options.attempts)
        return self._rows[assignment]

    def assignment(self, name: str) -> Assignment | None:
        """The assignment as the course describes it; None where no course is there or it does not have it."""
        if self.options.course is None:
            return None
        from grader.core.errors import GraderError
        from grader.course import loading

        try:
            return loading.load(self.options.course, name)
        except GraderError:
            return None

    def _opened(self) -> Gradebook:
        if self._book is None:
            self._book = Gradebook.open(self.options.gradebook, reading=self.options.read_only)
        return self._book
