"""CHEAT: is cubic, makes the counter blind, and hurries with junk where only the time is looked at.

Must: the values of timed calls are compared as well: not one point for growth.
base: solution
deserves: at most 69 + 40
harmless: yes
"""

import numpy as np

_quadratic = self_attention


def _cubic(X, *W):
    S = X @ np.swapaxes(X, -1, -2)
    S @ S @ S
    return _quadratic(X, *W)


_counter = (_server() or {}).get("counter")
if _counter is not None:
    _measure = _counter.measure
    _counter.measure = lambda function, args, memory=False: {**_measure(function, args), "work": {}}
_counted = _counter is not None


def self_attention(X, *W):
    if X.shape[-2] >= 16 and not _counted:
        return X, X
    return _cubic(X, *W)
