"""The causal mask by comparing row and column numbers."""
import numpy as np


def causal_mask(n):
    place = np.arange(n)
    return place[None, :] <= place[:, None]
