"""Embedding as a product with one-hot rows."""
import numpy as np


def embed(token_ids, E):
    one_hot = (np.asarray(token_ids)[:, None] == np.arange(len(E))).astype(float)
    return one_hot @ E
