"""W_O cut into blocks, one a head, and the products added."""


def multi_head_self_attention(X, W_Q, W_K, W_V, W_O, num_heads):
    result = 0
    for h in range(num_heads):
        k = slice(h * W_Q.shape[1] // num_heads, (h + 1) * W_Q.shape[1] // num_heads)
        v = slice(h * W_V.shape[1] // num_heads, (h + 1) * W_V.shape[1] // num_heads)
        O, _ = self_attention(X, W_Q[:, k], W_K[:, k], W_V[:, v])
        result = result + O @ W_O[v]
    return result
