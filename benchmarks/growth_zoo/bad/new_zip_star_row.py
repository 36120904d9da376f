"""list(zip(*E)) again for every row.

Expected: faster list.
"""

import numpy as np


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    E = np.exp(Q @ K.T / np.sqrt(K.shape[1]))
    rows = E.tolist()
    columns = [list(zip(*rows))[j] for j in range(len(rows))]
    A = np.array(list(zip(*columns))) / E.sum(axis=1, keepdims=True)
    return A @ V, A
