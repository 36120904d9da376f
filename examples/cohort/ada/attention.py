# Ada: every step and every bonus step.
# %%
import numpy as np

# %%
def embed(token_ids, E):
    return E[token_ids]

# %%
def project_qkv(X, W_Q, W_K, W_V):
    Q = X @ W_Q
    K = X @ W_K
    V = X @ W_V
    return Q, K, V

# %%
def attention_scores(Q, K):
    return Q @ np.swapaxes(K, -1, -2)

# %%
def scale_scores(S, d_k):
    return S / d_k**0.5

# %%
def softmax(S):
    shifted = S - np.max(S, axis=-1, keepdims=True)
    E = np.exp(shifted)
    return E / E.sum(axis=-1, keepdims=True)

# %%
def combine_values(A, V):
    return A @ V

# %%
def scaled_dot_product_attention(Q, K, V, mask=None):
    S = scale_scores(attention_scores(Q, K), Q.shape[-1])
    if mask is not None:
        S = apply_mask(S, mask)
    A = softmax(S)
    return combine_values(A, V), A


def self_attention(X, W_Q, W_K, W_V, mask=None):
    Q, K, V = project_qkv(X, W_Q, W_K, W_V)
    return scaled_dot_product_attention(Q, K, V, mask)

# %%
def attention_macs(n, d_k, d_v):
    return n * n * (d_k + d_v)


def growth_exponent(ns, costs):
    x, y = np.log(ns), np.log(costs)
    x = x - x.mean()
    return float((x * y).sum() / (x * x).sum())


def crossover_length(d_model, d_k, d_v):
    return d_model * (2 * d_k + d_v) / (d_k + d_v)


# %%
def causal_mask(n):
    i = np.arange(n)
    return i[None, :] <= i[:, None]


def apply_mask(S, mask):
    return np.where(mask, S, -np.inf)


# %%
def split_heads(X, num_heads):
    return np.stack(np.split(X, num_heads, axis=-1))


def merge_heads(H):
    return np.concatenate(list(H), axis=-1)


def multi_head_self_attention(X, W_Q, W_K, W_V, W_O, num_heads):
    Q, K, V = (split_heads(M, num_heads) for M in project_qkv(X, W_Q, W_K, W_V))
    O, _ = scaled_dot_product_attention(Q, K, V)
    return merge_heads(O) @ W_O


# %%
def softmax_backward(A, dA):
    return A * (dA - np.sum(A * dA, axis=-1, keepdims=True))


def sdpa_backward(Q, K, V, dO):
    root = Q.shape[-1] ** 0.5
    A = softmax(Q @ K.T / root)
    dS = softmax_backward(A, dO @ V.T) / root
    return dS @ K, dS.T @ Q, A.T @ dO


# %%
def blockwise_attention(Q, K, V, block_size):
    top = np.full((Q.shape[0], 1), -np.inf)
    total = np.zeros((Q.shape[0], 1))
    O = np.zeros((Q.shape[0], V.shape[1]))
    for start in range(0, K.shape[0], block_size):
        S = scale_scores(attention_scores(Q, K[start : start + block_size]), Q.shape[-1])
        higher = np.maximum(top, S.max(axis=-1, keepdims=True))
        weights, keep = np.exp(S - higher), np.exp(top - higher)
        total = keep * total + weights.sum(axis=-1, keepdims=True)
        O = keep * O + weights @ V[start : start + block_size]
        top = higher
    return O / total
