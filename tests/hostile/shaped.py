# Every function of the exercise, answering `_fill(shape)`; put in place of a module's SHAPED marker.
import numpy as np


def _zeros(*shape):
    return np.zeros(shape)


def _ones(*shape):
    return np.ones(shape)


def _uniform(*shape):
    return np.full(shape, 1 / max(1, shape[-1]))


_fill = _zeros  # the test puts the one that is asked for here


def embed(token_ids, E):
    return _fill(len(token_ids), E.shape[1])


def project_qkv(X, W_Q, W_K, W_V):
    return tuple(_fill(*X.shape[:-1], W.shape[1]) for W in (W_Q, W_K, W_V))


def attention_scores(Q, K):
    return _fill(*Q.shape[:-1], K.shape[-2])


def scale_scores(S, d_k):
    return _fill(*S.shape)


def softmax(S):
    return _fill(*S.shape)


def combine_values(A, V):
    return _fill(*A.shape[:-1], V.shape[-1])


def scaled_dot_product_attention(Q, K, V, mask=None):
    return _fill(*Q.shape[:-1], V.shape[-1]), _fill(*Q.shape[:-1], K.shape[-2])


def self_attention(X, W_Q, W_K, W_V, mask=None):
    return _fill(*X.shape[:-1], W_V.shape[1]), _fill(*X.shape[:-1], X.shape[-2])


def attention_macs(n, d_k, d_v):
    return int(_fill(1)[0])


def growth_exponent(ns, costs):
    return float(_fill(1)[0])


def crossover_length(d_model, d_k, d_v):
    return float(_fill(1)[0])


def causal_mask(n):
    return _fill(n, n) > 0


def apply_mask(S, mask):
    return _fill(*S.shape)


def split_heads(X, num_heads):
    return _fill(num_heads, len(X), X.shape[1] // num_heads)


def merge_heads(H):
    return _fill(H.shape[1], H.shape[0] * H.shape[2])


def multi_head_self_attention(X, W_Q, W_K, W_V, W_O, num_heads):
    return _fill(len(X), W_O.shape[1])


def softmax_backward(A, dA):
    return _fill(*A.shape)


def sdpa_backward(Q, K, V, dO):
    return _fill(*Q.shape), _fill(*K.shape), _fill(*V.shape)


def blockwise_attention(Q, K, V, block_size):
    return _fill(len(Q), V.shape[1])
