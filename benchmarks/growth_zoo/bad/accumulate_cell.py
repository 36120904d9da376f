"""itertools.accumulate for every cell, its last item taken by a deque.

Expected: faster list.
"""

from collections import deque
from itertools import accumulate

import numpy as np


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    E = np.exp(Q @ K.T / np.sqrt(K.shape[1])).tolist()
    A = [[x / deque(accumulate(row), maxlen=1)[0] for x in row] for row in E]
    return np.array(A) @ V, np.array(A)
