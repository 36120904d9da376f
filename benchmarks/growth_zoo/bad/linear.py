"""Linear attention: less work, wrong values.

Expected: wrong values.
"""

import numpy as np


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    phi = lambda M: np.maximum(M, 0) + 1e-6
    O = phi(Q) @ (phi(K).T @ V) / (phi(Q) @ phi(K).sum(axis=0))[:, None]
    return O, np.broadcast_to(1 / len(X), (len(X), len(X)))
