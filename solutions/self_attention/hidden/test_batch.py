"""Bonus step 12, a batch: steps 3 to 7 with axes in front of the last two, each sentence as if it were alone."""
import numpy as np
from pytest import mark

points = mark.points


def each(function, *batches):
    """The results of a function of sentences, each sentence as if it were alone."""
    if batches[0].ndim == 2:
        return function(*batches)
    found = [each(function, *sentence) for sentence in zip(*batches)]
    return tuple(map(np.array, zip(*found))) if isinstance(found[0], tuple) else np.array(found)


def attention_scores(parts, Q, K):
    return each(parts.attention_scores, Q, K)


def scale_scores(parts, S, d_k):
    return each(lambda table: parts.scale_scores(table, d_k), S)


def softmax(parts, S):
    return each(parts.softmax, S)


def combine_values(parts, A, V):
    return each(parts.combine_values, A, V)


def scaled_dot_product_attention(parts, Q, K, V):
    return each(parts.scaled_dot_product_attention, Q, K, V)


def self_attention(parts, X, *W):
    return each(lambda tokens: parts.self_attention(tokens, *W), X)


@points(2, core=True)
def test_sentences_are_independent(learner, parts, normal, approx):
    """Attention over a batch equals attention over each of its sentences.

    Only the last two axes are the matrix. With a batch, an axis counted from the front is a different one.
    """
    for batch, n_q, n_k, d_k, d_v in [(2, 4, 5, 6, 3), (4, 4, 4, 4, 4)]:
        Q, K, V = normal(batch, n_q, d_k), normal(batch, n_k, d_k), normal(batch, n_k, d_v)
        O, A = learner.scaled_dot_product_attention(Q, K, V)
        expected = scaled_dot_product_attention(parts, Q, K, V)
        assert A == approx(expected[1])
        assert O == approx(expected[0])


@points(1)
def test_each_step_takes_a_batch(learner, parts, normal, approx):
    """Scores, scaling, softmax and combining each keep the leading axis.

    Count axes from the end, and swap only the two that change places.
    """
    for batch, n_q, n_k, d in [(2, 4, 5, 6), (3, 3, 3, 3)]:
        Q, K, V = normal(batch, n_q, d), normal(batch, n_k, d), normal(batch, n_k, 7)
        S = attention_scores(parts, Q, K)
        A = softmax(parts, S / 2)
        assert learner.attention_scores(Q, K) == approx(S)
        assert learner.scale_scores(S, 6) == approx(scale_scores(parts, S, 6))
        assert learner.softmax(S / 2) == approx(A)
        assert learner.combine_values(A, V) == approx(combine_values(parts, A, V))


@points(1)
def test_two_leading_axes(learner, parts, normal, approx):
    """Several batches of sentences go through self_attention at once.

    The same weight matrices serve every sentence, however many leading axes there are.
    """
    X, W = normal(2, 3, 5, 7), [normal(7, d) / 3 for d in (6, 6, 4)]
    O, A = learner.self_attention(X, *W)
    expected = self_attention(parts, X, *W)
    assert A == approx(expected[1])
    assert O == approx(expected[0])
