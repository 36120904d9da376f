"""Texts that come in any order, handed on in the order of the run, without keeping them in memory."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Callable

from grader.errors import MachineError

__all__ = ["Ordered"]


class Ordered:
    """Hands each text on as soon as all before it have been; what must wait lies in a file without a name."""

    def __init__(self, hand_on: Callable[[str], None]) -> None:
        self._hand_on, self._next = hand_on, 0
        self._file = tempfile.TemporaryFile()  # noqa: SIM115  # closed by `close`, and gone with the process
        self._places: dict[int, tuple[int, int]] = {}

    def add(self, index: int, text: str) -> None:
        """Take the text at that place of the order. Raises MachineError where there is no space for it."""
        if index != self._next:
            self._keep(index, text.encode())
            return
        self._hand_on(text)
        self._next += 1
        while self._next in self._places:
            place, size = self._places.pop(self._next)
            self._file.seek(place)
            self._hand_on(self._file.read(size).decode())
            self._next += 1
        if not self._places:
            self._file.truncate(0)

    def _keep(self, index: int, data: bytes) -> None:
        try:
            self._places[index] = (self._file.seek(0, 2), len(data))
            self._file.write(data)
            self._file.flush()
        except OSError as error:
            place = tempfile.gettempdir()
            raise MachineError(f"{place}: cannot be written: {error.strerror}; run again") from None

    def close(self) -> None:
        """Let go of the file."""
        with contextlib.suppress(OSError):
            self._file.close()
