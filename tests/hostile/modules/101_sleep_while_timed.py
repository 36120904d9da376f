"""DELAY: makes the counter blind, so that the clock is asked, and sleeps in every timed call: no CPU time
is used.

Must: the submission's own limit holds for growth as well.
base: solution
deserves: at most 70 + 40
harmless: yes
"""

import numpy as np

_quadratic = self_attention


def _cubic(X, *W):
    S = X @ np.swapaxes(X, -1, -2)
    S @ S @ S
    return _quadratic(X, *W)


import time

_counter = (_server() or {}).get("counter")
if _counter is not None:
    _measure = _counter.measure
    _counter.measure = lambda function, args, memory=False: {**_measure(function, args), "work": {}}
_counted = _counter is not None


def self_attention(X, *W):
    if X.shape[-2] > 8 and not _counted:
        time.sleep(0.3)
    return _quadratic(X, *W)
