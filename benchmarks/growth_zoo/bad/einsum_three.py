"""One einsum over three operands without optimize.

Expected: faster matmul.
"""

import numpy as np


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    E = np.exp(Q @ K.T / np.sqrt(K.shape[1]))
    A = np.einsum("ij,jk,kl->il", np.diag(1 / E.sum(axis=1)), np.eye(len(E)), E)
    return A @ V, A
