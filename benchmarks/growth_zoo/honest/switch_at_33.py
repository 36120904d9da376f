"""Python loops from n = 33 on, one product below: the way changes between two of the sizes."""

import math

import numpy as np


def softmax(S):
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True)


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    n, root = len(X), math.sqrt(W_K.shape[1])
    if n < 33:
        S = Q @ K.T / root
    else:
        S = np.array([[sum(a * b for a, b in zip(q, k)) / root for k in K.tolist()] for q in Q.tolist()])
    A = softmax(S)
    return A @ V, A
