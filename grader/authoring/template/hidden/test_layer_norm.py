"""Step 2: a gain and a bias for every column."""

import numpy as np
from pytest import mark

points = mark.points


@points(3, core=True)
def test_columns_are_scaled_and_shifted(learner, normal, approx):
    """Y[i, j] is gain[j] times the standardised entry, plus bias[j].

    Gain and bias belong to the columns: every token gets the same ones.
    """
    for n, d in [(5, 7), (4, 4)]:
        X, gain, bias = normal(n, d), normal(d), normal(d)
        rows = [gain * (row - row.mean()) / (row.var() + 1e-5) ** 0.5 + bias for row in X]
        assert learner.layer_norm(X, gain, bias) == approx(np.array(rows))


@points(1)
def test_shift_of_a_row_is_forgotten(learner, normal, approx):
    """Adding one number to a whole row changes nothing.

    The mean moves along with the row. What is left of the number after centring?
    """
    X, gain, bias = normal(3, 5), normal(5), normal(5)
    expected = learner.layer_norm(X, gain, bias)
    assert learner.layer_norm(X + np.array([[10.0], [-3.0], [0.5]]), gain, bias) == approx(expected)
