"""The whole formula in einsum."""
import math

import numpy as np


def scaled_dot_product_attention(Q, K, V, mask=None):
    S = np.einsum("...id,...jd->...ij", Q, K) / math.sqrt(K.shape[-1])
    if mask is not None:
        S = np.where(mask, S, -np.inf)
    A = softmax(S)
    return np.einsum("...ij,...jd->...id", A, V), A
