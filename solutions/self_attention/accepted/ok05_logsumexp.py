"""Softmax as e to the power of S minus the logarithm of the sum."""
import numpy as np


def softmax(S):
    top = S.max(axis=-1, keepdims=True)
    top = np.where(np.isfinite(top), top, 0.0)
    with np.errstate(divide="ignore"):
        return np.exp(S - top - np.log(np.exp(S - top).sum(axis=-1, keepdims=True)))
