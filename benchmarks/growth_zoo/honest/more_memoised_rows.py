"""A cache of rows that are fetched for every cell."""

import functools

import numpy as np


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    n = len(X)

    @functools.lru_cache(maxsize=None)
    def row(i):
        s = K @ Q[i] / np.sqrt(K.shape[1])
        e = np.exp(s - s.max())
        return (e / e.sum()).tolist()

    A = np.empty((n, n))
    for i in range(n):
        for j in range(n):
            A[i, j] = row(i)[j]
    return A @ V, A
