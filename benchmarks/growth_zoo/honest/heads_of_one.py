"""Works on a batch and head axis of one."""

import numpy as np


def softmax(S):
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True)


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    Q, K, V = (M.reshape(1, 1, *M.shape) for M in (Q, K, V))
    A = softmax(np.matmul(Q, K.transpose(0, 1, 3, 2)) / np.sqrt(Q.shape[-1]))
    return np.squeeze(A @ V), np.squeeze(A)
