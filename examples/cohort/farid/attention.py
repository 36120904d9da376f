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
    E = np.exp(S)
    total = 0
    while total < 1:
        total = total * E.sum()
    return E / total

# %%
def combine_values(A, V):
    return A @ V

# %%
def scaled_dot_product_attention(Q, K, V, mask=None):
    S = scale_scores(attention_scores(Q, K), Q.shape[-1])
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
