"""What was written back already: one JSON line an event, on disk before and after each write.

A run that was killed leaves at most one intention without an answer; whether that write was made is then looked up
where it would stand, never guessed. One run at a time holds the journal.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from grader.errors import MachineError, UsageError

__all__ = ["Journal", "opened"]


class Journal:
    """The events so far. `done[key]` is the last finished write of a repository; `writes` are the times of all."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self.done: dict[str, dict[str, Any]] = {}
        self.open: set[str] = set()  # keys whose last intention has no answer
        self.writes: list[float] = []
        stream.seek(0)
        whole = stream.read()
        kept = whole[: whole.rfind(b"\n") + 1]  # a line that was cut short by a kill said nothing
        for line in kept.splitlines():
            with contextlib.suppress(ValueError, KeyError, TypeError):
                self._take(json.loads(line))
        if len(kept) != len(whole):
            stream.truncate(len(kept))
        stream.seek(0, os.SEEK_END)

    def intend(self, key: str, at: float) -> None:
        """Note that a write to `key` is about to be made."""
        self._note({"event": "intend", "key": key, "at": at})

    def finish(self, key: str, **known: object) -> None:
        """Note that `key` now says what `known` describes."""
        self._note({"event": "done", "key": key, **known})

    def _note(self, event: dict[str, object]) -> None:
        try:
            self._stream.write(json.dumps(event).encode() + b"\n")
            self._stream.flush()
            os.fsync(self._stream.fileno())
        except OSError as error:
            raise MachineError(f"the journal cannot be written: {error.strerror}; nothing more was sent") from None
        self._take(event)

    def _take(self, event: dict[str, Any]) -> None:
        key = str(event["key"])
        if event["event"] == "intend":
            self.open.add(key)
            self.writes.append(float(event["at"]))
        elif event["event"] == "done":
            self.open.discard(key)
            self.done[key] = event


@contextlib.contextmanager
def opened(path: Path) -> Iterator[Journal]:
    """The journal in `path`, for this run alone. Raises UsageError where another run holds it, MachineError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        stream = path.open("a+b")
    except OSError as error:
        raise MachineError(f"{path}: cannot be written: {error.strerror}") from None
    with stream:
        _hold(stream, path)
        yield Journal(stream)


def _hold(stream: IO[bytes], path: Path) -> None:
    """Keep every other run away until the file is closed; where the system has no such locks, nothing is held."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise UsageError(f"{path}: another `grader cohort publish` is at work; wait for it to end") from None
