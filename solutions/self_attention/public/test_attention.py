"""The visible checks: a few tiny cases for each step, to be solved by eye. Run pytest here, or grader check."""
import importlib.util
import math
from pathlib import Path

import numpy as np

# Load the attention.py beside this file, wherever pytest was started and whatever other course lies next to it.
_spec = importlib.util.spec_from_file_location("self_attention_answer", Path(__file__).with_name("attention.py"))
attention = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(attention)


def agree(call, got, expected):
    """Fail, showing both, unless got is the array (or the number) that was expected."""
    __tracebackhide__ = True
    assert not isinstance(got, list | tuple), f"{call}: expected a numpy array, got a {type(got).__name__}"
    got, expected = np.asarray(got), np.asarray(expected)
    assert got.shape == expected.shape, f"{call}: expected the shape {expected.shape}, got {got.shape}"
    close = np.allclose(got, expected, rtol=1e-4, atol=1e-6)
    assert close, f"{call}\nexpected\n{expected}\ngot\n{got}"


def test_embedding_looks_up_rows():
    """Each token gets the row of E that its id names."""
    E = np.array([[2, 7], [5, 1], [3, 4]])
    agree("embed([2, 0, 2], E)", attention.embed(np.array([2, 0, 2]), E), [[3, 4], [2, 7], [3, 4]])


def test_projection_by_hand():
    """Q, K and V come from one X through three matrices."""
    X = np.array([[1, 2], [3, 5]])
    W_Q, W_K, W_V = np.array([[1, 2], [3, 1]]), np.array([[2, -1], [1, 4]]), np.array([[1, 3], [-2, 1]])
    Q, K, V = attention.project_qkv(X, W_Q, W_K, W_V)
    agree("Q of project_qkv", Q, [[7, 4], [18, 11]])
    agree("K of project_qkv", K, [[4, 7], [11, 17]])
    agree("V of project_qkv", V, [[-3, 5], [-7, 14]])


def test_projection_shapes():
    """Five tokens: Q and K have d_k columns, V has d_v."""
    Q, K, V = attention.project_qkv(np.ones((5, 7)), np.ones((7, 6)), np.ones((7, 6)), np.ones((7, 3)))
    agree("the shape of Q", np.array(np.shape(Q)), [5, 6])
    agree("the shape of K", np.array(np.shape(K)), [5, 6])
    agree("the shape of V", np.array(np.shape(V)), [5, 3])


def test_scores_by_hand():
    """S[i, j] is the dot product of query i with key j."""
    Q, K = np.array([[1, 2], [3, -1]]), np.array([[4, 1], [2, 5]])
    agree("attention_scores(Q, K)", attention.attention_scores(Q, K), [[6, 12], [11, 1]])


def test_scores_of_two_queries_and_three_keys():
    """Two queries and three keys give two rows and three columns."""
    Q, K = np.array([[2, 1], [-1, 3]]), np.array([[1, 2], [3, 4], [5, -1]])
    agree("attention_scores(Q, K)", attention.attention_scores(Q, K), [[4, 10, 9], [5, 9, -8]])


def test_scaling_by_hand():
    """With d_k = 4 the scores 4 and 8 become 2 and 4."""
    S = np.array([[4, 8, -2], [6, 0, 10]])
    agree("scale_scores(S, 4)", attention.scale_scores(S, 4), [[2, 4, -1], [3, 0, 5]])


def test_softmax_by_hand():
    """Scores 0, ln 2 and ln 5 weigh 1 to 2 to 5."""
    S = np.array([[0, math.log(2), math.log(5)], [math.log(3), 0, math.log(6)]])
    A = [[1 / 8, 2 / 8, 5 / 8], [3 / 10, 1 / 10, 6 / 10]]
    agree("softmax([[0, ln 2, ln 5], [ln 3, 0, ln 6]])", attention.softmax(S), A)


def test_softmax_rows_sum_to_one():
    """Every row of A sums to 1, also for large scores."""
    A = attention.softmax(np.array([[1.0, 2.0, 3.0], [1000.0, 1000.0, 1000.0], [0.0, 2.0, 0.0]]))
    agree("the row sums of softmax([[1, 2, 3], [1000, 1000, 1000], [0, 2, 0]])", np.sum(A, axis=-1), [1, 1, 1])


def test_combine_by_hand():
    """A quarter of 0, a quarter of 8 and half of 6 make 5."""
    A, V = np.array([[0.25, 0.25, 0.5], [0.5, 0.3, 0.2]]), np.array([[0, 4, 1], [8, 2, 3], [6, -2, 5]])
    agree("combine_values(A, V)", attention.combine_values(A, V), [[5, 0.5, 3.5], [3.6, 2.2, 2.4]])


def test_attention_of_three_keys():
    """Scores 0, 2 ln 2 and 2 ln 5, scaled by 2, weigh 1 to 2 to 5."""
    Q, ln2 = 2 * np.eye(3, 4), math.log(2)
    K = np.array([[0, math.log(3), ln2, 1], [ln2, 0, 0, 2], [math.log(5), math.log(6), 0, 3]])
    O, A = attention.scaled_dot_product_attention(Q, K, np.array([[8, 0], [4, 2], [0, 8]]))
    agree("A of scaled_dot_product_attention(Q, K, V)", A, [[1 / 8, 2 / 8, 5 / 8], [3 / 10, 1 / 10, 6 / 10], [1 / 2, 1 / 4, 1 / 4]])
    agree("O of scaled_dot_product_attention(Q, K, V)", O, [[2, 5.5], [2.8, 5], [5, 2.5]])


