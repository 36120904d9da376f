"""Bonus step 13, attention in blocks: a few keys at a time, the same outputs as the whole formula."""
import numpy as np
from pytest import mark

points = mark.points


def blockwise_attention(parts, Q, K, V, block_size):
    """A few keys at a time, with the learner's own scores, scaling and combining."""
    top, total, O = -np.inf, 0.0, 0.0
    for start in range(0, len(K), block_size):
        keys, values = K[start : start + block_size], V[start : start + block_size]
        S = parts.scale_scores(parts.attention_scores(Q, keys), Q.shape[1])
        new_top = np.maximum(top, S.max(axis=1, keepdims=True))
        E, kept = np.exp(S - new_top), np.exp(top - new_top)
        total = kept * total + E.sum(axis=1, keepdims=True)
        O = kept * O + parts.combine_values(E, values)
        top = new_top
    return O / total


def attend(Q, K, V):
    """The whole formula at once, safe for large scores."""
    S = Q @ K.T / K.shape[1] ** 0.5
    E = np.exp(S - S.max(axis=1, keepdims=True))
    return E / E.sum(axis=1, keepdims=True) @ V


@points(3, core=True)
def test_blocks_make_the_same_outputs(learner, normal, approx):
    """Reading the keys in blocks changes nothing in the outputs.

    When a later block holds a larger score, rescale what was accumulated before by the matching factor.
    """
    for n_q, n_k, d_k, d_v, block_size in [(8, 8, 6, 3, 4), (5, 6, 5, 5, 2), (3, 9, 7, 4, 3)]:
        Q, K, V = normal(n_q, d_k), normal(n_k, d_k), normal(n_k, d_v)
        assert learner.blockwise_attention(Q, K, V, block_size) == approx(attend(Q, K, V))


@points(2)
def test_any_block_size(learner, normal, approx):
    """Every block size works: 1, one that leaves a remainder, one larger than n_k.

    The last block takes the remaining keys; no key is counted twice or dropped.
    """
    Q, K, V = normal(5, 6), normal(7, 6), normal(7, 3)
    for block_size in (1, 2, 5, 7, 20):
        assert learner.blockwise_attention(Q, K, V, block_size) == approx(attend(Q, K, V))


@points(2)
def test_numerical_stability(learner, normal, approx):
    """Large scores work, whichever block holds the largest one.

    Keep the largest score so far for each query, and subtract it before taking e to a power.
    """
    Q, K, V = normal(4, 6), normal(7, 6), normal(7, 3)
    Q, K = 100 * np.abs(Q), np.abs(K) * np.linspace(-30, 30, 7)[:, None]
    for keys in (K, K[::-1]):
        assert learner.blockwise_attention(Q, keys, V, 2) == approx(attend(Q, keys, V))
    assert learner.blockwise_attention(Q, -np.abs(K) - 10, V, 3) == approx(attend(Q, -np.abs(K) - 10, V))


@points(1)
def test_inputs_unchanged(learner, normal, approx):
    """Other queries give other outputs, and no input is changed.

    Start the running maximum, sum and weighted sum anew at each call, in new arrays.
    """
    K, V = normal(7, 5), normal(7, 4)
    for Q in (normal(3, 5), normal(3, 5)):
        O = learner.blockwise_attention(Q, K, V, 3)
        assert learner.last.changed == ()
        assert O == approx(attend(Q, K, V))
