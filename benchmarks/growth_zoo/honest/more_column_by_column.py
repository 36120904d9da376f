"""Fills the output column by column with np.average and weights."""

import numpy as np


def softmax(S):
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True)


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    A = softmax(Q @ K.T / np.sqrt(K.shape[1]))
    O = np.empty((len(X), V.shape[1]))
    for c in range(V.shape[1]):
        for i in range(len(X)):
            O[i, c] = np.average(V[:, c], weights=A[i])
    return O, A
