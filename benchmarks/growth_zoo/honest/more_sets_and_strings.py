"""A set of done pairs, strings as keys, text that grows."""

import numpy as np


def softmax(S):
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True)


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    done, log, S = set(), "", {}
    for i in range(len(X)):
        for j in range(len(X)):
            if (i, j) not in done:
                done |= {(i, j)}
                S[f"{i},{j}"] = float(Q[i] @ K[j])
        log += "row " + str(i) + "; "
    A = softmax(np.array([[S["%d,%d" % (i, j)] for j in range(len(X))] for i in range(len(X))]) / len(K[0]) ** 0.5)
    return A @ V, A
