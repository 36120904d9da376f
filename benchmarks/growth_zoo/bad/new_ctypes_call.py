"""Cheat: work in the C library through ctypes.

Expected: not expected.
"""

import ctypes

import numpy as np


def softmax(S):
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True)


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    A = softmax(Q @ K.T / np.sqrt(K.shape[1]))
    target = np.empty_like(A)
    for i in range(len(A)):
        ctypes.memmove(target.ctypes.data, A.ctypes.data, A.nbytes)
    return A @ V, A
