"""Cheat: the cubic part in a thread.

Expected: not expected.
"""

import threading

import numpy as np


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    E = np.exp(Q @ K.T / np.sqrt(K.shape[1]))
    box = []

    def work():
        box.append(np.diag(1 / E.sum(axis=1)) @ E)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    return box[0] @ V, box[0]
