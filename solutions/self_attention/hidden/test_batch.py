"""Bonus step 12, a batch: steps 3 to 7 with axes in front of the last two, each sentence as if it were alone."""
import numpy as np
from pytest import mark

points = mark.points


def attend(Q, K, V):
    """The formula for one sentence."""
    E = np.exp(Q @ K.T / K.shape[1] ** 0.5)
    A = E / E.sum(axis=1, keepdims=True)
    return A @ V, A


@points(2, core=True)
def test_sentences_are_independent(learner, normal, approx):
    """Attention over a batch equals attention over each of its sentences.

    Only the last two axes are the matrix. With a batch, an axis counted from the front is a different one.
    """
    for batch, n_q, n_k, d_k, d_v in [(2, 4, 5, 6, 3), (4, 4, 4, 4, 4)]:
        Q, K, V = normal(batch, n_q, d_k), normal(batch, n_k, d_k), normal(batch, n_k, d_v)
        O, A = learner.scaled_dot_product_attention(Q, K, V)
        expected = [attend(Q[b], K[b], V[b]) for b in range(batch)]
        assert A == approx(np.array([weights for _, weights in expected]))
        assert O == approx(np.array([outputs for outputs, _ in expected]))


@points(1)
def test_each_step_takes_a_batch(learner, normal, approx):
    """Scores, scaling, softmax and combining each keep the leading axis.

    Count axes from the end, and swap only the two that change places.
    """
    for batch, n_q, n_k, d in [(2, 4, 5, 6), (3, 3, 3, 3)]:
        Q, K, V = normal(batch, n_q, d), normal(batch, n_k, d), normal(batch, n_k, 7)
        S = np.array([Q[b] @ K[b].T for b in range(batch)])
        E = np.exp(S / 2)
        A = np.array([e / e.sum(axis=1, keepdims=True) for e in E])
        assert learner.attention_scores(Q, K) == approx(S)
        assert learner.scale_scores(S, 6) == approx(S / 6**0.5)
        assert learner.softmax(S / 2) == approx(A)
        assert learner.combine_values(A, V) == approx(np.array([A[b] @ V[b] for b in range(batch)]))


@points(1)
def test_two_leading_axes(learner, normal, approx):
    """Several batches of sentences go through self_attention at once.

    The same weight matrices serve every sentence, however many leading axes there are.
    """
    X, W = normal(2, 3, 5, 7), [normal(7, d) / 3 for d in (6, 6, 4)]
    O, A = learner.self_attention(X, *W)
    expected = [[attend(*(x @ w for w in W)) for x in batch] for batch in X]
    assert A == approx(np.array([[weights for _, weights in batch] for batch in expected]))
    assert O == approx(np.array([[outputs for outputs, _ in batch] for batch in expected]))
