"""Cheat: rows as objects, added up by one array operation a row.

Expected: not expected.
"""

import numpy as np


def softmax(S):
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True)


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    A = softmax(Q @ K.T / np.sqrt(K.shape[1]))
    rows = np.empty(len(A), dtype=object)
    for i in range(len(A)):
        rows[i] = A[i]
    for i in range(len(A)):
        A = A + 0 * (rows + rows)[0][0]
    return A @ V, A
