"""fmean and copies, but once a row: the library calls that are cubic inside a double loop."""

import copy
import statistics
from itertools import accumulate

import numpy as np


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    S = (Q @ K.T / np.sqrt(K.shape[1])).tolist()
    A = []
    for row in copy.deepcopy(S):
        first = row.index(max(row))
        e = np.exp(np.array(row[:]) - row[first]).tolist()
        total = list(accumulate(e))[-1]
        mean = statistics.fmean(e)
        A.append([x / (0.5 * total + 0.5 * mean * len(e)) for x in e])
    A = np.array(A)
    return A @ V, A
