"""One query at a time."""

import math

import numpy as np


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    n = X.shape[0]
    A = np.zeros((n, n))
    O = np.zeros((n, V.shape[1]))
    for i in range(n):
        s = K @ Q[i] / math.sqrt(K.shape[1])
        e = np.exp(s - np.max(s))
        A[i] = e / np.sum(e)
        O[i] = A[i] @ V
    return O, A
