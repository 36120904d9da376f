"""Rows grown from the front: list.insert(0, ...) for n² cells in one list.

Expected: faster list.
"""

import numpy as np


def softmax(S):
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True)


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    S = Q @ K.T / np.sqrt(K.shape[1])
    flat = []
    for s in S.ravel().tolist():
        flat.insert(0, s)
    A = softmax(np.array(flat[::-1]).reshape(S.shape))
    return A @ V, A
