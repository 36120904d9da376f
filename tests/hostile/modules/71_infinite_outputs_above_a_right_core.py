"""LEAK: passes the core check of a step, then lets the suite compute inf - inf.

Must: no warning with a line of the suite reaches the grader's error stream.
base: solution
deserves: without self_attention
harmless: yes
"""

import numpy as np


def self_attention(X, W_Q, W_K, W_V, mask=None):
    return np.full((len(X), W_V.shape[1]), np.inf), np.full((len(X), len(X)), np.inf)
