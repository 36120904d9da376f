"""Heads cut out by slices and joined by hstack."""
import numpy as np


def split_heads(X, num_heads):
    return np.array(np.split(X, num_heads, axis=1))


def merge_heads(H):
    return np.hstack([H[h] for h in range(len(H))])
