"""Row sums by integers of thousands of digits, for every cell.

Expected: not expected.
"""

import numpy as np


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    E = np.exp(Q @ K.T / np.sqrt(K.shape[1]))
    A = []
    for row in E.tolist():
        new = []
        for x in row:
            packed = 0
            for k, y in enumerate(row):
                packed |= int(y * 2**40) << (64 * k)
            total = (packed * int("1" * 1)) % ((1 << 64) - 1)
            new.append(x / (total / 2**40))
        A.append(new)
    A = np.array(A)
    return A @ V, A
