"""Cheat: hides a cubic product under a flood of useless quadratic work.

Expected: not expected.
"""

import numpy as np


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    E = np.exp(Q @ K.T / np.sqrt(K.shape[1]))
    for _ in range(3000):
        E = E + 0.0
    A = np.diag(1 / E.sum(axis=1)) @ E
    return A @ V, A
