"""Step 5, softmax: A[i, j] = exp(S[i, j]) / sum over k of exp(S[i, k]), row by row, small scores and huge ones."""
import numpy as np
from pytest import mark

points = mark.points


@points(5, core=True)
def test_each_row_is_a_softmax(learner, normal, approx):
    """Row i of A is the softmax of row i of S.

    For each row: take e to the power of each score, add them up, divide. No row depends on another.
    """
    for n_q, n_k in [(2, 5), (4, 4), (5, 3), (1, 6), (3, 1)]:
        S = 2 * normal(n_q, n_k)
        E = np.exp(S)
        assert learner.softmax(S) == approx(np.array([row / row.sum() for row in E]))


@points(2)
def test_rows_are_distributions(learner, normal, approx):
    """Every row of A is positive and sums to 1.

    Each query has one distribution: every row must sum to 1, whatever the columns or the whole table sum to.
    """
    for n_q, n_k in [(3, 5), (4, 4), (6, 2)]:
        A = learner.softmax(normal(n_q, n_k))
        assert A.shape == (n_q, n_k)
        assert (A > 0).all()
        assert A.sum(axis=-1) == approx(np.ones(n_q))


@points(4)
def test_numerical_stability(learner, approx):
    """Softmax is stable for ±1000 and unchanged by adding a constant to a row.

    e to the power of 1000 overflows. Adding a constant to a row changes no weight: which constant makes it safe?
    """
    S = np.array([[1000, 1000, 1000], [1000, 0, -1000], [-1000, -1000, -1000], [0, 0, -1000]])
    A = np.array([[1 / 3, 1 / 3, 1 / 3], [1, 0, 0], [1 / 3, 1 / 3, 1 / 3], [1 / 2, 1 / 2, 0]])
    assert learner.softmax(S) == approx(A)
    assert learner.softmax(S.astype(float)) == approx(A)
    S, shift = np.array([[3, 1, -2, 0], [0, 2, 2, -1], [1, 0, 4, 2]]), np.array([[-1_000_000], [0], [2000]])
    E = np.exp(S)
    assert learner.softmax(S + shift) == approx(np.array([row / row.sum() for row in E]))


@points(1)
def test_minus_infinity(learner, approx):
    """A score of minus infinity gets the weight 0; equal scores get equal weights.

    A masked token must get exactly 0, and the other tokens share the whole row.
    """
    S = np.array([[-np.inf, 0.0, 0.0], [7.0, -np.inf, -np.inf], [-5.0, -5.0, -5.0]])
    assert learner.softmax(S) == approx(np.array([[0, 1 / 2, 1 / 2], [1, 0, 0], [1 / 3, 1 / 3, 1 / 3]]))


@points(1)
def test_float32_precision(learner, normal, approx):
    """float32 scores give weights as precise as float32.

    Half precision keeps only three digits, and e to the power of 89 is already too large for float32.
    """
    S = np.vstack([normal(3, 4), [[89, 88, 0, -89]]]).astype(np.float32)
    E = np.exp(S.astype(np.float64))
    A = learner.softmax(S)
    assert A.dtype in (np.float32, np.float64)
    assert A == approx(np.array([row / row.sum() for row in E]))


@points(1)
def test_inputs_unchanged(learner, normal, approx):
    """Other scores give other weights, and S is not changed.

    Return a new array, and keep nothing from one call to the next.
    """
    for S in (normal(3, 4), normal(3, 4)):
        E = np.exp(S)
        A = learner.softmax(S)
        assert learner.last.changed == ()
        assert A == approx(np.array([row / row.sum() for row in E]))
