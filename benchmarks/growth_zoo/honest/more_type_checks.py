"""Checks, asserts and conversions at every step, as a careful beginner writes them."""

import numpy as np


def self_attention(X, W_Q, W_K, W_V):
    X = np.array(X, dtype=np.float64)
    assert isinstance(X, np.ndarray) and X.ndim == 2, "two axes"
    Q, K, V = np.matmul(X, W_Q), np.matmul(X, W_K), np.matmul(X, W_V)
    n = int(X.shape[0])
    A = np.zeros(shape=(n, n), dtype=float)
    for i in range(0, n, 1):
        scores = []
        for j in range(0, n, 1):
            value = 0
            for k in range(0, K.shape[1], 1):
                value = value + float(Q[i][k]) * float(K[j][k])
            scores.append(value / float(np.sqrt(K.shape[1])))
        biggest = scores[0]
        for s in scores:
            if s > biggest:
                biggest = s
        total = 0
        for j in range(len(scores)):
            scores[j] = np.exp(scores[j] - biggest)
            total += scores[j]
        for j in range(len(scores)):
            A[i][j] = scores[j] / total
    assert not np.any(np.isnan(A)) and np.all(A >= 0) and np.allclose(np.sum(A, axis=1), np.ones(n))
    return np.matmul(A, V), A
