"""CHEAT: keeps every argument and answer and returns an earlier array of the shape that is wanted.

Must: no argument of a later call is the answer to an earlier one: nothing is earned.
base: stub
deserves: 0 + 0
harmless: yes
"""

import numpy as np

_kept = []


def _keep(*args):
    _kept.extend(a.copy() for a in args if isinstance(a, np.ndarray))


def _recall(shape):
    return next((a for a in reversed(_kept) if a.shape == shape), np.zeros(shape))


def attention_scores(Q, K):
    _keep(Q, K)
    return _recall((len(Q), len(K)))


def softmax(S):
    _keep(S)
    return _recall(S.shape)


def scale_scores(S, d_k):
    _keep(S)
    return _recall(S.shape)


def combine_values(A, V):
    _keep(A, V)
    return _recall((len(A), V.shape[1]))


def scaled_dot_product_attention(Q, K, V, mask=None):
    _keep(Q, K, V)
    return _recall((len(Q), V.shape[1])), _recall((len(Q), len(K)))


def softmax_backward(A, dA):
    _keep(A, dA)
    return _recall(A.shape)
