"""Step 8, complexity: exact counts, the exponent of a growth, and the length where the two products take over."""
import numpy as np
from pytest import mark

points = mark.points


@points(1, core=True)
def test_counts_both_products(learner, integers):
    """The count is exact: d_k for each score, n for each output number.

    There are two matrix products, n by d_k by n and n by n by d_v. Count both, with their widths.
    """
    drawn = tuple(map(int, integers(20, 90, 3)))
    for n, d_k, d_v in [(5, 6, 3), (1, 4, 7), (12, 5, 5), (1000, 64, 48), drawn]:
        assert learner.attention_macs(n, d_k, d_v) == n * d_k * n + n * n * d_v


@points(1)
def test_exponent_of_power_law(learner, integers, approx):
    """A cost of c n^p gives p, for any c and in any order of the sizes.

    On logarithmic axes a power law is a straight line. Its slope is the exponent.
    """
    ns = np.array([64, 5, 200, int(integers(18, 60))])
    for c, p in [(3, 1), (0.5, 2), (7, 3), (1, 1.5)]:
        assert learner.growth_exponent(ns, c * ns**p) == approx(float(p))


@points(1)
def test_least_squares_slope(learner, integers, approx):
    """Where the cost is not a pure power, every size affects the slope.

    Fit the least-squares line through all points, not the line through the first and the last.
    """
    for ns in (np.array([8, 16, 100, 300]), np.array([300, 10, 20, 40, int(integers(50, 90))])):
        costs = ns * ns + 22 * ns
        slope = np.polyfit(np.log(ns), np.log(costs), 1)[0]
        assert learner.growth_exponent(ns, costs) == approx(float(slope))


@points(1)
def test_crossover_length(learner, integers, approx):
    """At the crossover the two products cost as much as the three projections.

    Write both counts as functions of n, set them equal and solve for n; it need not be a whole number.
    """
    drawn = tuple(map(int, integers(20, 90, 3)))
    for d_model, d_k, d_v in [(7, 6, 3), (512, 64, 64), (5, 5, 5), (4, 6, 9), drawn]:
        n = learner.crossover_length(d_model, d_k, d_v)
        assert n * (d_k + d_v) == approx(float(d_model * (2 * d_k + d_v)))


def self_attention(parts, X, W_Q, W_K, W_V):
    """How the work grows is asked of a wrong self_attention as well: its values are its own."""
    return parts.self_attention(X, W_Q, W_K, W_V)


def attend(X, W_Q, W_K, W_V):
    A = (X @ W_Q) @ (X @ W_K).T  # in place from here on: it is large, and asked for often
    A /= W_K.shape[1] ** 0.5
    A -= A.max(axis=1, keepdims=True)
    np.exp(A, out=A)
    A /= A.sum(axis=1, keepdims=True)
    return A @ (X @ W_V), A


@points(2)
def test_growth_of_self_attention_is_quadratic(learner, growth, approx):
    """The work of your self_attention grows with the square of n, not faster.

    Twice as many tokens make four times as many scores. Operations are counted, not seconds.
    """
    def sizes(n, rng):
        return rng.standard_normal((n, 4)), *(rng.standard_normal((4, 4)) / 2 for _ in "QKV")

    def right(args, got):
        O, A = attend(*args)
        return got[0] == approx(O) and got[1] == approx(A)

    growth(
        learner.self_attention, sizes, expected=2, right=right,
        least=lambda n: 4 * n * n * 4, largest=lambda n: 2 * n * n,
    )
