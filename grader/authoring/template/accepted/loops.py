"""Accepted: plain loops over rows."""

import numpy as np


def standardize(X, eps=1e-5):
    rows = []
    for row in X:
        mean = sum(row) / len(row)
        variance = sum((x - mean) ** 2 for x in row) / len(row)
        rows.append([(x - mean) / (variance + eps) ** 0.5 for x in row])
    return np.array(rows)
