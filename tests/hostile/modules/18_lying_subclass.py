"""CHEAT: answers with an ndarray subclass that equals everything and has any shape.

Must: only its plain bytes arrive: nothing is earned.
base: stub
deserves: 0 + 0
harmless: yes
"""

import numpy as np


class _Liar(np.ndarray):
    shape = property(lambda self: (3, 5))
    __eq__ = __ge__ = __le__ = __gt__ = __lt__ = lambda self, other: np.True_
    __array_priority__ = 1e9

    def __array_ufunc__(self, *args, **kwargs):
        return np.True_

    def __array_function__(self, *args, **kwargs):
        return np.True_

    def all(self, *args, **kwargs):
        return True

    def tobytes(self, *args, **kwargs):
        return b""

    def astype(self, *args, **kwargs):
        return self


def _lie(*args, **kwargs):
    return np.zeros(np.shape(args[0])).view(_Liar)


for _name in _FUNCTIONS:
    globals()[_name] = _lie


def project_qkv(X, W_Q, W_K, W_V):
    return _lie(X), _lie(X), _lie(X)


def scaled_dot_product_attention(Q, K, V, mask=None):
    return _lie(Q), _lie(K)
