"""No numpy but at the door: nested lists, zip and sum."""

import math

import numpy as np


def product(A, B):
    return [[sum(a * b for a, b in zip(row, column)) for column in zip(*B)] for row in A]


def softmax(row):
    m = max(row)
    e = [math.exp(x - m) for x in row]
    z = sum(e)
    return [x / z for x in e]


def self_attention(X, W_Q, W_K, W_V):
    X, W_Q, W_K, W_V = (M.tolist() for M in (X, W_Q, W_K, W_V))
    Q, K, V = product(X, W_Q), product(X, W_K), product(X, W_V)
    scale = math.sqrt(len(K[0]))
    S = [[sum(q * k for q, k in zip(q_row, k_row)) / scale for k_row in K] for q_row in Q]
    A = [softmax(row) for row in S]
    return np.array(product(A, V)), np.array(A)
