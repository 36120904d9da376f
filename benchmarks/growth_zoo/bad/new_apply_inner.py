"""np.apply_along_axis with a function that sums for every entry.

Expected: faster reduce.
"""

import numpy as np


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    E = np.exp(Q @ K.T / np.sqrt(K.shape[1]))
    A = np.apply_along_axis(lambda e: np.array([x / e.sum() for x in e]), 1, E)
    return A @ V, A
