"""ndarray.__matmul__, operator.matmul and getattr instead of @.

Expected: faster matmul.
"""

import operator

import numpy as np


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    E = np.exp(np.ndarray.__matmul__(Q, K.T) / np.sqrt(K.shape[1]))
    D = np.diag(1 / E.sum(axis=1))
    A = getattr(np, "mat" + "mul")(np.eye(len(D)), D)
    A = operator.matmul(A, E)
    return A @ V, A
