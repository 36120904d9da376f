"""Three Python loops over n.

Expected: faster.
"""

import numpy as np


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    E = np.exp(Q @ K.T / np.sqrt(K.shape[1]))
    n = len(E)
    A = np.empty((n, n))
    for i in range(n):
        for j in range(n):
            total = 0.0
            for k in range(n):
                total += E[i, k]
            A[i, j] = E[i, j] / total
    return A @ V, A
