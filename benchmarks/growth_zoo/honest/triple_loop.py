"""Indices all the way down."""

import math

import numpy as np


def product(A, B):
    C = np.zeros((len(A), len(B[0])))
    for i in range(len(A)):
        for j in range(len(B[0])):
            for k in range(len(B)):
                C[i][j] += A[i][k] * B[k][j]
    return C


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = product(X, W_Q), product(X, W_K), product(X, W_V)
    S = product(Q, K.T) / math.sqrt(K.shape[1])
    A = np.exp(S - S.max(axis=1).reshape(-1, 1))
    A /= A.sum(axis=1).reshape(-1, 1)
    return product(A, V), A
