"""Rows from a generator with yield, a while loop inside."""

import math

import numpy as np


def rows(Q, K):
    for q in Q:
        scores, j = [], 0
        while j < len(K):
            scores.append(float((q * K[j]).sum()) / math.sqrt(len(q)))
            j += 1
        top = max(scores)
        weights = [math.exp(s - top) for s in scores]
        total = math.fsum(weights)
        yield [w / total for w in weights]


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    A = np.array(list(rows(Q, K)))
    return A @ V, A
