"""An (n, n, n) array for the weighted sum of rows.

Expected: faster.
"""

import numpy as np


def softmax(S):
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True)


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    A = softmax(Q @ K.T / np.sqrt(K.shape[1]))
    one_hot = np.eye(len(X))
    A = (A[:, :, None] * one_hot[None, :, :]).sum(axis=1)
    return A @ V, A
