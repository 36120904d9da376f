"""Through the singular values of the score matrix.

Expected: faster.
"""

import numpy as np


def softmax(S):
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True)


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    U, s, Vh = np.linalg.svd(Q @ K.T / np.sqrt(K.shape[1]))
    A = softmax((U * s) @ Vh)
    return A @ V, A
