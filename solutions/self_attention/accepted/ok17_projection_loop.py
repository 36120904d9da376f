"""Projections term by term, summed over the features."""
import numpy as np


def project_qkv(X, W_Q, W_K, W_V):
    results = []
    for W in (W_Q, W_K, W_V):
        P = np.zeros((*X.shape[:-1], W.shape[1]))
        for m in range(X.shape[-1]):
            P += X[..., m, None] * W[m]
        results.append(P)
    return tuple(results)
