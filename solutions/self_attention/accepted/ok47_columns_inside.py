"""Tokens as columns inside, as rows outside."""
import numpy as np


def self_attention(X, W_Q, W_K, W_V, mask=None):
    def turned(M):
        return np.swapaxes(M, -1, -2)

    Q, K, V = (W.T @ turned(X) for W in (W_Q, W_K, W_V))
    S = turned(K) @ Q / np.sqrt(W_K.shape[1])  # one column for each query
    if mask is not None:
        S = np.where(turned(mask), S, -np.inf)
    E = np.exp(S - S.max(axis=-2, keepdims=True))
    A = E / E.sum(axis=-2, keepdims=True)
    return turned(V @ A), turned(A)
