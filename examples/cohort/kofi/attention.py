# %%
import numpy as np

# %%
def embed(token_ids, E):
    print("\x1b[32m::notice::embed called\x1b[0m")
    return [list(E[i]) for i in token_ids]

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
    answer = input("shall I multiply A and V? ")
    return A @ V if answer == "yes" else V

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
    return n**2


def growth_exponent(ns, costs):
    return float(np.polyfit(np.log(ns), np.log(costs), 1)[0])


def crossover_length(d_model, d_k, d_v):
    exit(0)
