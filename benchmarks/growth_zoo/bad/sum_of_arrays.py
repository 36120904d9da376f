"""The builtin sum over rows of a matrix, hidden in one call a row.

Expected: faster list.
"""

import numpy as np


def softmax(S):
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True)


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    A = softmax(Q @ K.T / np.sqrt(K.shape[1]))
    total = np.stack([sum(A[j] for j in range(len(A))) for _ in range(len(A))])
    return A @ V, A + 0 * total
