"""Softmax with a tiny number in the divisor."""
import numpy as np


def softmax(S):
    top = S.max(axis=-1, keepdims=True)
    E = np.exp(S - np.where(np.isfinite(top), top, 0))
    return E / (E.sum(axis=-1, keepdims=True) + 1e-9)
