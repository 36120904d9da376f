"""A last limit on what reading one submission may cost the process that everybody's grade waits for.

The limits on sizes and numbers come long before it. It stops what nobody has thought of yet, such as a search that
takes the square of a file's length.
"""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator

from grader.intake.files import Unusable

__all__ = ["SECONDS", "patient"]

SECONDS = 20.0  # of CPU time: a notebook of 100 MiB takes one or two


@contextlib.contextmanager
def patient(name: str, seconds: float = SECONDS) -> Iterator[None]:
    """Raise Unusable in the block once this process has computed for so long since its beginning.

    On systems without such a clock, and in other threads than the main one, nothing is limited.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def late(*_: object) -> None:
        raise Unusable("intake.slow", name=name, limit=round(seconds))

    before = signal.signal(signal.SIGVTALRM, late)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, 1.0)  # again each second, where something took it for its own
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.0)
        signal.signal(signal.SIGVTALRM, before)
