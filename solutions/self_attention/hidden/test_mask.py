"""Bonus step 9, mask: True means "may attend". What is hidden weighs nothing, and the rest still sums to 1."""
import numpy as np
from pytest import mark

points = mark.points

OBLONG = np.array([[1, 0, 1, 1, 0], [0, 1, 1, 0, 1], [0, 0, 0, 1, 0]], dtype=bool)
SQUARE = np.array([[1, 0, 1, 0], [1, 1, 0, 0], [0, 1, 0, 1], [1, 1, 1, 0]], dtype=bool)


def scaled_dot_product_attention(parts, Q, K, V, mask=True):
    """The formula over what the mask lets through."""
    S = parts.scale_scores(parts.attention_scores(Q, K), K.shape[1])
    A = parts.softmax(np.where(mask, S, -np.inf))
    return parts.combine_values(A, V), A


def self_attention(parts, X, W_Q, W_K, W_V, mask=True):
    return scaled_dot_product_attention(parts, *parts.project_qkv(X, W_Q, W_K, W_V), mask)


@points(2, core=True)
def test_apply_mask(learner, normal, approx):
    """A score stays where the mask is True; elsewhere e to its power is 0.

    True means "may attend". A masked score must be very low, not close to 0, so that softmax gives it no weight.
    """
    for mask in (OBLONG, SQUARE):
        S = normal(*mask.shape)
        M = learner.apply_mask(S, mask)
        assert M.shape == S.shape
        assert M[mask] == approx(S[mask])
        assert np.exp(M[~mask]) == approx(np.zeros((~mask).sum()))


@points(2)
def test_causal_mask(learner, approx):
    """Token i may attend to the tokens 0 to i, itself included.

    Return True and False. The first token sees only itself, the last token sees everything.
    """
    for n in (1, 3, 6):
        M = learner.causal_mask(n)
        assert M.dtype == bool
        assert M.astype(float) == approx(np.array([[float(j <= i) for j in range(n)] for i in range(n)]))


@points(1)
def test_large_scores(learner, approx):
    """A masked score of a million stays below a visible one of minus a million.

    Which number is lower than every score? Fill it into a new array; do not change S or the mask.
    """
    S = np.where(OBLONG, -1e6, 1e6)
    M = learner.apply_mask(S, OBLONG)
    assert learner.last.changed == ()
    assert M.shape == S.shape
    assert M[OBLONG] == approx(S[OBLONG])
    assert (M[~OBLONG] < -1.001e6).all()


@points(2)
def test_attention_uses_the_mask(learner, normal, approx):
    """With a mask, each row of weights is shared among the visible keys only.

    Mask before softmax. If you set weights to 0 after it, or blank the values, rows no longer sum to 1.
    """
    for mask, d_k, d_v in [(OBLONG, 6, 4), (SQUARE, 5, 5)]:
        n_q, n_k = mask.shape
        Q, K, V = normal(n_q, d_k), normal(n_k, d_k), normal(n_k, d_v)
        O, A = learner.scaled_dot_product_attention(Q, K, V, mask)
        assert A.shape == (n_q, n_k)
        assert A[~mask] == approx(np.zeros((~mask).sum()))
        for i in (0, n_q - 1):  # a query attends to the keys that it sees as if there were no others
            seen = mask[i]
            o, a = learner.scaled_dot_product_attention(Q[[i]], K[seen], V[seen])
            assert A[[i]][:, seen] == approx(a)
            assert O[[i]] == approx(o)
        assert np.ptp(A[mask]) > 1e-3  # weights that are all alike show no mask


@points(1)
def test_no_leakage(learner, normal, approx):
    """Changing future or padded tokens changes no output that cannot see them.

    self_attention has to pass its mask on. A masked token must not change the outputs of the others.
    """
    causal = np.tri(5, dtype=bool)
    padded = np.ones((5, 5), dtype=bool)
    padded[:, -1] = False
    for mask, d_model, d_k, d_v in [(causal, 7, 6, 4), (padded, 5, 5, 5)]:
        X, W = normal(5, d_model), [normal(d_model, d) / 3 for d in (d_k, d_k, d_v)]
        hidden, seen = np.vstack([X[:-1], 10 * normal(1, d_model)]), np.vstack([normal(1, d_model), X[1:]])
        O, _ = learner.self_attention(X, *W, mask)
        after, _ = learner.self_attention(hidden, *W, mask)
        assert after[:-1] == approx(O[:-1])
        other, _ = learner.self_attention(seen, *W, mask)
        assert abs(other[1:] - O[1:]).max(axis=1).min() > 1e-3
