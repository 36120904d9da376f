"""list.pop(0) for every cell of one list of n² cells.

Expected: faster list.
"""

import numpy as np


def softmax(S):
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True)


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    S = Q @ K.T / np.sqrt(K.shape[1])
    flat, T = S.ravel().tolist(), []
    while flat:
        T.append(flat.pop(0))
    A = softmax(np.reshape(T, S.shape))
    return A @ V, A
