"""np.vsplit into rows, np.concatenate of the results."""

import numpy as np


def softmax(S):
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True)


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    parts = [softmax(q @ K.T / np.sqrt(K.shape[1])) for q in np.vsplit(Q, len(Q))]
    A = np.concatenate(parts, axis=0)
    return np.vstack([a @ V for a in parts]), A
