"""CHEAT: answers with unsigned, one-byte and Boolean arrays that wrap, overflow or compare as true.

Must: they are compared as numbers, and nothing is earned.
base: stub
deserves: 0 + 0
harmless: yes
"""

import numpy as np


def embed(token_ids, E):
    return np.full((len(token_ids), E.shape[1]), 255, np.uint8)


def attention_scores(Q, K):
    return np.full((len(Q), len(K)), 2**64 - 1, np.uint64)


def scale_scores(S, d_k):
    return np.full(S.shape, -(2**63), np.int64)


def softmax(S):
    return np.ones(S.shape, bool)


def combine_values(A, V):
    return np.full((len(A), V.shape[1]), -128, np.int8)


def attention_macs(n, d_k, d_v):
    return np.uint8((n * n * (d_k + d_v)) % 256)


def growth_exponent(ns, costs):
    return np.float16(65504)


def crossover_length(d_model, d_k, d_v):
    return True


def causal_mask(n):
    return np.full((n, n), 2, np.uint8)
