"""Shifts by the entry at argmax, fancy indices for the maximum."""

import numpy as np


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    S = np.inner(Q, K) / np.linalg.norm(np.ones(K.shape[1]))
    n = np.arange(len(S))
    S = S - S[n, S.argmax(axis=1)].reshape(-1, 1)
    E = np.exp(S)
    A = np.divide(E, np.add.reduce(E, axis=1, keepdims=True))
    return np.einsum("ij,jk", A, V), A
