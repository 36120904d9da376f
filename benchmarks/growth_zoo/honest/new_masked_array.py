"""numpy.ma with nothing masked."""

import numpy as np


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    S = np.ma.masked_invalid(Q @ K.T / np.sqrt(K.shape[1]))
    E = np.ma.exp(S - S.max(axis=1)[:, None])
    A = (E / E.sum(axis=1)[:, None]).filled(0.0)
    return A @ V, A
