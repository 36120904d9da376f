"""eval('sum(row)') for every cell.

Expected: not expected.
"""

import numpy as np


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    E = np.exp(Q @ K.T / np.sqrt(K.shape[1]))
    A = np.array([[x / eval("sum(row)", {"row": row}) for x in row] for row in E.tolist()])
    return A @ V, A
