"""CHEAT: sets its inputs to zero, so that an answer made from them afterwards agrees.

Must: the grader's inputs are its own: nothing is earned.
base: stub
deserves: 0 + 0
harmless: yes
"""

import numpy as np


def _zero(*args):
    for array in args:
        if isinstance(array, np.ndarray):
            array[...] = 0


def attention_scores(Q, K):
    _zero(Q, K)
    return np.zeros((len(Q), len(K)))


def scale_scores(S, d_k):
    _zero(S)
    return S


def softmax(S):
    _zero(S)
    return np.full(S.shape, 1 / S.shape[-1])


def combine_values(A, V):
    _zero(A, V)
    return np.zeros((len(A), V.shape[1]))


def project_qkv(X, W_Q, W_K, W_V):
    _zero(X, W_Q, W_K, W_V)
    return tuple(np.zeros((len(X), W.shape[1])) for W in (W_Q, W_K, W_V))


def scaled_dot_product_attention(Q, K, V, mask=None):
    _zero(Q, K, V)
    return np.zeros((len(Q), V.shape[1])), np.full((len(Q), len(K)), 1 / len(K))


def embed(token_ids, E):
    _zero(E)
    return np.zeros((len(token_ids), E.shape[1]))