def test_attention_of_three_tokens():
    """Three tokens: the queries, keys and values all come from X."""
    X, ln2, ln3 = np.array([[1, 0], [1, 1], [0, 1]]), math.log(2), math.log(3)
    W_Q, W_K = np.array([[2 * ln3, 0, 0, 0], [-2 * ln3, 2 * ln2, 0, 0]]), np.array([[0, 1, 0, 0], [1, -1, 0, 0]])
    O, A = attention.self_attention(X, W_Q, W_K, np.array([[8, 0, 3], [-4, 6, 0]]))
    agree("A of self_attention(X, W_Q, W_K, W_V)", A, [[1 / 7, 3 / 7, 3 / 7], [4 / 7, 2 / 7, 1 / 7], [12 / 15, 2 / 15, 1 / 15]])
    agree("O of self_attention(X, W_Q, W_K, W_V)", O, [[8 / 7, 36 / 7, 12 / 7], [36 / 7, 18 / 7, 18 / 7], [20 / 3, 6 / 5, 14 / 5]])


def test_complexity_counts():
    """Five tokens: 25 scores of 4 steps each, 5 x 3 outputs of 5 steps each."""
    agree("attention_macs(5, 4, 3)", attention.attention_macs(5, 4, 3), 175)


def test_complexity_exponent_and_crossover():
    """Twice n at four times the cost is exponent 2; with all widths 2 the crossover is 3."""
    agree("growth_exponent([10, 20], [7, 28])", attention.growth_exponent(np.array([10, 20]), np.array([7, 28])), 2)
    agree("crossover_length(2, 2, 2)", attention.crossover_length(2, 2, 2), 3)


def test_mask_is_a_triangle():
    """Bonus: with three tokens, each sees itself and what came before."""
    agree("causal_mask(3)", attention.causal_mask(3), [[True, False, False], [True, True, False], [True, True, True]])


def test_mask_hides_scores():
    """Bonus: a score stays where the mask is True and is very low elsewhere."""
    M = attention.apply_mask(np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([[True, False], [True, True]]))
    agree("e to the power of apply_mask(S, mask)", np.exp(M), np.exp([[1, -np.inf], [3, 4]]))


def test_multi_head_splits_columns():
    """Bonus: two heads, each with two neighbouring columns."""
    X = np.array([[1, 5, 2, 7], [4, 0, 9, 3], [8, 6, 1, 2]])
    heads = [[[1, 5], [4, 0], [8, 6]], [[2, 7], [9, 3], [1, 2]]]
    agree("split_heads(X, 2)", attention.split_heads(X, 2), heads)
    agree("merge_heads(split_heads(X, 2))", attention.merge_heads(np.array(heads)), X)


def test_multi_head_averages_equal_scores():
    """Bonus: where all scores are 0, each head averages, and W_O comes last."""
    X, zero, one = np.array([[1, 7], [3, 2]]), np.zeros((2, 2)), np.eye(2)
    O = attention.multi_head_self_attention(X, zero, zero, one, np.array([[1, 2], [4, -1]]), 2)
    agree("multi_head_self_attention(X, 0, 0, I, W_O, 2)", O, [[20, -0.5], [20, -0.5]])


def test_gradient_of_even_weights():
    """Bonus: a loss on one weight has a gradient for every score of its row."""
    A, dA = np.array([[0.5, 0.25, 0.25], [0.2, 0.6, 0.2]]), np.array([[4.0, 0.0, 2.0], [0.0, 5.0, 0.0]])
    agree("softmax_backward(A, dA)", attention.softmax_backward(A, dA), [[0.75, -0.625, -0.125], [-0.6, 1.2, -0.6]])


def test_gradient_shapes():
    """Bonus: dQ, dK and dV have the shapes of Q, K and V."""
    Q, K, V, dO = np.zeros((2, 4)), np.zeros((3, 4)), np.zeros((3, 5)), np.ones((2, 5))
    dQ, dK, dV = attention.sdpa_backward(Q, K, V, dO)
    agree("dQ of sdpa_backward, all scores 0", dQ, np.zeros((2, 4)))
    agree("dK of sdpa_backward, all scores 0", dK, np.zeros((3, 4)))
    agree("dV of sdpa_backward, all scores 0", dV, np.full((3, 5), 2 / 3))


def test_batch_of_two_sentences():
    """Bonus: two sentences at once give two tables of scores, each its own."""
    Q, K = np.array([[[1, 0]], [[0, 1]]]), np.array([[[1, 2], [3, 4], [5, 6]], [[1, 2], [3, 4], [5, 6]]])
    agree("attention_scores of a batch", attention.attention_scores(Q, K), [[[1, 3, 5]], [[2, 4, 6]]])


def test_blockwise_averages_equal_keys():
    """Bonus: eight equal keys in two blocks of four average all eight values."""
    O = attention.blockwise_attention(np.ones((8, 4)), np.ones((8, 4)), np.arange(8.0)[:, None], 4)
    agree("blockwise_attention of 8 equal keys, values 0 to 7", O, np.full((8, 1), 3.5))
