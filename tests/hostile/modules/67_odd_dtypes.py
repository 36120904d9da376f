"""CHEAT: answers with structured, object, text, date and long double arrays, masked arrays, matrices and
records.

Must: refused, or taken as the plain numbers they hold.
base: stub
deserves: 0 + 0
harmless: yes
"""

import numpy as np


def embed(token_ids, E):
    return np.zeros((len(token_ids),), dtype=[("a", "f8", E.shape[1])])


def project_qkv(X, W_Q, W_K, W_V):
    return np.ma.masked_all(X.shape), np.zeros(2, "M8[s]"), np.array([["a"]])


def attention_scores(Q, K):
    return np.ma.masked_array(np.zeros((len(Q), len(K))), mask=True)


def scale_scores(S, d_k):
    return np.zeros(S.shape, np.longdouble)


def softmax(S):
    return np.rec.array(np.zeros(S.shape))


def combine_values(A, V):
    return np.matrix(np.zeros((len(A), V.shape[1])))


def attention_macs(n, d_k, d_v):
    return np.array(n * n * (d_k + d_v), dtype=object)


def growth_exponent(ns, costs):
    return np.timedelta64(2, "s")


def crossover_length(d_model, d_k, d_v):
    return np.void(b"12345678")
