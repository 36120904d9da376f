"""The pipes to a learner's process: bytes in, bytes out, printed text kept up to a cap.

`PosixPipes` waits with poll on non-blocking descriptors; `ThreadedPipes` reads with threads, for systems
where pipes cannot be polled. Both give up by the caller's budget, not by their own clock.
"""

from __future__ import annotations

import contextlib
import os
import select
import subprocess
import threading
import time
from typing import Protocol

__all__ = ["Budget", "Pipes", "PosixPipes", "ThreadedPipes"]

_KEPT = 64 << 10  # bytes of printed text that are kept; the rest is counted and dropped
_CHUNK = 1 << 18
_EAGER = 1 << 14  # most answers are smaller, and then one read takes all of it


class Budget(Protocol):
    """How long a read may still wait."""

    def remaining(self) -> float:
        """Seconds to wait before asking again; zero or less when the time is over."""


class Pipes(Protocol):
    """What a `Worker` needs of its pipes."""

    printed: bytearray
    dropped: int

    def read(self, count: int, budget: Budget) -> bytes:
        """Exactly `count` bytes. Raises TimeoutError or EOFError."""

    def write(self, data: bytes, seconds: float) -> None:
        """All of `data`. Raises TimeoutError or OSError."""

    def pending(self) -> bool:
        """True if bytes have arrived that nobody asked for."""

    def drain(self) -> None:
        """Take what has been printed, without waiting."""

    def close(self) -> None:
        """Close our ends."""


class PosixPipes:
    """Three non-blocking descriptors and one poll."""

    def __init__(self, requests: int, answers: int, printed: int) -> None:
        self._requests, self._answers, self._printed = requests, answers, printed
        self._buffer = bytearray()
        self.printed, self.dropped = bytearray(), 0
        self._poll = select.poll()
        for fd in (requests, answers, printed):
            os.set_blocking(fd, False)
        self._poll.register(answers, select.POLLIN)
        self._poll.register(printed, select.POLLIN)
        self._printing = True

    def read(self, count: int, budget: Budget) -> bytes:
        """Exactly `count` bytes. Raises TimeoutError or EOFError."""
        while len(self._buffer) < count:
            wait = budget.remaining()
            # What has arrived while we slept ourselves is taken before anybody is called late.
            if not self._wait(max(wait, 0), count) and wait <= 0:
                raise TimeoutError
        data = bytes(memoryview(self._buffer)[:count])
        del self._buffer[:count]
        return data

    def _wait(self, seconds: float, count: int) -> bool:
        """Take what arrives within `seconds`. -> whether any of it was an answer's."""
        answered = False
        for fd, _ in self._poll.poll(seconds * 1000):
            if fd == self._printed:
                self.drain()
            else:
                # At most one chunk beyond what is asked for: a flood must not fill the grader's memory.
                chunk = os.read(fd, min(max(count - len(self._buffer), _EAGER), _CHUNK))
                if not chunk:
                    raise EOFError
                self._buffer += chunk
                answered = True
        return answered

    def write(self, data: bytes, seconds: float) -> None:
        """All of `data`. Raises TimeoutError or OSError."""
        view, end = memoryview(data), time.monotonic() + seconds
        while view:
            try:
                view = view[os.write(self._requests, view) :]
            except BlockingIOError:
                left = end - time.monotonic()
                if left <= 0:
                    raise TimeoutError from None
                self.drain()
                select.select([], [self._requests], [], min(left, 0.05))

    def pending(self) -> bool:
        """True if bytes have arrived that nobody asked for; a pipe that was only closed has none."""
        if not self._buffer and select.select([self._answers], [], [], 0)[0]:
            self._buffer += os.read(self._answers, _EAGER)
        return bool(self._buffer)

    def drain(self) -> None:
        """Take what has been printed, without waiting."""
        for _ in range(64):  # bounded: somebody who prints without end must not hold us
            if not self._printing:
                return
            try:
                chunk = os.read(self._printed, _CHUNK)
            except BlockingIOError:
                return
            if not chunk:
                self._printing = False
                self._poll.unregister(self._printed)
                return
            room = max(0, _KEPT - len(self.printed))
            self.printed += chunk[:room]
            self.dropped += len(chunk) - min(room, len(chunk))

    def close(self) -> None:
        """Close our ends; half an answer is let go."""
        for fd in (self._requests, self._answers, self._printed):
            os.close(fd)
        self._buffer = bytearray()


class ThreadedPipes:
    """A spawned process's three streams; two threads read, so that any system will do."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin and process.stdout and process.stderr
        self._requests, self._answers, self._print = process.stdin, process.stdout, process.stderr
        self._buffer, self._ended, self._count = bytearray(), False, 0
        self._news = threading.Condition()
        self.printed, self.dropped = bytearray(), 0
        self._threads = [threading.Thread(target=run, daemon=True) for run in (self._take_answers, self._take_printed)]
        for thread in self._threads:
            thread.start()

    def _take_answers(self) -> None:
        fd = self._answers.fileno()
        while True:
            try:
                chunk = os.read(fd, _CHUNK)
            except OSError:
                chunk = b""
            with self._news:
                self._buffer += chunk
                self._ended = not chunk
                self._news.notify_all()
                # Backpressure: a flood waits in the pipe, not in our memory.
                while not self._ended and len(self._buffer) > 4 * _CHUNK and not self._wanted(len(self._buffer)):
                    self._news.wait(0.2)
            if not chunk:
                return

    def _wanted(self, have: int) -> bool:
        return have < self._count

    def _take_printed(self) -> None:
        fd = self._print.fileno()
        while True:
            try:
                chunk = os.read(fd, _CHUNK)
            except OSError:
                chunk = b""
            if not chunk:
                return
            room = max(0, _KEPT - len(self.printed))
            self.printed += chunk[:room]
            self.dropped += len(chunk) - min(room, len(chunk))

    def read(self, count: int, budget: Budget) -> bytes:
        """Exactly `count` bytes. Raises TimeoutError or EOFError."""
        with self._news:
            self._count = count
            self._news.notify_all()
            while len(self._buffer) < count:
                if self._ended:
                    raise EOFError
                wait = budget.remaining()
                if wait <= 0:
                    raise TimeoutError
                self._news.wait(wait)
            data = bytes(memoryview(self._buffer)[:count])
            del self._buffer[:count]
            self._count = 0
            self._news.notify_all()
            return data

    def write(self, data: bytes, seconds: float) -> None:
        """All of `data`. Raises TimeoutError or OSError."""
        failed: list[OSError] = []

        def push() -> None:
            try:
                self._requests.write(data)
                self._requests.flush()
            except (OSError, ValueError) as error:
                failed.append(error if isinstance(error, OSError) else OSError("closed"))

        thread = threading.Thread(target=push, daemon=True)
        thread.start()
        thread.join(seconds)
        if thread.is_alive():
            raise TimeoutError
        if failed:
            raise failed[0]

    def pending(self) -> bool:
        """True if bytes have arrived that nobody asked for."""
        with self._news:
            return bool(self._buffer)

    def drain(self) -> None:
        """The reading thread takes what is printed; nothing to do."""

    def close(self) -> None:
        """Close our ends, once the threads have seen the end of theirs."""
        for thread in self._threads:
            thread.join(2)
        for stream in (self._requests, self._answers, self._print):
            with contextlib.suppress(OSError):
                stream.close()
        with self._news:
            self._buffer = bytearray()
