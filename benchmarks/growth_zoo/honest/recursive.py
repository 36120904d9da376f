"""Halves the queries until eight are left; each leaf fills its rows."""

import numpy as np


def softmax(S):
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True)


def fill(O, A, Q, K, V):
    if len(Q) > 8:
        half = len(Q) // 2
        fill(O[:half], A[:half], Q[:half], K, V)
        fill(O[half:], A[half:], Q[half:], K, V)
        return
    A[...] = softmax(Q @ K.T / np.sqrt(K.shape[1]))
    O[...] = A @ V


def self_attention(X, W_Q, W_K, W_V):
    O, A = np.empty((len(X), W_V.shape[1])), np.empty((len(X), len(X)))
    fill(O, A, X @ W_Q, X @ W_K, X @ W_V)
    return O, A
