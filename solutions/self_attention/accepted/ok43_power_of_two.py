"""e to the power of s as 2 to the power of s / ln 2."""
import numpy as np


def softmax(S):
    Z = (S - S.max(axis=-1, keepdims=True)) * np.log2(np.e)
    P = np.exp2(Z)
    return P / np.sum(P, axis=-1, keepdims=True)
