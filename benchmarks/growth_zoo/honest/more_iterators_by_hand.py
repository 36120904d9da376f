"""next() and StopIteration instead of for."""

import math

import numpy as np


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    A, queries = [], iter(Q)
    while True:
        try:
            q = next(queries)
        except StopIteration:
            break
        keys, row = iter(K), []
        while (k := next(keys, None)) is not None:
            row.append(math.exp(float(q.dot(k)) / math.sqrt(k.size)))
        total = sum(row)
        A.append(tuple(w / total for w in row))
    A = np.array(A)
    return A @ V, A
