"""Blocks of two keys with a running maximum, for the whole formula."""
import numpy as np


def scaled_dot_product_attention(Q, K, V, mask=None):
    if Q.ndim > 2:
        pairs = [scaled_dot_product_attention(q, k, v, mask) for q, k, v in zip(Q, K, V)]
        return np.array([o for o, _ in pairs]), np.array([a for _, a in pairs])
    S = np.hstack([Q @ K[a : a + 2].T for a in range(0, len(K), 2)]) / np.sqrt(Q.shape[1])
    if mask is not None:
        S = np.where(mask, S, -np.inf)
    top, total, O = np.full((len(Q), 1), -np.inf), np.zeros((len(Q), 1)), np.zeros((len(Q), V.shape[1]))
    for a in range(0, len(K), 2):
        block = S[:, a : a + 2]
        new = np.maximum(top, block.max(axis=1, keepdims=True))
        safe = np.where(np.isfinite(new), new, 0.0)
        kept, E = np.exp(np.where(np.isfinite(top), top - safe, -np.inf)), np.exp(block - safe)
        total, O, top = kept * total + E.sum(axis=1, keepdims=True), kept * O + E @ V[a : a + 2], new
    total = np.where(total > 0, total, 1.0)
    return O / total, np.exp(S - np.where(np.isfinite(top), top, 0.0)) / total
