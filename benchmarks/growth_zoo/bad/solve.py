"""np.linalg.solve instead of a division.

Expected: faster linalg.
"""

import numpy as np


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    E = np.exp(Q @ K.T / np.sqrt(K.shape[1]))
    A = np.linalg.solve(np.diag(E.sum(axis=1)), E)
    return A @ V, A
