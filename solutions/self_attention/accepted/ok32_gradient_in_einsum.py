"""All gradients in einsum."""
import math

import numpy as np


def sdpa_backward(Q, K, V, dO):
    r = math.sqrt(Q.shape[1])
    A = softmax(np.einsum("id,jd->ij", Q, K) / r)
    dA = np.einsum("ic,jc->ij", dO, V)
    dS = A * (dA - np.einsum("ij,ij->i", A, dA)[:, None]) / r
    return np.einsum("ij,jd->id", dS, K), np.einsum("ij,id->jd", dS, Q), np.einsum("ij,ic->jc", A, dO)
