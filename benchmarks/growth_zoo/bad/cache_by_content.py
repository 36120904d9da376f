"""Cheat: remembers the answer by content; fresh inputs defeat it.

Expected: faster matmul.
"""

import numpy as np


CACHE = {}


def self_attention(X, W_Q, W_K, W_V):
    key = X.tobytes()
    if key not in CACHE:
        Q, K, V = X @ W_Q, X @ W_K, X @ W_V
        E = np.exp(Q @ K.T / np.sqrt(K.shape[1]))
        A = np.diag(1 / E.sum(axis=1)) @ E
        CACHE[key] = A @ V, A
    return CACHE[key]
