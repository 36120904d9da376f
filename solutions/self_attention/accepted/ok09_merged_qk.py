"""Scores as X (W_Q W_K^T) X^T, with the two maps merged."""
import numpy as np


def self_attention(X, W_Q, W_K, W_V, mask=None):
    S = X @ (W_Q @ W_K.T) @ np.swapaxes(X, -1, -2) / np.sqrt(W_K.shape[1])
    if mask is not None:
        S = np.where(mask, S, -np.inf)
    A = softmax(S)
    return A @ (X @ W_V), A
