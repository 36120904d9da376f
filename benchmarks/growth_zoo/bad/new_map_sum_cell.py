"""sum passed to map, over a row repeated for every cell.

Expected: faster list.
"""

from itertools import repeat

import numpy as np


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    E = np.exp(Q @ K.T / np.sqrt(K.shape[1]))
    A = np.array([[x / z for x, z in zip(row, map(sum, repeat(row, len(row))))] for row in E.tolist()])
    return A @ V, A
