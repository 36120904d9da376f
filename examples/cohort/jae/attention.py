import numpy as np


def embed(token_ids, E):
    return np.array([E[i] for i in token_ids])


def project_qkv(X, W_Q, W_K, W_V):
    return np.dot(X, W_Q), np.dot(X, W_K), np.dot(X, W_V)


def attention_scores(Q, K):
    S = np.zeros((len(Q), len(K)))
    for i in range(len(Q)):
        for j in range(len(K)):
            S[i, j] = sum(Q[i, c] * K[j, c] for c in range(Q.shape[1]))
    return S


def scale_scores(S, d_k):
    return S / np.sqrt(d_k)


def softmax(S):
    rows = []
    for row in S:
        e = np.exp(row - max(row))
        rows.append(e / sum(e))
    return np.array(rows)


def combine_values(A, V):
    return np.array([sum(a * v for a, v in zip(row, V)) for row in A])


def scaled_dot_product_attention(Q, K, V, mask=None):
    A = softmax(scale_scores(attention_scores(Q, K), K.shape[1]))
    return combine_values(A, V), A


def self_attention(X, W_Q, W_K, W_V, mask=None):
    return scaled_dot_product_attention(*project_qkv(X, W_Q, W_K, W_V))


def attention_macs(n, d_k, d_v):
    macs = 0
    for _ in range(n):
        macs += n * d_k
    for _ in range(n):
        macs += n * d_v
    return macs


def growth_exponent(ns, costs):
    return np.polyfit(np.log(ns), np.log(costs), 1)[0]


def crossover_length(d_model, d_k, d_v):
    return (2 * d_model * d_k + d_model * d_v) / (d_k + d_v)


print(softmax(np.array([[0.0, 1.0]])))
