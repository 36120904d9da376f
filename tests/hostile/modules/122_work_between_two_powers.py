"""TESTIMONY: forges the counter, and does work of n^2.5: a product with about sqrt(n) columns.

Must: a known limit, listed in docs/security.md: at most the 2 points of the growth check.
base: solution
deserves: at most 70 + 40
harmless: no
"""

import numpy as np

_quadratic = self_attention


def _cubic(X, *W):
    S = X @ np.swapaxes(X, -1, -2)
    S @ S[:, : int(len(S) ** 0.5) * 12]
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
