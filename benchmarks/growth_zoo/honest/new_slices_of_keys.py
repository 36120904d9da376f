"""A generator of slices, results joined once."""

import numpy as np


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    def blocks(n, size=10):
        start = 0
        while start < n:
            yield slice(start, min(start + size, n))
            start += size

    E = np.hstack([np.exp(Q @ K[block].T / np.sqrt(K.shape[1])) for block in blocks(len(K))])
    A = E / E.sum(axis=1, keepdims=True)
    return sum(A[:, block] @ V[block] for block in blocks(len(V))), A
