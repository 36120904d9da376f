"""Online softmax: one pass over the keys, state in scalars."""

import math

import numpy as np


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    n = len(X)
    scale = 1 / math.sqrt(K.shape[1])
    A, O = np.empty((n, n)), np.empty((n, V.shape[1]))
    for i, q in enumerate(Q):
        m, z, acc = -math.inf, 0.0, np.zeros(V.shape[1])
        for j, (k, v) in enumerate(zip(K, V)):
            s = float(q @ k) * scale
            if s > m:
                shrink = math.exp(m - s) if m > -math.inf else 0.0
                z, acc, m = z * shrink, acc * shrink, s
            w = math.exp(s - m)
            z += w
            acc += w * v
            A[i, j] = s
        A[i] = np.exp(A[i] - m) / z
        O[i] = acc / z
    return O, A
