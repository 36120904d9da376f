"""np.where with a mask that hides nothing, then renormalises."""

import numpy as np


def softmax(S):
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True)


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    mask = np.ones((len(X), len(X)), dtype=bool)
    S = np.where(mask, Q @ K.T / np.sqrt(K.shape[1]), -np.inf)
    A = np.where(mask, softmax(S), 0.0)
    A = np.nan_to_num(A / A.sum(-1)[:, np.newaxis])
    return A @ V, A
