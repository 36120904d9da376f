"""Bonus step 10, multi-head attention: head h owns columns h d to (h + 1) d - 1. Heads, tokens and widths differ."""
import numpy as np
from pytest import mark

points = mark.points


def columns(M, h, num_heads):
    """The columns that belong to head h."""
    d = M.shape[1] // num_heads
    return M[:, h * d : (h + 1) * d]


def multi_head_self_attention(parts, X, W_Q, W_K, W_V, W_O, num_heads):
    """Each head attends with its own columns of Q, K and V."""
    maps = parts.project_qkv(X, W_Q, W_K, W_V)
    heads = [
        parts.scaled_dot_product_attention(*(columns(M, h, num_heads) for M in maps))[0] for h in range(num_heads)
    ]
    return np.hstack(heads) @ W_O


@points(2, core=True)
def test_split_heads(learner, normal, approx):
    """Head h gets the columns h d to (h + 1) d - 1 of every token.

    Row t of each head must still come from token t: regrouping the numbers is not enough, axes have to be swapped
    too.
    """
    for n, num_heads, d in [(5, 3, 2), (3, 3, 4), (4, 1, 3)]:
        X = normal(n, num_heads * d)
        expected = np.array([columns(X, h, num_heads) for h in range(num_heads)])
        assert learner.split_heads(X, num_heads) == approx(expected)


@points(2)
def test_merge_heads(learner, normal, approx):
    """Merging puts the heads of a token side by side, head 0 first.

    Each row keeps every number of its token. Check by hand what stands to the right of head 0 in row 0.
    """
    for num_heads, n, d in [(3, 5, 2), (3, 3, 4), (1, 4, 3)]:
        H = normal(num_heads, n, d)
        assert learner.merge_heads(H) == approx(np.hstack(list(H)))


@points(4)
def test_multi_head_attention(learner, parts, normal, approx):
    """Each head attends with its own columns; W_O mixes the heads at the end.

    Within a head, tokens attend to tokens; the scaling uses the query width of that head.
    """
    for n, d_model, num_heads, d_k, d_v in [(5, 7, 3, 2, 4), (4, 6, 2, 5, 3), (4, 4, 2, 2, 2)]:
        X, W_O = normal(n, d_model), normal(num_heads * d_v, d_model)
        W_Q, W_K, W_V = (normal(d_model, num_heads * d) / d_model**0.5 for d in (d_k, d_k, d_v))
        arguments = X, W_Q, W_K, W_V, W_O, num_heads
        assert learner.multi_head_self_attention(*arguments) == approx(multi_head_self_attention(parts, *arguments))


@points(2)
def test_heads_are_independent(learner, normal, approx):
    """Changing the matrices of head 1 leaves the results of heads 0 and 2 unchanged.

    Every head has attention weights of its own. Before W_O the heads exchange nothing, and no input is changed.
    """
    X, W_Q, W_K, W_V = normal(4, 6), normal(6, 12) / 2, normal(6, 12) / 2, normal(6, 6)
    before = learner.multi_head_self_attention(X, W_Q, W_K, W_V, np.eye(6), 3)
    assert learner.last.changed == ()
    W_Q[:, 4:8] = normal(6, 4)
    after = learner.multi_head_self_attention(X, W_Q, W_K, W_V, np.eye(6), 3)
    assert before.shape == after.shape == (4, 6)
    assert after[:, [0, 1, 4, 5]] == approx(before[:, [0, 1, 4, 5]])
    assert abs(after[:, 2:4] - before[:, 2:4]).max() > 1e-3
