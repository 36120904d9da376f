"""How fast GitHub may be written to.

Sources: "Rate limits for the REST API" (content-creating requests: at most 80 a minute and 500 an hour) and "Best
practices for using the REST API" (at least one second between requests that change something).
"""

from __future__ import annotations

import collections
import time
from collections.abc import Callable, Iterable

__all__ = ["Pace"]

_GAP = 1.0  # seconds
_WINDOWS = ((60.0, 75), (3600.0, 480))  # seconds, writes; a little under what is allowed


class Pace:
    """Waits before a write until it is allowed. `earlier` are the times of writes that an earlier run made."""

    def __init__(
        self,
        earlier: Iterable[float] = (),
        *,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.time,
        say: Callable[[str], None] = lambda sentence: None,
    ) -> None:
        self._sleep, self._clock, self._say = sleep, clock, say
        self._made = collections.deque(sorted(earlier)[-_WINDOWS[-1][1] :], maxlen=_WINDOWS[-1][1])

    def wait(self) -> None:
        """Return once the next write is allowed, and count it."""
        now = self._clock()
        pause = self._pause(now)
        if pause > 5:
            self._say(f"{pause:.0f} s until GitHub may be written to again")
        if pause > 0:
            self._sleep(pause)
        self._made.append(max(now + max(pause, 0.0), self._clock()))

    def _pause(self, now: float) -> float:
        pauses = [self._made[-1] + _GAP - now] if self._made else []
        for seconds, most in _WINDOWS:
            if len(self._made) >= most:
                pauses.append(self._made[-most] + seconds - now)
        return max(pauses, default=0.0)
