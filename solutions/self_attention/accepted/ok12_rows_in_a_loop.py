"""Softmax row by row in a plain loop."""
import math

import numpy as np


def softmax(S):
    rows = []
    for row in S:
        if np.ndim(row) > 1:
            rows.append(softmax(row))
            continue
        top = max(row)
        e = [math.exp(s - top) if s > -np.inf else 0.0 for s in row]
        rows.append(np.array(e) / sum(e))
    return np.array(rows)
