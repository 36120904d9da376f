"""Cheat: a function from compile() and types.FunctionType.

Expected: not expected.
"""

import types

import numpy as np


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    E = np.exp(Q @ K.T / np.sqrt(K.shape[1]))
    code = compile("np.diag(1 / E.sum(axis=1)) @ E", "hidden", "eval")
    A = types.FunctionType(code, {"np": np, "E": E, "__builtins__": __builtins__})()
    return A @ V, A
