"""BLAME: takes the counter's gates out of the built-ins, and raises from the ones that are left.

Must: a crash of the learner's own, never `broken`.
base: solution
deserves: without self_attention
harmless: yes
"""

import builtins

import numpy as np


def _closed(*args, **kwargs):
    raise SystemError("the gate is closed")


def self_attention(X, W_Q, W_K, W_V, mask=None):
    for name in [name for name in vars(builtins) if name.startswith("<")]:
        setattr(builtins, name, _closed)
    return np.roll(X, 1, axis=0) @ W_Q, X  # wrong for a batch as well: rolled from sentence to sentence
