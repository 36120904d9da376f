"""Blocks of 16 with a running maximum."""

import numpy as np


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    n, block = X.shape[0], 16
    S = np.empty((n, n))
    for a in range(0, n, block):
        for b in range(0, n, block):
            S[a : a + block, b : b + block] = Q[a : a + block] @ K[b : b + block].T / np.sqrt(K.shape[1])
    top = np.full((n, 1), -np.inf)
    den = np.zeros((n, 1))
    acc = np.zeros((n, V.shape[1]))
    for b in range(0, n, block):
        s = S[:, b : b + block]
        new = np.maximum(top, s.max(axis=1, keepdims=True))
        c = np.exp(top - new)
        p = np.exp(s - new)
        den = den * c + p.sum(axis=1, keepdims=True)
        acc = acc * c + p @ V[b : b + block]
        top = new
    return acc / den, np.exp(S - top) / den
