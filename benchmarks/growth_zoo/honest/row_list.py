"""Rows appended to lists, stacked at the end."""

import math

import numpy as np


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    rows, outs = [], []
    for q in Q:
        s = np.array([np.dot(q, k) for k in K]) / math.sqrt(len(q))
        s = np.exp(s - max(s))
        a = s / sum(s)
        rows.append(a)
        outs.append(np.sum(a[:, None] * V, axis=0))
    return np.stack(outs), np.vstack(rows)
