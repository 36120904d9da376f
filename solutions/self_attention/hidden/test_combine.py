"""Step 6, combining the values: O[i] = sum over j of A[i, j] V[j]. A is made here, so no slip of step 5 counts."""
import numpy as np
from pytest import fixture, mark

points = mark.points


@fixture
def weights(normal):
    """Random weights: positive rows that sum to 1."""
    def make(n_q, n_k):
        E = np.exp(normal(n_q, n_k))
        return E / E.sum(axis=-1, keepdims=True)
    return make


@points(4, core=True)
def test_outputs_are_weighted_sums(learner, weights, normal, approx):
    """O[i] is the sum of all value vectors, each times its weight in row i.

    Output i uses row i of A and one row of V for each key. n_q queries give n_q vectors of d_v numbers.
    """
    for n_q, n_k, d_v in [(5, 4, 3), (4, 4, 4), (3, 6, 6), (2, 5, 2), (1, 3, 7)]:
        A, V = weights(n_q, n_k), normal(n_k, d_v)
        O = np.array([sum(row[j] * V[j] for j in range(n_k)) for row in A])
        assert learner.combine_values(A, V) == approx(O)


@points(2)
def test_outputs_within_range_of_values(learner, weights, normal, approx):
    """Equal values give that value, and no output lies outside the range of V.

    An average with weights that sum to 1 lies between the smallest and the largest value of each column.
    """
    A, v, V = weights(4, 6), normal(3), normal(6, 3)
    assert learner.combine_values(A, np.tile(v, (6, 1))) == approx(np.tile(v, (4, 1)))
    O = learner.combine_values(A, V)
    assert O.shape == (4, 3)
    assert (V.min(axis=0) <= O).all() and (O <= V.max(axis=0)).all()


@points(1)
def test_one_hot_and_even_weights(learner, approx):
    """All weight on one key returns its value; two equal weights give the midpoint.

    Attention mixes values: it does not pick the best one only, and every query has a row of weights of its own.
    """
    A, V = np.array([[0, 0, 1], [0.5, 0.5, 0], [0.25, 0, 0.75]]), np.array([[8, 0], [-4, 2], [4, 6]])
    assert learner.combine_values(A, V) == approx(np.array([[4, 6], [2, 1], [5, 4.5]]))


@points(1)
def test_inputs_unchanged(learner, weights, normal, approx):
    """Other values give other outputs, and no input is changed.

    Return a new array, and keep nothing from one call to the next.
    """
    A = weights(3, 5)
    for V in (normal(5, 4), normal(5, 4)):
        O = learner.combine_values(A, V)
        assert learner.last.changed == ()
        assert O == approx(np.array([sum(row[j] * V[j] for j in range(5)) for row in A]))
