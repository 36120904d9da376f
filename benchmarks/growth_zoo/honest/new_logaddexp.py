"""Normalises with np.logaddexp.reduce."""

import numpy as np


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    S = np.dot(Q, K.T) / np.sqrt(K.shape[1])
    A = np.exp(S - np.logaddexp.reduce(S, axis=1)[:, None])
    return np.dot(A, V), A
