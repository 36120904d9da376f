"""Softmax as exp(S - logsumexp)."""

import numpy as np


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    S = Q @ K.T / np.sqrt(K.shape[1])
    m = np.amax(S, axis=1, keepdims=True)
    lse = m + np.log(np.sum(np.exp(S - m), axis=1, keepdims=True))
    A = np.exp(S - lse)
    return A @ V, A
