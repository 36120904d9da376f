"""Projections by tensordot over the last axis."""
import numpy as np


def project_qkv(X, W_Q, W_K, W_V):
    Q, K, V = (np.tensordot(X, W, axes=(-1, 0)) for W in (W_Q, W_K, W_V))
    return Q, K, V
