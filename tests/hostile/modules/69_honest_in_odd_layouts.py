"""FAIR: is a perfect solution that returns Fortran order, negative strides, views of one buffer, byte-
swapped numbers, 0-d arrays, read-only and broadcast arrays.

Must: the numbers count, not how they lie in memory: full marks.
base: solution
deserves: 70 + 40
harmless: yes
"""

import numpy as np

_right = {name: globals()[name] for name in _FUNCTIONS}


def _odd(value, turn):
    if isinstance(value, tuple):
        return list(value)
    if isinstance(value, np.ndarray) and value.ndim and value.dtype.kind == "f":
        if turn % 5 == 0:
            return np.asfortranarray(value)
        if turn % 5 == 1:
            return value[::-1].copy()[::-1]
        if turn % 5 == 2:
            return value.astype(value.dtype.newbyteorder())
        if turn % 5 == 3:
            big = np.zeros(tuple(2 * n for n in value.shape))
            view = big[tuple(slice(None, None, 2) for _ in value.shape)]
            view[...] = value
            view.flags.writeable = False
            return view
        return np.broadcast_to(value, (1, *value.shape))[0]
    if isinstance(value, float):
        return np.array(value)
    if isinstance(value, int):
        return np.int64(value)
    return value


def _make(turn, name):
    def call(*args, **kwargs):
        return _odd(_right[name](*args, **kwargs), turn)

    return call


for _turn, _name in enumerate(_FUNCTIONS):
    globals()[_name] = _make(_turn, _name)
