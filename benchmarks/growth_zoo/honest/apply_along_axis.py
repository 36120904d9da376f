"""Softmax by np.apply_along_axis."""

import numpy as np


def softmax_row(s):
    e = np.exp(s - np.max(s))
    return e / np.sum(e)


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    S = np.inner(Q, K) / np.sqrt(K.shape[-1])
    A = np.apply_along_axis(softmax_row, 1, S)
    return np.tensordot(A, V, axes=([1], [0])), A
