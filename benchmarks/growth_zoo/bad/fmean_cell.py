"""statistics.fmean(row) in a double loop: C inside a Python loop.

Expected: faster list.
"""

import statistics

import numpy as np


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    E = np.exp(Q @ K.T / np.sqrt(K.shape[1])).tolist()
    A = [[x / (statistics.fmean(row) * len(row)) for x in row] for row in E]
    return np.array(A) @ V, np.array(A)
