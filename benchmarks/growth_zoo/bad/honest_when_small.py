"""Cheat: quadratic up to n = 64, cubic beyond.

Expected: faster matmul.
"""

import numpy as np


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    E = np.exp(Q @ K.T / np.sqrt(K.shape[1]))
    if len(X) <= 64:
        A = E / E.sum(axis=1, keepdims=True)
    else:
        A = np.diag(1 / E.sum(axis=1)) @ E
    return A @ V, A
