"""The whole formula in one function of its own, not built from the steps."""
import math

import numpy as np


def self_attention(X, W_Q, W_K, W_V, mask=None):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    S = np.matmul(Q, np.moveaxis(K, -1, -2)) / math.sqrt(W_Q.shape[-1])
    if mask is not None:
        S = np.where(mask, S, -1e30)
    E = np.exp(S - np.amax(S, axis=-1)[..., None])
    A = E / np.sum(E, axis=-1)[..., None]
    return np.matmul(A, V), A
