# %% [markdown]
# # Layer normalisation in numpy
#
# One token is one row of `X`. Fill in the two functions from top to bottom.
#
# 토큰 하나가 `X`의 한 행이에요. 두 함수를 위에서부터 채우세요.

# %%
"""Layer normalisation in two steps, in numpy alone."""
import numpy as np

Array = np.ndarray

# %% [markdown]
# ## 1. Standardise
#
# Each row of `X` gets mean 0 and variance 1; no row looks at another.
#
# `X`의 각 행은 평균 0, 분산 1이 돼요. 어떤 행도 다른 행을 보지 않아요.


# %%
def standardize(X: Array, eps: float = 1e-5) -> Array:
    """Give every row of X mean 0 and variance 1.

    X: (n, d), one row a token. eps: a small number that is added to the variance before its root.
    Returns Z: (n, d).

        Z[i, j] = (X[i, j] - mean of row i) / the root of (variance of row i + eps)

    >>> standardize(np.array([[1.0, 3.0]]), eps=0.0)
    array([[-1.,  1.]])
    """
    # BEGIN SOLUTION
    centred = X - X.mean(axis=-1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + eps)
    # END SOLUTION


# %% [markdown]
# ## 2. Scale and shift
#
# Every column of the result has a learned gain and a learned bias.
#
# 결과의 각 열에는 학습된 gain과 bias가 하나씩 있어요.


# %%
def layer_norm(X: Array, gain: Array, bias: Array, eps: float = 1e-5) -> Array:
    """Standardise the rows of X, then scale and shift the columns.

    X: (n, d); gain, bias: (d,). Returns Y: (n, d).

        Y[i, j] = gain[j] * Z[i, j] + bias[j], where Z is X standardised

    >>> layer_norm(np.array([[1.0, 3.0]]), np.array([2.0, 1.0]), np.array([0.0, 5.0]), eps=0.0)
    array([[-2.,  6.]])
    """
    # BEGIN SOLUTION
    return gain * standardize(X, eps) + bias
    # END SOLUTION
