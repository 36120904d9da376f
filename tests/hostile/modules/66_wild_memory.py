"""LEAK: answers with arrays over memory that is not theirs: wild addresses, strides beyond the end, ctypes
casts.

Must: at worst the worker dies; nothing but its own memory can come across.
base: stub
deserves: 0 + 0
harmless: yes
"""

import numpy as np


class _Wild:
    def __init__(self, address, shape, strides=None):
        self.__array_interface__ = {
            "shape": shape,
            "typestr": "<f8",
            "data": (address, False),
            "version": 3,
            "strides": strides,
        }


def embed(token_ids, E):
    return np.asarray(_Wild(0x10, (5, 4)))


def softmax(S):
    return np.lib.stride_tricks.as_strided(S, S.shape, (1 << 40, 8))


def scale_scores(S, d_k):
    return np.lib.stride_tricks.as_strided(S, S.shape, (-(1 << 20), 8))


def combine_values(A, V):
    return np.ctypeslib.as_array(ctypes.cast(id(A), ctypes.POINTER(ctypes.c_double)), (len(A), V.shape[1]))


def attention_scores(Q, K):
    return np.asarray(_Wild(ctypes.addressof(ctypes.create_string_buffer(8)), (1 << 20, 2), (0, 8)))
