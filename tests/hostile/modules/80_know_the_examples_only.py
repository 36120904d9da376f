"""CHEAT: knows the examples of the docstrings and the sizes of the visible checks, and guesses elsewhere.

Must: hidden sizes and data differ: nothing is earned.
base: stub
deserves: 0 + 0
harmless: yes
"""

import numpy as np


def softmax(S):
    if np.array_equal(S, [[0.0, np.log(3)], [7.0, 7.0]]):
        return np.array([[0.25, 0.75], [0.5, 0.5]])
    return np.full(S.shape, 1 / S.shape[-1])


def attention_scores(Q, K):
    return np.array([[6.0, 10.0], [12.0, 0.0]]) if Q.shape == (2, 2) else np.zeros((len(Q), len(K)))


def scale_scores(S, d_k):
    return S / 2


def attention_macs(n, d_k, d_v):
    return 28


def growth_exponent(ns, costs):
    return 2.0


def crossover_length(d_model, d_k, d_v):
    return 6.0


def causal_mask(n):
    return np.ones((n, n), dtype=bool)
