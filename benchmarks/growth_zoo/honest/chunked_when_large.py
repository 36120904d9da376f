"""Another way from n = 100 on: rows in chunks of 32."""

import numpy as np


def softmax(S):
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True)


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    n = len(X)
    root = np.sqrt(K.shape[1])
    if n < 100:
        A = softmax(Q @ K.T / root)
        return A @ V, A
    A = np.concatenate([softmax(Q[i : i + 32] @ K.T / root) for i in range(0, n, 32)])
    return A @ V, A
