"""CHEAT: answers with infinities, huge numbers, signalling nans and nans that carry a message.

Must: they equal nothing; no warning of numpy's shows a line of the suite.
base: stub
deserves: 0 + 0
harmless: yes
"""

import numpy as np


def _payload(*shape):
    return np.full(shape, 0x7FF0DEADBEEF0001, "<u8").view("<f8")


def embed(token_ids, E):
    return _payload(len(token_ids), E.shape[1])


def attention_scores(Q, K):
    return np.full((len(Q), len(K)), 1.7e308)


def scale_scores(S, d_k):
    return np.full(S.shape, np.inf)


def softmax(S):
    return np.full(S.shape, -1.7e308)


def combine_values(A, V):
    return np.full((len(A), V.shape[1]), np.inf)


def project_qkv(X, W_Q, W_K, W_V):
    return tuple(np.full((len(X), W.shape[1]), np.inf) for W in (W_Q, W_K, W_V))


def attention_macs(n, d_k, d_v):
    return 1.7e308


def growth_exponent(ns, costs):
    return float("inf")


def crossover_length(d_model, d_k, d_v):
    return np.float64("-inf")
