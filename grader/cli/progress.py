"""How far a run over many submissions has come, on standard error: a live bar, or a line every 10 %."""

from __future__ import annotations

import contextlib
import sys
import time
from typing import Any

from grader.cli.spoken import to_stderr
from grader.core.safe_text import cut, encodable, pad, visible

__all__ = ["ProgressBar"]

_COHORT = 20  # below this a line every 10 % says nothing that the table does not


class ProgressBar:
    """Count, rate, time left, and a line for each submission that needs a look."""

    def __init__(self, total: int, *, quiet: bool = False, doing: str = "grading") -> None:
        """`total` submissions. Silent where `quiet`, or where there are few and no terminal."""
        self._total, self._doing = total, doing
        self._done = self._looks = self._unchanged = 0
        self._graded, self._first = 0, 0.0  # how many were graded, and when the first of them was
        self._tenth = 0
        self._bar: Any = None
        self._task: Any = None
        self._silent = quiet or total < _COHORT
        if not self._silent and sys.stderr.isatty():
            self._bar, self._task = _bar(total, doing)

    def __enter__(self) -> ProgressBar:
        if self._bar is not None:
            self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def one(self, name: str, look: tuple[str, str] | None, *, unchanged: bool = False) -> None:
        """One more is done; `look` says why a person should look at it."""
        self._done += 1
        self._unchanged += unchanged
        self._graded += not unchanged
        if self._graded == 1 and not unchanged:
            self._first = time.monotonic()
        self._looks += look is not None
        if self._silent:
            return
        if look is not None and not unchanged:
            self._say(f"! {pad(name, 12)}  {pad(look[0], 10)}  {cut(look[1], 100)}")
        if self._bar is not None:
            self._bar.update(self._task, completed=self._done, looks=self._looks, rate=f"{self._rate():.1f}/s")
        elif self._done * 10 // self._total > self._tenth or self._done == self._total:
            self._tenth = self._done * 10 // self._total
            looks = f", {self._looks} need a look" if self._looks else ""
            known = f", {self._unchanged} unchanged" if self._unchanged else ""
            share = f"{self._done}/{self._total} ({self._done * 100 // self._total} %)"
            rate = f", {self._rate():.1f}/s, {_clock(self._left())} left" if self._graded > 1 else ""
            self._say(f"{self._doing} {share}{rate}{known}{looks}")

    def _rate(self) -> float:
        """Submissions graded a second since the first; what was known already does not count."""
        return (self._graded - 1) / max(0.001, time.monotonic() - self._first) if self._graded > 1 else 0.0

    def _left(self) -> float:
        return (self._total - self._done) / self._rate() if self._rate() else 0.0

    def _say(self, line: str) -> None:
        line = encodable(line, sys.stderr.encoding)
        if self._bar is None:
            to_stderr(line)
        else:
            self._bar.console.print(visible(line), markup=False, highlight=False, soft_wrap=True)


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"


def _bar(total: int, doing: str) -> tuple[Any, Any]:
    from rich import progress
    from rich.console import Console

    bar = progress.Progress(
        progress.TextColumn(doing),
        progress.BarColumn(),
        progress.MofNCompleteColumn(),
        progress.TextColumn("{task.fields[rate]}"),
        progress.TimeElapsedColumn(),
        progress.TextColumn("eta"),
        progress.TimeRemainingColumn(),
        progress.TextColumn("{task.fields[looks]} need a look"),
        console=Console(stderr=True),
        transient=False,
    )
    with contextlib.suppress(ValueError):
        sys.stderr.flush()
    return bar, bar.add_task(doing, total=total, rate="", looks=0)
