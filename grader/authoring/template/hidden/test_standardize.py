"""Step 1: every row gets mean 0 and variance 1."""

import numpy as np
from pytest import mark

points = mark.points


@points(3, core=True)
def test_rows_are_standardised(learner, normal, approx):
    """Z[i, j] is how many deviations X[i, j] lies from the mean of its row.

    Mean and variance are taken over one row: a token is compared with itself, never with other tokens.
    """
    for n, d in [(5, 7), (4, 4), (1, 6)]:
        X = 3 * normal(n, d) + 2
        rows = [(row - row.mean()) / (row.var() + 1e-5) ** 0.5 for row in X]
        assert learner.standardize(X) == approx(np.array(rows))


@points(2)
def test_equal_numbers_give_zeros(learner, approx):
    """A row of equal numbers becomes zeros, not nan.

    What is the variance of such a row, and what happens when something is divided by its root?
    """
    X = np.array([[4.0, 4.0, 4.0], [1.0, 2.0, 6.0]])
    row = (X[1] - 3) / (14 / 3 + 1e-5) ** 0.5
    assert learner.standardize(X) == approx(np.array([[0.0, 0.0, 0.0], row]))


@points(1)
def test_input_stays_as_it_was(learner, normal):
    """X comes back unchanged.

    Whoever calls you still needs X: return a new array.
    """
    learner.standardize(normal(3, 4))
    assert learner.last.changed == ()
