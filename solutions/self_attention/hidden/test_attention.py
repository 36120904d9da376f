"""Step 7, the whole formula: softmax(Q K^T / sqrt(d_k)) V, on the learner's own composition of the steps."""
import numpy as np
from pytest import fixture, mark

points = mark.points


def scaled_dot_product_attention(parts, Q, K, V):
    """The formula as it stands in the paper."""
    A = parts.softmax(parts.scale_scores(parts.attention_scores(Q, K), K.shape[1]))
    return parts.combine_values(A, V), A


def self_attention(parts, X, W_Q, W_K, W_V):
    return scaled_dot_product_attention(parts, *parts.project_qkv(X, W_Q, W_K, W_V))


@fixture
def maps(normal):
    """Random W_Q, W_K and W_V, small enough that no weight saturates."""
    def make(d_model, d_k, d_v):
        return [normal(d_model, d) / d_model**0.5 for d in (d_k, d_k, d_v)]
    return make


@points(4, core=True)
def test_scaled_dot_product(learner, parts, normal, approx):
    """O and A are what the formula says, for any numbers of queries and keys.

    Compute scores, scale them, apply softmax and combine the values: once each, each on the result of the one
    before.
    """
    for n_q, n_k, d_k, d_v in [(4, 6, 5, 3), (3, 2, 12, 6), (4, 4, 4, 4)]:
        Q, K, V = normal(n_q, d_k), normal(n_k, d_k), normal(n_k, d_v)
        (O, A), expected = learner.scaled_dot_product_attention(Q, K, V), scaled_dot_product_attention(parts, Q, K, V)
        assert A == approx(expected[1])
        assert O == approx(expected[0])


@points(3)
def test_self_attention(learner, parts, normal, maps, approx):
    """self_attention applies the formula to Q, K and V computed from X.

    Use every argument. Return the outputs first and the weights second, and add nothing to either.
    """
    for n, d_model, d_k, d_v in [(5, 7, 6, 3), (4, 6, 5, 6), (6, 5, 8, 6), (5, 5, 5, 5)]:
        X, W = normal(n, d_model), maps(d_model, d_k, d_v)
        (O, A), expected = learner.self_attention(X, *W), self_attention(parts, X, *W)
        assert A == approx(expected[1])
        assert O == approx(expected[0])


@points(1)
def test_rows_of_weights_sum_to_one(learner, normal, maps, approx):
    """Every row of A sums to 1; a single token keeps its own value.

    Do not change the weights after softmax. With one token there is one weight, and it is 1.
    """
    X, W = normal(5, 7), maps(7, 6, 4)
    O, A = learner.self_attention(X, *W)
    assert A.shape == (5, 5)
    assert A.sum(axis=1) == approx(np.ones(5))
    O, A = learner.self_attention(X[:1], *W)
    assert A == approx(np.ones((1, 1)))
    assert O == approx(X[:1] @ W[2])


@points(2)
def test_permutation_equivariance(learner, normal, maps, approx):
    """Shuffling the tokens shuffles the outputs in the same way.

    The formula knows no positions: no token waits for another, and none counts more because it comes earlier.
    """
    X, W, shuffle = normal(6, 7), maps(7, 5, 3), np.array([3, 0, 5, 1, 4, 2])
    O, A = learner.self_attention(X, *W)
    assert O.shape == (6, 3) and A.shape == (6, 6) and (A > 0).all()
    assert np.ptp(O, axis=0).min() > 1e-3  # outputs that are all alike know no order either
    shuffled = learner.self_attention(X[shuffle], *W)
    assert shuffled[0] == approx(O[shuffle])
    assert shuffled[1] == approx(A[shuffle][:, shuffle])


@points(1)
def test_every_token_reaches_every_other(learner, normal, maps):
    """Changing the last token changes the first output, and the other way round.

    Every token attends to every other in one step, however far apart: no window, and no looking back only.
    """
    X, W = normal(8, 7), maps(7, 5, 3)
    before, _ = learner.self_attention(X, *W)
    for moved, watched in [(-1, 0), (0, -1)]:
        Y = X.copy()
        Y[moved] += 1
        after, _ = learner.self_attention(Y, *W)
        assert before.shape == after.shape == (8, 3)
        assert abs(after[watched] - before[watched]).max() > 1e-5


@points(1)
def test_no_state_between_calls(learner, parts, normal, maps, approx):
    """Two sentences of equal length get different weights; inputs are not changed.

    Weights are computed anew from each input: they are not parameters. Do not overwrite any argument.
    """
    W = maps(7, 6, 3)
    for X in (normal(5, 7), normal(5, 7)):
        O, A = learner.self_attention(X, *W)
        assert learner.last.changed == ()
        assert np.hstack([O, A]) == approx(np.hstack(self_attention(parts, X, *W)))
