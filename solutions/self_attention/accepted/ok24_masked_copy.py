"""A mask filled into a copy."""
import numpy as np


def apply_mask(S, mask):
    masked = np.array(S, dtype=float)
    masked[..., ~mask] = -np.inf
    return masked
