"""The named functions that work out the quiz's numeric items: from a draw of numbers the key and the near misses.

Each says what the prompt shows (`given`), what the explanation may quote (`told`), the key, and where the usual
slips lead (`near`). They know the answers, so they stay in solutions/.
"""

from __future__ import annotations

import math

from grader.quiz.items.numeric import Drawn


def mix_two_values(r: int, a: int, b: int) -> Drawn:
    """Scores (0, ln r) towards values (a, 0) and (0, b): the second coordinate of the mixture."""
    key = b * r / (1 + r)
    near = {
        "average": b / 2,
        "largest": float(b),
        "scores": math.log(r) * b,
        "other": b / (1 + r),
    }
    return Drawn({"r": r, "a": a, "b": b}, key, near, {"sum": str(1 + r), "answer": _short(key)})


def mix_equal_scores(s: int, a: int, b: int, c: int) -> Drawn:
    """Three equal scores s and values a, b, c: the output."""
    near = {
        "sum": float(a + b + c),
        "scores": float(s * (a + b + c)),
        "scores-average": s * (a + b + c) / 3,
        "largest": float(max(a, b, c)),
    }
    key = (a + b + c) / 3
    return Drawn({"s": s, "a": a, "b": b, "c": c}, key, near, {"answer": _short(key)})


def qkv_parameters(d_model: int, d_k: int, d_v: int) -> Drawn:
    """How many numbers W_Q, W_K and W_V hold together."""
    key = 2 * d_model * d_k + d_model * d_v
    near = {
        "square": 3.0 * d_model * d_model,
        "shared": float(d_model * d_k + d_model * d_v),
        "one": float(d_model * d_k),
        "columns": float(2 * d_k + d_v),
    }
    return Drawn({"d_model": d_model, "d_k": d_k, "d_v": d_v}, key, near, {"answer": str(key)})


def receptive_field(n: int, i: int) -> Drawn:
    """How many tokens' values reach output row i of n without a mask."""
    near = {"causal": float(i), "before": float(i - 1), "others": float(n - 1), "one": 1.0}
    return Drawn({"n": n, "i": i}, n, near)


def softmax_of_logs(a: int, b: int) -> Drawn:
    """Scores (0, ln a, ln b): the weight of the third."""
    key = b / (1 + a + b)
    near = {
        "no-exp": math.log(b) / (math.log(a) + math.log(b)),
        "sigmoid": b / (1 + b),
        "score": math.log(b),
        "largest": 1.0,
        "average": 1 / 3,
    }
    return Drawn({"a": a, "b": b}, key, near, {"sum": str(1 + a + b), "answer": _short(key)})


def std_of_dot(d_k: int) -> Drawn:
    """The standard deviation of q · k for unit-variance entries; d_k is a perfect square."""
    key = math.sqrt(d_k)
    near = {"variance": float(d_k), "one": 1.0, "squared": float(d_k * d_k)}
    return Drawn({"d_k": d_k}, key, near, {"answer": _short(key)})


def scaled_pair(root: int, m: int) -> Drawn:
    """Raw scores m·√d_k and 0 with d_k = root²: the first weight after scaling and softmax."""
    d_k, s = root * root, m * root
    near = {"unscaled": _sigmoid(s), "by-d_k": _sigmoid(s / d_k), "share": 1.0}
    key = _sigmoid(m)
    told = {"root": str(root), "m": str(m), "answer": _short(key), "unscaled": _short(_sigmoid(s), 4)}
    return Drawn({"d_k": d_k, "s": s}, key, near, told)


def score_entry(a: int, b: int, c: int, d: int, e: int, f: int, g: int, h: int) -> Drawn:
    """Q = [[a, b], [c, d]], K = [[e, f], [g, h]]: the score of query 1 towards key 2."""
    key = a * g + b * h
    near = {
        "no-transpose": float(a * f + b * h),
        "transposed": float(c * e + d * f),
        "elementwise": float(b * f),
        "scaled": key / math.sqrt(2),
    }
    given = {"a": a, "b": b, "c": c, "d": d, "e": e, "f": f, "g": g, "h": h}
    return Drawn(given, key, near, {"answer": str(key)})


def slope_ratio(s: int, t: int) -> Drawn:
    """How many times steeper the weight p of scores (x, 0) is at x = s than at x = t."""
    key = _slope(s) / _slope(t)
    near = {"ratio": t / s, "one": 1.0, "exponential": math.exp(t - s)}
    told = {"steep": f"{_slope(s):.4f}", "flat": f"{_slope(t):.6f}", "answer": f"{key:.0f}"}
    return Drawn({"s": s, "t": t}, key, near, told)


def growth_factor(n: int, k: int) -> Drawn:
    """By what factor the number of scores grows from n to k·n tokens."""
    near = {"linear": float(k), "double": 2.0 * k, "cubic": float(k**3)}
    return Drawn({"n": n, "m": k * n}, k * k, near, {"k": str(k), "answer": str(k * k)})


def crossover(d: int) -> Drawn:
    """The n at which 2 n² d multiplications equal 3 n d²; d is even."""
    near = {"same": float(d), "one-product": 3.0 * d, "half": d / 2}
    return Drawn({"d": d}, 3 * d / 2, near, {"answer": _short(3 * d / 2)})


def row_total(n: int) -> Drawn:
    """The sum of all entries of the n x n weight matrix."""
    near = {"one": 1.0, "squared": float(n * n)}
    return Drawn({"n": n}, n, near)


def weight_share(p: int) -> Drawn:
    """One of two weights is p hundredths: the difference of the two scores, a natural logarithm."""
    key = math.log(p / (100 - p))
    near = {
        "difference": (2 * p - 100) / 100,
        "ratio": p / (100 - p),
        "weight": p / 100,
        "log-weight": math.log(p / 100),
    }
    return Drawn({"p": p, "q": 100 - p}, key, near, {"answer": _short(key)})


def _sigmoid(x: float) -> float:
    return 1 / (1 + math.exp(-x))


def _slope(x: float) -> float:
    return _sigmoid(x) * _sigmoid(-x)


def _short(value: float, digits: int = 3) -> str:
    return f"{value:.{digits}f}".rstrip("0").rstrip(".")
