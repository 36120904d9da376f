"""A property that computes the matrix again for every row.

Expected: faster.
"""

import numpy as np


def softmax(S):
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True)


class Attention:
    def __init__(self, Q, K):
        self.Q, self.K = Q, K

    @property
    def A(self):
        return softmax(self.Q @ self.K.T / np.sqrt(self.K.shape[1]))


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    attention = Attention(Q, K)
    A = np.stack([attention.A[i] for i in range(len(X))])
    return A @ V, A
