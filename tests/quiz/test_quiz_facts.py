"""Every number and every claim of the bank, worked out here by plain numpy and by the reference solution."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from grader.quiz.bank import Bank
from grader.quiz.items.choice import Multiple, Single
from grader.quiz.items.numeric import Numeric

Array = np.ndarray
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def reference() -> ModuleType:
    """The course's reference solution."""
    path = ROOT / "solutions" / "self_attention" / "attention.py"
    spec = importlib.util.spec_from_file_location("reference_attention", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def rng() -> np.random.Generator:
    """Numbers that are the same every time."""
    return np.random.default_rng(20261129)


def softmax(S: Any) -> Array:
    """Softmax of each row, by its formula."""
    E = np.exp(np.asarray(S, float) - np.max(S, axis=-1, keepdims=True))
    result: Array = E / E.sum(axis=-1, keepdims=True)
    return result


def slope(x: float) -> float:
    """dp/dx of the first of two weights with scores (x, 0), by central differences."""
    h = 1e-5
    return float((softmax([x + h, 0.0])[0] - softmax([x - h, 0.0])[0]) / (2 * h))


def draws(bank: Bank, name: str) -> list[tuple[dict[str, int], float, dict[str, float]]]:
    """Every draw of a generated item: what the prompt shows, the key, the near misses."""
    item = bank.item(name)
    assert isinstance(item, Numeric)
    question = item.sheet()
    assert question.numbers is not None
    found = []
    for i, row in enumerate(question.numbers.rows):
        variant = item.variant(i)
        near = {slip: one.value for slip, one in variant.near.items() if one.value is not None}
        assert variant.value is not None
        found.append((dict(zip(question.numbers.names, row, strict=True)), variant.value, near))
    return found


KEYS: dict[str, Any] = {
    "m1-mix": lambda r, a, b: (softmax([0.0, np.log(r)]) @ np.array([[a, 0.0], [0.0, b]]))[1],
    "m1-equal": lambda s, a, b, c: softmax([s, s, s]) @ np.array([a, b, c]),
    "m2-count": lambda d_model, d_k, d_v: sum(
        np.zeros(shape).size for shape in ((d_model, d_k), (d_model, d_k), (d_model, d_v))
    ),
    "m3-field": lambda n, i: np.count_nonzero(softmax(np.random.default_rng(n).normal(size=(n, n)))[i - 1]),
    "m4-weight": lambda a, b: softmax([0.0, np.log(a), np.log(b)])[2],
    "m4-total": lambda n: softmax(np.random.default_rng(n).normal(size=(n, n))).sum(),
    "m4-gap": lambda p, q: np.log(p / 100) - np.log(q / 100),
    "m5-std": lambda d_k: np.sqrt(d_k * 1.0),
    "m5-pair": lambda d_k, s: softmax(np.array([s, 0.0]) / np.sqrt(d_k))[0],
    "c3-entry": lambda a, b, c, d, e, f, g, h: (np.array([[a, b], [c, d]]) @ np.array([[e, f], [g, h]]).T)[0, 1],
    "c4-slope": lambda s, t: slope(s) / slope(t),
    "c5-growth": lambda n, m: m**2 / n**2,
    "c5-cross": lambda d: (3 * d**2) / (2 * d),
}
NEAR: dict[str, dict[str, Any]] = {
    "m1-mix": {
        "average": lambda r, a, b: np.mean([[a, 0], [0, b]], axis=0)[1],
        "largest": lambda r, a, b: b,
        "scores": lambda r, a, b: np.log(r) * b,
        "other": lambda r, a, b: softmax([0.0, np.log(r)])[0] * b,
    },
    "m1-equal": {
        "sum": lambda s, a, b, c: a + b + c,
        "scores": lambda s, a, b, c: np.dot([s, s, s], [a, b, c]),
        "scores-average": lambda s, a, b, c: np.mean([s * a, s * b, s * c]),
        "largest": lambda s, a, b, c: max(a, b, c),
    },
    "m4-weight": {
        "no-exp": lambda a, b: np.log(b) / np.log([1, a, b]).sum(),
        "sigmoid": lambda a, b: 1 / (1 + np.exp(-np.log(b))),
        "score": lambda a, b: np.log(b),
        "average": lambda a, b: np.mean([0, 0, 1]),
    },
    "m4-gap": {
        "difference": lambda p, q: (p - q) / 100,
        "ratio": lambda p, q: p / q,
        "log-weight": lambda p, q: np.log(p / 100),
    },
    "m5-pair": {
        "unscaled": lambda d_k, s: softmax([s, 0.0])[0],
        "by-d_k": lambda d_k, s: softmax(np.array([s, 0.0]) / d_k)[0],
    },
    "c3-entry": {
        "no-transpose": lambda a, b, c, d, e, f, g, h: (np.array([[a, b], [c, d]]) @ [[e, f], [g, h]])[0, 1],
        "transposed": lambda a, b, c, d, e, f, g, h: (np.array([[e, f], [g, h]]) @ np.array([[a, b], [c, d]]).T)[0, 1],
        "elementwise": lambda a, b, c, d, e, f, g, h: (np.array([[a, b], [c, d]]) * [[e, f], [g, h]])[0, 1],
        "scaled": lambda a, b, c, d, e, f, g, h: np.dot([a, b], [g, h]) / np.sqrt(2),
    },
    "c4-slope": {"exponential": lambda s, t: np.exp(t - s), "ratio": lambda s, t: t / s},
}


@pytest.mark.parametrize("name", KEYS)
def test_every_draw_has_the_key_that_numpy_gives(bank: Bank, name: str) -> None:
    for given, key, near in draws(bank, name):
        assert key == pytest.approx(float(KEYS[name](**given)), rel=1e-6), given
        for slip, formula in NEAR.get(name, {}).items():
            assert near[slip] == pytest.approx(float(formula(**given)), rel=1e-6), (given, slip)


def test_every_generated_item_is_worked_out_here(bank: Bank) -> None:
    assert set(KEYS) == {item.id for item in bank.items if isinstance(item, Numeric)}


def test_near_misses_stay_away_from_every_key(bank: Bank) -> None:
    for item in bank.items:
        if isinstance(item, Numeric):
            for i in range(len(item.draws())):
                variant = item.variant(i)
                assert variant.apart()
                assert len(item.draws()) >= 4


def test_the_reference_gives_the_numbers_of_the_prompts(bank: Bank, reference: ModuleType) -> None:
    given, key, _ = draws(bank, "c3-entry")[0]
    Q = np.array([[given["a"], given["b"]], [given["c"], given["d"]]], float)
    K = np.array([[given["e"], given["f"]], [given["g"], given["h"]]], float)
    assert reference.attention_scores(Q, K)[0, 1] == key
    given, key, _ = draws(bank, "m4-weight")[0]
    row = np.log([[1.0, given["a"], given["b"]]])
    assert reference.softmax(row)[0, 2] == pytest.approx(key)
    given, key, _ = draws(bank, "m1-mix")[0]
    A = reference.softmax(np.log([[1.0, given["r"]]]))
    V = np.array([[given["a"], 0.0], [0.0, given["b"]]])
    assert reference.combine_values(A, V)[0, 1] == pytest.approx(key)
    given, key, _ = draws(bank, "m5-pair")[0]
    scaled = reference.scale_scores(np.array([[float(given["s"]), 0.0]]), given["d_k"])
    assert reference.softmax(scaled)[0, 0] == pytest.approx(key)
    given, key, _ = draws(bank, "c5-cross")[0]
    assert reference.crossover_length(given["d"], given["d"], given["d"]) == pytest.approx(key)


def test_the_layer_is_not_linear_in_x_but_linear_in_v(reference: ModuleType, rng: np.random.Generator) -> None:
    X, W_Q, W_K, W_V = (rng.normal(size=shape) for shape in ((5, 7), (7, 6), (7, 6), (7, 3)))
    O, A = reference.self_attention(X, W_Q, W_K, W_V)
    assert not np.allclose(reference.self_attention(2 * X, W_Q, W_K, W_V)[0], 2 * O)
    assert np.allclose(reference.combine_values(A, 2 * (X @ W_V)), 2 * O)


def test_outputs_lie_inside_the_triangle(bank: Bank, rng: np.random.Generator) -> None:
    V = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    for output in softmax(rng.normal(size=(200, 3)) * 4) @ V:
        assert output.min() > 0
        assert output.sum() < 1
    item = bank.item("m1-triangle")
    assert isinstance(item, Multiple)
    for name, option in item.options.items():
        x, y = (float(part) for part in option.text["en"].strip("()").split(","))
        weights = np.linalg.solve(np.vstack([V.T, np.ones(3)]), [x, y, 1.0])
        assert (name in item.key) == bool((weights > 0).all()), name


def test_only_what_contains_w_k_moves_with_it(bank: Bank, reference: ModuleType, rng: np.random.Generator) -> None:
    X, W_Q, W_K, W_V, other = (rng.normal(size=shape) for shape in ((5, 7), (7, 6), (7, 6), (7, 3), (7, 6)))

    def parts(W: Array) -> dict[str, Array]:
        Q, K, V = reference.project_qkv(X, W_Q, W, W_V)
        O, A = reference.self_attention(X, W_Q, W, W_V)
        return {"q": Q, "k": K, "v": V, "s": reference.attention_scores(Q, K), "a": A, "o": O}

    before, after = parts(W_K), parts(other)
    item = bank.item("m2-change")
    assert isinstance(item, Multiple)
    assert {name for name in before if not np.allclose(before[name], after[name])} == set(item.key)


def test_equal_rows_and_one_matrix(reference: ModuleType, rng: np.random.Generator) -> None:
    X, W, W_V = (rng.normal(size=shape) for shape in ((5, 7), (7, 6), (7, 3)))
    X[3] = X[1]
    Q, K, V = reference.project_qkv(X, W, rng.normal(size=(7, 6)), W_V)
    assert all(np.array_equal(M[1], M[3]) for M in (Q, K, V))
    Q, K, _ = reference.project_qkv(X, W, W, W_V)
    S = reference.attention_scores(Q, K)
    assert np.allclose(S, S.T)
    assert not np.allclose(S.sum(axis=1), 1)
    assert not np.allclose(S, S[0, 0])


def test_shapes_of_c2(bank: Bank, reference: ModuleType) -> None:
    n, d_model, d_k, d_v = 5, 7, 6, 3
    X, W_Q, W_K, W_V = (
        np.zeros((n, d_model)),
        np.zeros((d_model, d_k)),
        np.zeros((d_model, d_k)),
        np.zeros((d_model, d_v)),
    )
    _, K, V = reference.project_qkv(X, W_Q, W_K, W_V)
    _, A = reference.self_attention(X, W_Q, W_K, W_V)
    item = bank.item("c2-shapes")
    shapes = {"X": X.shape, "WQ": W_Q.shape, "K": K.shape, "V": V.shape, "A": A.shape}
    assert item is not None
    assert item.mark({name: "x".join(map(str, shape)) for name, shape in shapes.items()}).fraction == 1


def test_rows_need_no_other_output_row(reference: ModuleType, rng: np.random.Generator) -> None:
    X, W_Q, W_K, W_V = (rng.normal(size=shape) for shape in ((8, 7), (7, 6), (7, 6), (7, 3)))
    O, _ = reference.self_attention(X, W_Q, W_K, W_V)
    Q, K, V = reference.project_qkv(X, W_Q, W_K, W_V)
    assert np.allclose(softmax(Q[4] @ K.T / np.sqrt(6)) @ V, O[4])
    P = rng.permutation(8)
    assert np.allclose(reference.self_attention(X[P], W_Q, W_K, W_V)[0], O[P])
    assert not np.allclose(O[P], O)
    changed = X.copy()
    changed[7] = rng.normal(size=7)
    rows = np.abs(reference.self_attention(changed, W_Q, W_K, W_V)[0] - O).max(axis=1)
    assert (rows > 1e-9).all()


def test_scores_before_softmax(rng: np.random.Generator) -> None:
    Q, K = rng.normal(size=(6, 5)) * 2, rng.normal(size=(6, 5)) * 2
    S = Q @ K.T / np.sqrt(5)
    assert (S < 0).any()
    assert (S > 1).any()
    assert not np.allclose(S.sum(axis=1), 1)
    assert not np.allclose(S, S.T)
    assert np.allclose(softmax(S + rng.normal(size=(6, 1))), softmax(S))
    assert not np.allclose(softmax(2 * S), softmax(S))


def test_rows_sum_to_one_and_nothing_else_does(rng: np.random.Generator) -> None:
    S = rng.normal(size=(5, 5))
    A = softmax(S + S.T)
    assert np.allclose(A.sum(axis=1), 1)
    assert not np.allclose(A.sum(axis=0), 1)
    assert not np.isclose(A.sum(), 1)
    assert not np.allclose(A, A.T)


def test_other_weights_may_give_the_same_output() -> None:
    V = np.array([[1.0, 2.0], [1.0, 2.0], [5.0, 0.0]])
    assert np.allclose(np.array([0.7, 0.1, 0.2]) @ V, np.array([0.1, 0.7, 0.2]) @ V)


@pytest.mark.parametrize("d_k", [9, 64, 256])
def test_dot_products_spread_like_the_root_of_d_k(d_k: int, rng: np.random.Generator) -> None:
    dots = (rng.normal(size=(50_000, d_k)) * rng.normal(size=(50_000, d_k))).sum(axis=1)
    assert dots.mean() == pytest.approx(0, abs=0.03 * np.sqrt(d_k))
    assert dots.var() == pytest.approx(d_k, rel=0.03)
    assert (dots / np.sqrt(d_k)).var() == pytest.approx(1, rel=0.03)
    assert (dots / d_k).var() == pytest.approx(1 / d_k, rel=0.03)


def test_without_scaling_softmax_is_saturated(rng: np.random.Generator) -> None:
    Q, K = rng.normal(size=(64, 512)), rng.normal(size=(64, 512))
    raw, scaled = softmax(Q @ K.T), softmax(Q @ K.T / np.sqrt(512))
    assert raw.max(axis=1).mean() > 0.85
    assert scaled.max(axis=1).mean() < 0.3
    assert (raw * (1 - raw)).mean() < (scaled * (1 - scaled)).mean() / 3
    assert np.allclose(raw.sum(axis=1), 1)


def test_the_explanations_quote_what_numpy_gives(bank: Bank) -> None:
    quoted = {
        "c4-factor": [*softmax([0.0, 1.0]).round(3), *softmax([0.0, 2.0]).round(3)],
        "m1-mix": [6],
        "m4-weight": [0.625],
        "m5-pair": [softmax([1.0, 0.0])[0].round(3), softmax([8.0, 0.0])[0].round(4)],
        "c4-slope": [round(slope(1), 4), round(slope(8), 6), round(slope(1) / slope(8))],
        "m4-gap": [round(float(np.log(4)), 3)],
        "c5-cross": [768],
    }
    for name, numbers in quoted.items():
        item = bank.item(name)
        assert item is not None
        told = item.variant(0).explanation
        for number in numbers:
            assert f"{number:g}" in told["en"], (name, number)
            assert f"{number:g}" in told["ko"], (name, number)


def test_the_geometry_of_a_score(bank: Bank) -> None:
    k1, k2 = np.array([3.0, 0.0]), np.array([0.0, 3.0])
    q = np.array([2.0, 0.0])
    assert q @ k1 > 0
    assert q @ k2 == 0
    item = bank.item("c3-angle")
    assert isinstance(item, Single)
    assert item.key == "split"


def test_counted_multiplications(reference: ModuleType) -> None:
    n, d_k, d_v = 11, 6, 3
    assert reference.attention_macs(n, d_k, d_v) == n**2 * d_k + n**2 * d_v
