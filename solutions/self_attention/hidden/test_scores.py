"""Step 3, scores: S[i, j] = q_i . k_j. Queries and keys differ in number, except where a square is the trap."""
import numpy as np
from pytest import mark

points = mark.points


@points(4, core=True)
def test_dot_products(learner, normal, approx):
    """S[i, j] is the dot product of query i with key j.

    Rows are queries and columns are keys: n_q queries and n_k keys give n_q rows and n_k columns.
    """
    for n_q, n_k, d_k in [(5, 3, 6), (4, 4, 4), (3, 5, 5), (2, 6, 1), (1, 1, 7)]:
        Q, K = normal(n_q, d_k), normal(n_k, d_k)
        assert learner.attention_scores(Q, K) == approx(np.array([[q @ k for k in K] for q in Q]))


@points(2)
def test_signs_by_hand(learner, approx):
    """Orthogonal vectors score 0, opposite ones less than 0.

    Try q = (1, 0) with k = (0, 3), then with k = (-1, 0): a score keeps its sign.
    """
    Q, K = np.array([[1, 0], [0, 2], [-3, 1]]), np.array([[0, 3], [-1, 0], [2, 2]])
    assert learner.attention_scores(Q, K) == approx(np.array([[0, -1, 2], [6, 0, 4], [3, 3, -4]]))


@points(2)
def test_not_symmetric(learner, normal, approx):
    """S[0, 1] and S[1, 0] may differ: the matrix of scores is not symmetric.

    Exchanging queries and keys transposes the matrix of scores, so the matrix itself need not be symmetric.
    """
    for n_q, n_k in [(4, 4), (5, 3)]:
        Q, K = normal(n_q, 6), normal(n_k, 6)
        S = learner.attention_scores(Q, K)
        assert S == approx(np.array([[q @ k for k in K] for q in Q]))
        assert learner.attention_scores(K, Q) == approx(S.T)


@points(1)
def test_longer_keys_score_more(learner, normal, approx):
    """A key three times as long scores three times as much.

    A dot product is not a cosine: the lengths of queries and of keys count.
    """
    Q, K = normal(4, 5), normal(3, 5)
    S = np.array([[q @ k for k in K] for q in Q])
    assert learner.attention_scores(Q, K * [[3], [1], [1]]) == approx(S * [3, 1, 1])
    assert learner.attention_scores(2 * Q, K) == approx(2 * S)


@points(1)
def test_inputs_unchanged(learner, normal, approx):
    """Other queries give other scores, and no input is changed.

    Return a new array, and keep nothing from one call to the next.
    """
    K = normal(3, 6)
    for Q in (normal(5, 6), normal(5, 6)):
        S = learner.attention_scores(Q, K)
        assert learner.last.changed == ()
        assert S == approx(np.array([[q @ k for k in K] for q in Q]))
