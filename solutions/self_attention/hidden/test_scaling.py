"""Step 4, scaling: S' = S / sqrt(d_k). The main d_k are no perfect squares and no side of S."""
import numpy as np
from pytest import mark

points = mark.points


@points(4, core=True)
def test_divides_by_root_d_k(learner, normal, approx):
    """Every score is divided by the square root of d_k.

    The root is of d_k, the width of a key, not of the scores; the shape of S does not matter.
    """
    for n_q, n_k, d_k in [(4, 5, 6), (3, 3, 5), (6, 2, 7), (2, 7, 64)]:
        S = normal(n_q, n_k)
        assert learner.scale_scores(S, d_k) == approx(S / d_k**0.5)


@points(2)
def test_unit_variance(learner, normal):
    """Scaled dot products have a standard deviation of about 1, whatever d_k is.

    The variance of q . k is d_k. Dividing by the standard deviation brings it back to 1.
    """
    for d_k in (4, 64, 256):
        S = (normal(40, 50, d_k) * normal(40, 50, d_k)).sum(axis=-1)
        scaled = learner.scale_scores(S, d_k)
        assert scaled.shape == S.shape
        assert 0.8 < scaled.var() < 1.25


@points(1)
def test_integer_input(learner, approx):
    """Integer scores are scaled like any others, negative ones too.

    An integer array cannot hold fractions: the result needs an array of its own.
    """
    S = np.array([[4, -2, 0], [7, 1, -6]])
    assert learner.scale_scores(S, 6) == approx(S / 6**0.5)


@points(1)
def test_inputs_unchanged(learner, normal, approx):
    """Other scores give another result, and S is not changed.

    The caller still needs the unscaled scores: return a new array.
    """
    for S in (normal(3, 4), normal(3, 4)):
        scaled = learner.scale_scores(S, 5)
        assert learner.last.changed == ()
        assert scaled == approx(S / 5**0.5)
