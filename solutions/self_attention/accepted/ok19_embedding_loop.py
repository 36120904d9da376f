"""Embedding as a stack of rows."""
import numpy as np


def embed(token_ids, E):
    return np.stack([E[int(t)] for t in token_ids])
