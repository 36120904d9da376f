"""BLAME: reports work of every wrong kind: texts, arrays, negative and huge numbers, names with commands,
nothing.

Must: not decided at worst, never `broken`; no name of it reaches a report unfiltered.
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


_counter = (_server() or {}).get("counter")
if _counter is not None:
    _measure = _counter.measure
    _junk = [
        {"a": -1},
        {"a": 1 << 62},
        7,
        None,
        [1],
        {"\n::error::x": 5},
        {"a": np.ones(3)},
        {"a": [np.ones(900, "i2")] * 900},
    ]
    _turn = iter(_junk * 20)

    def _claim(function, args, memory=False):
        return {**_measure(function, args), "work": next(_turn), "blind": next(_turn), "largest": 1.5}

    _counter.measure = _claim
