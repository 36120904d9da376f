"""Scores in a dictionary with pairs as keys."""

import math

import numpy as np


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    n = len(X)
    S = {}
    for i in range(n):
        for j in range(n):
            for k in range(Q.shape[1]):
                S[i, j] = S.get((i, j), 0.0) + Q[i, k] * K[j, k]
    A = np.zeros((n, n))
    for i in range(n):
        top = max(S[i, j] for j in range(n))
        total = sum(math.exp((S[i, j] - top) / math.sqrt(Q.shape[1])) for j in range(n))
        for j in range(n):
            A[i][j] = math.exp((S[i, j] - top) / math.sqrt(Q.shape[1])) / total
    return A @ V, A
