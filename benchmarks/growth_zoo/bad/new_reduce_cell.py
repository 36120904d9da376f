"""functools.reduce(operator.add, row) for every cell.

Expected: faster.
"""

from functools import reduce
from operator import add

import numpy as np


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    E = np.exp(Q @ K.T / np.sqrt(K.shape[1]))
    rows = E.tolist()
    A = np.array([[x / reduce(add, row) for x in row] for row in rows])
    return A @ V, A
