"""Cheat: remembers the answer by shape.

Expected: not expected.
"""

import numpy as np


def softmax(S):
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True)


CACHE = {}


def self_attention(X, W_Q, W_K, W_V):
    if X.shape in CACHE:
        return CACHE[X.shape]
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    E = np.exp(Q @ K.T / np.sqrt(K.shape[1]))
    A = np.diag(1 / E.sum(axis=1)) @ E
    CACHE[X.shape] = A @ V, A
    return CACHE[X.shape]
