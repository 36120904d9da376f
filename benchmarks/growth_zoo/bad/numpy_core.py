"""Cheat: re-enters numpy through numpy._core.

Expected: faster.
"""

import sys

import numpy as np


def self_attention(X, W_Q, W_K, W_V):
    umath = sys.modules["numpy._core._multiarray_umath"]
    Q, K, V = umath.matmul(X, W_Q), umath.matmul(X, W_K), umath.matmul(X, W_V)
    E = umath.exp(umath.matmul(Q, K.T) / np.sqrt(K.shape[1]))
    A = umath.c_einsum("ij,jk->ik", np.diag(1 / umath.add.reduce(E, 1)), E)
    return umath.matmul(A, V), A
