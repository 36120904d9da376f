"""One product with the three matrices stacked, split afterwards."""
import numpy as np


def project_qkv(X, W_Q, W_K, W_V):
    d_k = W_Q.shape[1]
    stacked = X @ np.concatenate([W_Q, W_K, W_V], axis=1)
    return tuple(np.split(stacked, [d_k, 2 * d_k], axis=-1))
