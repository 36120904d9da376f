"""Weights blanked after softmax and shared out again, the same where nothing underflows."""
import numpy as np


def scaled_dot_product_attention(Q, K, V, mask=None):
    A = softmax(Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1]))
    if mask is not None:
        A = np.where(mask, A, 0.0)
        A = A / A.sum(axis=-1, keepdims=True)
    return A @ V, A
