"""Softmax of one row, applied along the last axis."""
import numpy as np


def softmax(S):
    def of_row(row):
        e = np.exp(row - row.max())
        return e / e.sum()

    return np.apply_along_axis(of_row, -1, np.asarray(S, dtype=float))
