"""Softmax and scaling computed in float32."""
import math

import numpy as np


def scale_scores(S, d_k):
    return S.astype(np.float32) / np.float32(math.sqrt(d_k))


def softmax(S):
    top = S.max(axis=-1, keepdims=True)
    Z = (S - np.where(np.isfinite(top), top, 0)).astype(np.float32)
    E = np.exp(Z)
    total = E.sum(axis=-1, keepdims=True)
    return E / np.where(total > 0, total, np.float32(1))
