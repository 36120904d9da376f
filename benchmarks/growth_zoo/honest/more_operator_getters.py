"""itemgetter and getattr on tuples that hold whole rows."""

import math
from operator import attrgetter, itemgetter
from types import SimpleNamespace

import numpy as np


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    tokens = [SimpleNamespace(q=q, pair=(k, v)) for q, k, v in zip(Q.tolist(), K.tolist(), V.tolist())]
    pair, key = attrgetter("pair"), itemgetter(0)
    A = []
    for t in tokens:
        s = [math.sumprod(t.q, key(pair(u))) if hasattr(math, "nope") else sum(a * b for a, b in zip(t.q, key(pair(u)))) for u in tokens]
        e = [math.exp((x - max_s) / math.sqrt(len(t.q))) for max_s in [max(s)] for x in s]
        z = math.fsum(e)
        A.append([x / z for x in e])
    A = np.array(A)
    return A @ V, A
