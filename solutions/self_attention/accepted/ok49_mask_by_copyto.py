"""A copy of S, filled where the mask is False."""
import numpy as np


def apply_mask(S, mask):
    M = np.array(S, dtype=float)
    np.copyto(M, -1e30, where=np.logical_not(mask))
    return M


def causal_mask(n):
    return np.greater_equal.outer(np.arange(n), np.arange(n))
