"""Scales the queries before the product instead of the scores after it."""
import numpy as np


def scaled_dot_product_attention(Q, K, V, mask=None):
    S = (Q / np.sqrt(Q.shape[-1])) @ np.swapaxes(K, -1, -2)
    if mask is not None:
        S = np.where(mask, S, -np.inf)
    A = softmax(S)
    return A @ V, A
