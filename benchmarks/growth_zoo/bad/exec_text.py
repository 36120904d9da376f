"""Cheat: runs the cubic part from a string.

Expected: not expected.
"""

import numpy as np


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    E = np.exp(Q @ K.T / np.sqrt(K.shape[1]))
    space = {"E": E, "np": np}
    exec("A = np.diag(1 / E.sum(axis=1)) @ E", space)
    A = space["A"]
    return A @ V, A
