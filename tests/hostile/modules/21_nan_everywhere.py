"""CHEAT: answers nan, in the right shapes: a comparison that asks whether something is wrong says no.

Must: nan equals nothing; nothing is earned.
base: stub
deserves: 0 + 0
harmless: yes
"""

import numpy as np


def _nan(*shape):
    return np.full(shape, np.nan)


def embed(token_ids, E):
    return _nan(len(token_ids), E.shape[1])


def project_qkv(X, W_Q, W_K, W_V):
    return tuple(_nan(len(X), W.shape[1]) for W in (W_Q, W_K, W_V))


def attention_scores(Q, K):
    return _nan(len(Q), len(K))


def scale_scores(S, d_k):
    return _nan(*S.shape)


def softmax(S):
    return _nan(*S.shape)


def combine_values(A, V):
    return _nan(len(A), V.shape[1])


def scaled_dot_product_attention(Q, K, V, mask=None):
    return _nan(len(Q), V.shape[1]), _nan(len(Q), len(K))


def self_attention(X, W_Q, W_K, W_V, mask=None):
    return _nan(len(X), W_V.shape[1]), _nan(len(X), len(X))


def attention_macs(n, d_k, d_v):
    return float("nan")


def growth_exponent(ns, costs):
    return float("nan")


def crossover_length(d_model, d_k, d_v):
    return float("nan")


def apply_mask(S, mask):
    return _nan(*S.shape)


def causal_mask(n):
    return _nan(n, n)
