"""A loop over queries and keys, dot products in numpy."""

import math

import numpy as np


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    n, d_k = Q.shape
    S = np.zeros((n, n))
    for i in range(n):
        for j in range(n):
            S[i, j] = np.dot(Q[i], K[j]) / math.sqrt(d_k)
    A = np.zeros_like(S)
    for i in range(n):
        m = max(S[i])
        total = 0.0
        for j in range(n):
            A[i, j] = math.exp(S[i, j] - m)
            total += A[i, j]
        for j in range(n):
            A[i, j] /= total
    O = np.zeros((n, V.shape[1]))
    for i in range(n):
        for j in range(n):
            O[i] += A[i, j] * V[j]
    return O, A
