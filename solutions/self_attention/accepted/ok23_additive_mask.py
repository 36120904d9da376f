"""A mask added as minus infinity."""
import numpy as np


def apply_mask(S, mask):
    hidden = np.zeros(mask.shape)
    hidden[~mask] = -np.inf
    return S + hidden
