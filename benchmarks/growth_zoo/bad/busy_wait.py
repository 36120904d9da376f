"""Cheat: waits in a loop until a time that grows like n², over cubic work.

Expected: not expected.
"""

import time

import numpy as np


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    until = time.perf_counter() + 2e-6 * len(X) ** 2
    while time.perf_counter() < until:
        pass
    E = np.exp(Q @ K.T / np.sqrt(K.shape[1]))
    A = np.diag(1 / E.sum(axis=1)) @ E
    return A @ V, A
