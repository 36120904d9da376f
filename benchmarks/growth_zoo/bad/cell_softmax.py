"""The row sum again for every cell, in numpy.

Expected: faster reduce.
"""

import numpy as np


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    E = np.exp(Q @ K.T / np.sqrt(K.shape[1]))
    A = np.zeros_like(E)
    for i in range(len(E)):
        for j in range(len(E)):
            A[i, j] = E[i, j] / np.sum(E[i])
    return A @ V, A
