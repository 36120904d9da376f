"""A name for everything, nothing reused."""

import math

import numpy as np


def self_attention(X, W_Q, W_K, W_V):
    query = np.matmul(X, W_Q)
    key = np.matmul(X, W_K)
    value = np.matmul(X, W_V)
    key_transposed = np.transpose(key)
    scores = np.matmul(query, key_transposed)
    scaled = np.divide(scores, math.sqrt(key.shape[1]))
    largest = np.max(scaled, axis=-1, keepdims=True)
    shifted = np.subtract(scaled, largest)
    exponentials = np.exp(shifted)
    sums = np.sum(exponentials, axis=-1, keepdims=True)
    weights = np.divide(exponentials, sums)
    output = np.matmul(weights, value)
    return output, weights
