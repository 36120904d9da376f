"""np.cumsum of the row for every cell.

Expected: faster reduce.
"""

import numpy as np


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    E = np.exp(Q @ K.T / np.sqrt(K.shape[1]))
    n = len(E)
    A = np.array([[E[i, j] / np.cumsum(E[i])[-1] for j in range(n)] for i in range(n)])
    return A @ V, A
