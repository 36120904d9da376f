"""Bonus step 9, mask: True means "may attend". What is hidden weighs nothing, and the rest still sums to 1."""
import numpy as np
from pytest import mark

points = mark.points

OBLONG = np.array([[1, 0, 1, 1, 0], [0, 1, 1, 0, 1], [0, 0, 0, 1, 0]], dtype=bool)
SQUARE = np.array([[1, 0, 1, 0], [1, 1, 0, 0], [0, 1, 0, 1], [1, 1, 1, 0]], dtype=bool)


def attend(Q, K, V, mask):
    """The formula over what the mask lets through."""
    E = mask * np.exp(Q @ K.T / K.shape[1] ** 0.5)
    A = E / E.sum(axis=1, keepdims=True)
    return A @ V, A


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
        (O, A), expected = learner.scaled_dot_product_attention(Q, K, V, mask), attend(Q, K, V, mask)
        assert A == approx(expected[1])
        assert O == approx(expected[0])


@points(1)
def test_no_leakage(learner, normal, approx):
    """Changing future or padded tokens changes no output that cannot see them.

    self_attention has to pass its mask on. A masked token must not change the outputs of the others.
    """
    causal = np.tri(5, dtype=bool)
    padded = np.ones((5, 5), dtype=bool)
    padded[:, -1] = False
    X, W = normal(5, 7), [normal(7, d) / 3 for d in (6, 6, 4)]
    Y = np.vstack([X[:-1], 10 * normal(1, 7)])
    for mask in (causal, padded):
        expected, _ = attend(*(X @ w for w in W), mask)
        for tokens in (X, Y):
            O, _ = learner.self_attention(tokens, *W, mask)
            assert O.shape == (5, 4)
            assert O[:-1] == approx(expected[:-1])
