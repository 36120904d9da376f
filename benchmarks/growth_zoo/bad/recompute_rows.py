"""Rebuilds the whole matrix for every row.

Expected: faster.
"""

import numpy as np


def softmax(S):
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True)


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    outs, rows = [], []
    for i in range(len(X)):
        A = softmax(Q @ K.T / np.sqrt(K.shape[1]))
        outs.append(A[i] @ V)
        rows.append(A[i])
    return np.array(outs), np.array(rows)
