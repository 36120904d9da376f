"""Rows by take, results by np.copyto and out=."""

import numpy as np


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    n = len(X)
    A, O = np.zeros((n, n)), np.zeros((n, V.shape[1]))
    for i in range(n):
        s = np.multiply(K, Q.take(i, axis=0)).sum(axis=1) / np.sqrt(K.shape[1])
        np.exp(s - s.max(), out=s)
        np.copyto(A[i], s / s.sum())
        np.dot(A[i], V, out=O[i])
    return O, A
