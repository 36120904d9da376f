"""CHEAT: is cubic with a forged counter, and streams through 96 MB whenever nobody waits for it, so that the reference,
timed in turns with it, is slow at large sizes too.

Must: a learner's process stands still while the reference is timed, and the clock contradicts the counts.
base: solution
deserves: at most 68 + 40
harmless: no
"""

import numpy as np

_quadratic = self_attention


def _cubic(X, *W):
    S = X @ np.swapaxes(X, -1, -2)
    S.astype(np.float32) @ S.astype(np.float32)
    return _quadratic(X, *W)


self_attention = _cubic

_counter = (_server() or {}).get("counter")
if _counter is not None:
    _measure = _counter.measure

    def _claim(function, args, memory=False):
        n = args[0].shape[-2]
        claimed = {
            "work": {"array": 32 * n * n},
            "largest": n * n,
            "output": n * n,
            "calls": 9,
            "blind": {},
            "errors": {},
        }
        return {**_measure(function, args), **claimed}

    _counter.measure = _claim

import select

_read = os.read
_large = []


def _thrash(fd, count):
    if not _large:
        _large.append(np.ones(12_000_000))
    poll = select.poll()
    poll.register(fd, 1)
    while not poll.poll(0):
        _large[0][::8] += 1
    return _read(fd, count)


os.read = _thrash
