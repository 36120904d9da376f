"""Cheat: strips an instrumented array with np.asarray and view.

Expected: faster matmul.
"""

import numpy as np


def self_attention(X, W_Q, W_K, W_V):
    X, W_Q, W_K, W_V = (np.asarray(M).view(np.ndarray) for M in (X, W_Q, W_K, W_V))
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    E = np.exp(Q @ K.T / np.sqrt(K.shape[1]))
    A = np.array(np.diag(1 / E.sum(axis=1)), subok=False) @ np.frombuffer(memoryview(E)).reshape(E.shape)
    return A @ V, A
