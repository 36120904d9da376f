"""CHEAT: gives every argument back as it came.

Must: nothing is earned.
base: stub
deserves: 0 + 0
harmless: yes
"""


def _back(*args, **kwargs):
    return args[0]


for _name in _FUNCTIONS:
    globals()[_name] = _back


def project_qkv(X, W_Q, W_K, W_V):
    return W_Q, W_K, W_V


def scaled_dot_product_attention(Q, K, V, mask=None):
    return V, Q


def self_attention(X, W_Q, W_K, W_V, mask=None):
    return X, X
