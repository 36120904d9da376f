"""np.matrix, whose * is a product."""

import numpy as np


def self_attention(X, W_Q, W_K, W_V):
    X, W_Q, W_K, W_V = map(np.asmatrix, (X, W_Q, W_K, W_V))
    S = (X * W_Q) * (X * W_K).T / np.sqrt(W_K.shape[1])
    E = np.exp(S - S.max(axis=1))
    A = E / E.sum(axis=1)
    return np.asarray(A * (X * W_V)), np.asarray(A)
