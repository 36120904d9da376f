"""One product with the three matrices side by side, cut apart afterwards."""
import numpy as np


def project_qkv(X, W_Q, W_K, W_V):
    both = X @ np.concatenate([W_Q, W_K, W_V], axis=1)
    d_k = W_Q.shape[1]
    return both[..., :d_k], both[..., d_k : 2 * d_k], both[..., 2 * d_k :]
