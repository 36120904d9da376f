"""An object that is called like a function."""
import numpy as np


class _Mix:
    def __call__(self, A, V):
        return np.einsum("...qk,...kv->...qv", A, V)


combine_values = _Mix()
