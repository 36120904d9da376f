"""A stack that is emptied from its end."""

import numpy as np


def softmax(S):
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True)


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    rows, stack = {}, list(range(len(X)))
    while stack:
        i = stack[-1]
        del stack[-1]
        rows[i] = [float(np.dot(Q[i], K[j])) for j in range(len(X))]
    A = softmax(np.array([rows[i] for i in sorted(rows)]) / np.sqrt(K.shape[1]))
    return A @ V, A
