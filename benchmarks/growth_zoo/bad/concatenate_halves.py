"""Halves the queries and joins the halves again: n² log n moved elements, for a person to decide.

Expected: undecided move.
"""

import numpy as np


def softmax(S):
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True)


def rows(Q, K, V):
    if len(Q) > 8:
        half = len(Q) // 2
        (O1, A1), (O2, A2) = rows(Q[:half], K, V), rows(Q[half:], K, V)
        return np.concatenate([O1, O2]), np.concatenate([A1, A2])
    A = softmax(Q @ K.T / np.sqrt(K.shape[1]))
    return A @ V, A


def self_attention(X, W_Q, W_K, W_V):
    return rows(X @ W_Q, X @ W_K, X @ W_V)
