"""One query at a time, scores, weights and output in turn."""
import math

import numpy as np


def scaled_dot_product_attention(Q, K, V, mask=None):
    if Q.ndim > 2:
        pairs = [scaled_dot_product_attention(q, k, v, mask) for q, k, v in zip(Q, K, V)]
        return np.array([o for o, _ in pairs]), np.array([a for _, a in pairs])
    O, A = [], []
    for i, q in enumerate(Q):
        s = K @ q / math.sqrt(len(q))
        if mask is not None:
            s = np.where(mask[i], s, -np.inf)
        a = softmax(s[None])[0]
        A.append(a)
        O.append(a @ V)
    return np.array(O), np.array(A)
