"""All heads at once, with the head axis as a batch."""
import math


def multi_head_self_attention(X, W_Q, W_K, W_V, W_O, num_heads):
    def heads(M):
        return M.reshape(len(X), num_heads, -1).transpose(1, 0, 2)

    Q, K, V = heads(X @ W_Q), heads(X @ W_K), heads(X @ W_V)
    A = softmax(Q @ K.transpose(0, 2, 1) / math.sqrt(Q.shape[-1]))
    return (A @ V).transpose(1, 0, 2).reshape(len(X), -1) @ W_O
