"""CHEAT: answers with things that lie about what they are: __class__, metaclasses, properties that raise.

Must: what crosses is decided by the real type: nothing is earned.
base: stub
deserves: 0 + 0
harmless: yes
"""

import numpy as np


class _Meta(type):
    @property
    def __name__(cls):
        raise RuntimeError("no name")

    @property
    def __mro__(cls):
        raise RuntimeError("no bases")


class _Not(Exception, metaclass=_Meta):
    @property
    def __class__(self):
        return np.ndarray

    @property
    def __traceback__(self):
        raise RuntimeError("no trace")


class _Array:
    __class__ = np.ndarray
    dtype, shape, ndim, size, nbytes = np.dtype(float), (3, 5), 2, 15, 120
    __array_interface__ = {"shape": (3, 5), "typestr": "<f8", "data": (0x10, False), "version": 3}


def embed(token_ids, E):
    raise _Not


def softmax(S):
    return _Array()


def scale_scores(S, d_k):
    return _Not()


def combine_values(A, V):
    raise _Array
