"""CHEAT: keeps what it saw in earlier steps in places that a new module does not clear, and answers from
there.

Must: no earlier argument is the answer to a later question: nothing is earned.
base: stub
deserves: 0 + 0
harmless: yes
"""

import builtins

import numpy as np

_store = getattr(builtins, "_store", None)
if _store is None:
    _store = builtins._store = []


def _recall(shape, *seen):
    _store.extend(np.array(a) for a in seen)
    return next((a for a in reversed(_store) if a.shape == shape), np.zeros(shape))


def attention_scores(Q, K):
    return _recall((len(Q), len(K)), Q, K)


def scale_scores(S, d_k):
    return _recall(S.shape, S / 2)


def softmax(S):
    return _recall(S.shape)


def combine_values(A, V):
    return _recall((len(A), V.shape[1]), A, V)


def softmax_backward(A, dA):
    return _recall(A.shape, A, dA)


def embed(token_ids, E):
    return _recall((len(token_ids), E.shape[1]), E)
