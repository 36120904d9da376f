"""Watching a file without help of the system: its time and size, looked at a few times a second.

Native change events are faster by a moment, but miss network disks and containers' shared folders; this sees every
kind of save, also one that writes to a temporary file and renames. Keys come from a terminal without waiting for Enter,
and as lines from anything else.
"""

from __future__ import annotations

import contextlib
import os
import queue
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

__all__ = ["Keys", "events", "mark"]

_EVERY = 0.1
_SETTLED = 0.05  # an editor that writes in two goes is given this long,
_PATIENCE = 100  # and so many times over, until a file that is being replaced is there again


def mark(path: Path) -> tuple[int, int, int]:
    """What changes when a file is saved; (0, 0, 0) while it is not there."""
    try:
        found = path.stat()
    except OSError:
        return (0, 0, 0)
    return found.st_mtime_ns, found.st_size, found.st_ino


class Keys:
    """What is typed, a character at a time; at the end of a pipe, nothing more."""

    def __enter__(self) -> Keys:
        self._typed: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._before: list[Any] | None = None
        self._terminal = sys.stdin is not None and sys.stdin.isatty()
        if self._terminal and os.name == "posix":
            import termios
            import tty

            with contextlib.suppress(termios.error):
                self._before = termios.tcgetattr(sys.stdin.fileno())
                tty.setcbreak(sys.stdin.fileno())
        elif not self._terminal and sys.stdin is not None:
            threading.Thread(target=self._lines, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._before is not None:
            import termios

            termios.tcsetattr(sys.stdin.fileno(), termios.TCSADRAIN, self._before)

    def _lines(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            for line in sys.stdin:
                self._typed.put(line.strip()[:1])

    def within(self, seconds: float) -> str:
        """A key, or "" when none came in that time."""
        if self._terminal and os.name == "posix":
            import select

            if select.select([sys.stdin], [], [], seconds)[0]:
                return os.read(sys.stdin.fileno(), 64).decode(errors="replace")[:1]
            return ""
        if self._terminal:
            return _windows_key(seconds)
        try:
            return self._typed.get(timeout=seconds)
        except queue.Empty:
            return ""


def _windows_key(seconds: float) -> str:
    import msvcrt  # Windows only

    library: Any = msvcrt
    end = time.monotonic() + seconds
    while not library.kbhit():
        if time.monotonic() >= end:
            return ""
        time.sleep(0.02)
    return str(library.getwch())


def events(
    files: tuple[Path, ...], keys: Keys, seen: list[tuple[int, int, int]], *, before: Callable[[], None]
) -> Iterator[str]:
    """Yield `saved` for every save of one of the files and `run` for the key r; q ends it.

    `seen` are the marks from before the last run, so that a save during that run counts too. `before` is called each
    time there is nothing to do, so that something can be made ready.
    """
    while True:
        before()
        key = keys.within(_EVERY).lower()
        if key == "q":
            return
        now = [mark(path) for path in files]
        if key == "r":
            seen = now
            yield "run"
            continue
        if now != seen:
            for _ in range(_PATIENCE):  # until it holds still, and what was there is there again
                time.sleep(_SETTLED)
                after = [mark(path) for path in files]
                if after == now and all(all(new) for new, old in zip(after, seen, strict=True) if all(old)):
                    break
                now = after
            seen = now
            yield "saved"
