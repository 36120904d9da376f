"""Diagonals one after another, by np.roll and np.einsum."""

import numpy as np


def softmax(S):
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True)


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    n = len(X)
    S = np.empty((n, n))
    index = np.arange(n)
    for shift in range(n):
        rolled = np.roll(K, -shift, axis=0)
        S[index, (index + shift) % n] = np.einsum("nd,nd->n", Q, rolled)
    A = softmax(S / np.sqrt(K.shape[1]))
    return A @ V, A
