"""Step 2, projection: Q = X W_Q, K = X W_K, V = X W_V. In most cases d_model, d_k and d_v all differ."""
import numpy as np
from pytest import mark

points = mark.points


@points(4, core=True)
def test_three_matrix_products(learner, normal, approx):
    """Q, K and V are X multiplied by three different matrices.

    Each of the three uses X and the weight matrix with its own letter. A row of X, a token, stays a row.
    """
    for n, d_model, d_k, d_v in [(5, 7, 6, 3), (4, 4, 4, 4), (1, 3, 5, 3)]:
        X, W_Q, W_K, W_V = normal(n, d_model), normal(d_model, d_k), normal(d_model, d_k), normal(d_model, d_v)
        Q, K, V = learner.project_qkv(X, W_Q, W_K, W_V)
        assert Q == approx(X @ W_Q)
        assert K == approx(X @ W_K)
        assert V == approx(X @ W_V)


@points(2)
def test_results_are_independent(learner, normal, approx):
    """Changing W_K changes K and leaves Q and V as they were.

    No result is made from another one: change one weight matrix and see which of the three results change.
    """
    X, W = normal(5, 7), [normal(7, 6), normal(7, 6), normal(7, 4)]
    before = learner.project_qkv(X, *W)
    for moved in range(3):
        changed = W.copy()
        changed[moved] = normal(*W[moved].shape)
        after = learner.project_qkv(X, *changed)
        for i in range(3):
            assert after[i] == approx(X @ changed[i] if i == moved else before[i])


@points(1)
def test_integer_input(learner, approx):
    """Integers in X and fractions in W work, and results may be negative.

    An integer array drops what stands behind the decimal point: print the dtype of your result.
    """
    X = np.array([[1, -2], [3, 4], [0, 5]])
    W_Q, W_K, W_V = np.array([[1.5, -1.0, 0.5], [0.25, 2.0, 1.0]]), np.full((2, 3), 0.125), np.array([[0.5], [-0.75]])
    Q, K, V = learner.project_qkv(X, W_Q, W_K, W_V)
    assert Q == approx(np.array([[1.0, -5.0, -1.5], [5.5, 5.0, 5.5], [1.25, 10.0, 5.0]]))
    assert K == approx(np.array([[-0.125] * 3, [0.875] * 3, [0.625] * 3]))
    assert V == approx(np.array([[2.0], [-1.5], [-3.75]]))


@points(1)
def test_inputs_unchanged(learner, normal, approx):
    """Another sentence gives another result, and no input is changed.

    Make new arrays for Q, K and V, and keep nothing from one call to the next.
    """
    W_Q, W_K, W_V = normal(6, 5), normal(6, 5), normal(6, 3)
    for X in (normal(4, 6), normal(4, 6)):
        Q, K, V = learner.project_qkv(X, W_Q, W_K, W_V)
        assert learner.last.changed == ()
        assert np.hstack([Q, K, V]) == approx(np.hstack([X @ W_Q, X @ W_K, X @ W_V]))
