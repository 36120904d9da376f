"""A Matrix class over list with __matmul__ and a property."""

import math

import numpy as np


class Matrix(list):
    @property
    def T(self):
        return Matrix(list(column) for column in zip(*self))

    def __matmul__(self, other):
        columns = other.T
        return Matrix([sum(a * b for a, b in zip(row, column)) for column in columns] for row in self)

    def map_rows(self, f):
        return Matrix(f(row) for row in self)


def softmax(row):
    top = max(row)
    e = [math.exp(x - top) for x in row]
    total = sum(e)
    return [x / total for x in e]


def self_attention(X, W_Q, W_K, W_V):
    X, W_Q, W_K, W_V = (Matrix(M.tolist()) for M in (X, W_Q, W_K, W_V))
    S = (X @ W_Q) @ (X @ W_K).T
    root = math.sqrt(len(W_K[0]))
    A = S.map_rows(lambda row: softmax([x / root for x in row]))
    return np.array(A @ (X @ W_V)), np.array(A)
