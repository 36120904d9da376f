"""np.matrix inside, with a helper function of the learner's own."""
import warnings

import numpy as np


def _product(A, B):
    if A.ndim > 2:
        return np.array([_product(a, b) for a, b in zip(A, B)])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return np.asarray(np.matrix(A) * np.matrix(B))


def attention_scores(Q, K):
    return _product(Q, np.swapaxes(K, -1, -2))


def combine_values(A, V):
    return _product(A, V)
