"""In-place steps, each on a copy of its own."""
import numpy as np


def scale_scores(S, d_k):
    scaled = S.astype(float)
    scaled /= d_k**0.5
    return scaled


def softmax(S):
    A = np.array(S, dtype=float)
    top = A.max(axis=-1, keepdims=True)
    top[~np.isfinite(top)] = 0.0
    A -= top
    np.exp(A, out=A)
    total = A.sum(axis=-1, keepdims=True)
    total[total == 0] = 1.0
    A /= total
    return A
