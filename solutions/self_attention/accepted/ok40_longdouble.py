"""Softmax in extended precision, returned as float64."""
import numpy as np


def softmax(S):
    Z = np.asarray(S, dtype=np.longdouble)
    top = Z.max(axis=-1, keepdims=True)
    E = np.exp(Z - np.where(np.isfinite(top), top, 0))
    total = E.sum(axis=-1, keepdims=True)
    return (E / np.where(total > 0, total, 1)).astype(np.float64)
