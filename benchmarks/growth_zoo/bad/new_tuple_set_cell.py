"""A tuple of the row put into a set for every cell.

Expected: faster list.
"""

import numpy as np


def softmax(S):
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True)


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    S = (Q @ K.T / np.sqrt(K.shape[1])).tolist()
    seen, T = set(), []
    for row in S:
        T.append([])
        for x in row:
            seen.add(tuple(row))
            T[-1].append(x)
    A = softmax(np.array(T))
    return A @ V, A
