"""The builtin sum over a row for every cell.

Expected: faster list.
"""

import numpy as np


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    E = np.exp(Q @ K.T / np.sqrt(K.shape[1])).tolist()
    A = [[x / sum(row) for x in row] for row in E]
    return np.array(A) @ V, np.array(A)
