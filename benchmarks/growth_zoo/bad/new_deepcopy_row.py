"""copy.deepcopy of the whole table for every row.

Expected: faster list.
"""

import copy

import numpy as np


def softmax(S):
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True)


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    S = (Q @ K.T / np.sqrt(K.shape[1])).tolist()
    T = [copy.deepcopy(S)[i] for i in range(len(S))]
    A = softmax(np.array(T))
    return A @ V, A
