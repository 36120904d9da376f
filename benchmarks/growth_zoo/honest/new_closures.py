"""Nested functions, lru_cache, a lambda and functools.reduce."""

from functools import lru_cache, reduce

import numpy as np


@lru_cache(maxsize=None)
def root(d):
    return d**0.5


def compose(*functions):
    return reduce(lambda f, g: lambda x: g(f(x)), functions)


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    def scale(S):
        return S / root(K.shape[-1])

    exp = lambda S: np.exp(S - np.max(S, -1, keepdims=True))
    A = compose(scale, exp, lambda E: E / np.sum(E, -1, keepdims=True))(Q @ K.T)
    return A @ V, A
