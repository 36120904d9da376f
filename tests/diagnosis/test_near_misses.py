"""Near misses and conventions: each fact speaks where it should and keeps silent next to it."""

import numpy as np
import pytest
from inprocess import float32

from grader.core.model import Call
from grader.diagnosis import diagnose

STATE = np.random.RandomState(11)
Q, K = STATE.standard_normal((5, 6)), STATE.standard_normal((4, 6))
X, W = STATE.standard_normal((5, 4)), [STATE.standard_normal((4, 3)) for _ in range(3)]
S = Q @ K.T
E = np.exp(S)
A = E / E.sum(axis=1, keepdims=True)
MASK = np.tri(4, dtype=bool)


def told(corpus, *calls):
    found = diagnose(corpus, calls)
    return {} if found is None else {fact.id: dict(fact.params) for fact in found.facts}


def scores(value, **more):
    return Call("attention_scores", (Q, K), {}, value, **more)


@pytest.mark.parametrize("decimals", [2, 3, 4])
def test_rounding_is_seen(corpus, decimals):
    said = told(corpus, scores(np.round(S, decimals)))
    assert said["rounding"]["digits"] in (decimals, decimals + 1)


@pytest.mark.parametrize("value", [S.astype(np.float32), S * (1 + 1e-8), S + 0.3 * np.sin(S), np.zeros_like(S)])
def test_what_is_not_rounded_is_not_said_to_be(corpus, value):
    assert "rounding" not in told(corpus, scores(value))


def test_rounded_weights_are_named_although_they_are_within_the_tolerance_of_a_diagnosis(corpus):
    found = diagnose(corpus, [Call("softmax", (S,), {}, np.round(A, 4))])
    assert found.mistake == "x55_rounded_four"
    assert diagnose(corpus, [Call("softmax", (S,), {}, np.round(A, 4) + 1e-5)]).mistake is None
    assert diagnose(corpus, [Call("softmax", (S,), {}, A.astype(np.float32))]) is None


@pytest.mark.parametrize("name", ["x03_no_max_subtraction", "x35_axis0_no_max", "x36_whole_no_max"])
@pytest.mark.parametrize("cast", ["np.asarray(S, dtype=float)", "S.astype(float)", "S.astype(np.float32)"])
def test_a_cast_of_the_argument_hides_no_mistake(suite, corpus, judge, name, cast):
    body = corpus.entries[name].text.partition("def softmax(S):\n")[2]
    text = f"import numpy as np\ndef softmax(S):\n    S = {cast}\n{body}"
    assert judge(suite.space(text), "softmax").family == corpus.entries[name].family


def test_every_mistake_behind_a_cast_keeps_its_name_or_gets_none(suite, corpus, judge):
    """A cast of the first argument in front of each mistake of softmax and scaling: never another family."""
    for entry in corpus.entries.values():
        if entry.function not in ("softmax", "scale_scores") or entry.growth:
            continue
        for cast in ("float64", "float32"):
            text = f"{entry.text}\nimport numpy as np\n_as_it_was = {entry.function}\ndef {entry.function}(S, *more):\n"
            text += f"    return _as_it_was(np.array(S, dtype=np.{cast}), *more)\n"
            found = judge(suite.space(text), entry.mistake.step)
            assert found is None or found.family in (None, entry.family), (entry.id, cast, found.mistake)


def test_a_right_answer_after_a_cast_gets_no_name(suite, corpus, judge):
    text = "import numpy as np\ndef softmax(S):\n    S = S.astype(np.float32)\n"
    space = suite.space(
        f"{text}    E = np.exp(S - S.max(-1, keepdims=True))\n    return E / E.sum(-1, keepdims=True)\n"
    )
    found = judge(space, "softmax", alter=float32)
    assert found is None or found.mistake is None


def test_the_opposite_of_a_mask(corpus):
    right = np.tri(4, dtype=bool)
    assert "opposite" in told(corpus, Call("causal_mask", (4,), {}, ~right))
    assert "opposite" in told(corpus, Call("causal_mask", (4,), {}, (~right).astype(float)))
    assert "opposite" not in told(corpus, Call("causal_mask", (4,), {}, right.T))
    assert "opposite" not in told(corpus, scores(-S))
    assert "opposite" not in told(corpus, Call("causal_mask", (4,), {}, right), Call("causal_mask", (3,), {}, ~right))


@pytest.mark.parametrize("kind", ["matrix", "MaskedArray"])
def test_arrays_of_a_special_kind(corpus, kind):
    assert "special_array" in told(corpus, scores(S + 1, forms=(kind,)))
    assert "special_array" not in told(corpus, scores(S + 1))
    assert "special_array" not in told(corpus, scores(S + 1, forms=("Mine",)))


def test_results_in_each_others_places(corpus):
    q, k, v = (X @ w for w in W)
    args = (X, *W)
    assert told(corpus, Call("project_qkv", args, {}, (k, k, v)))["other_result"] == {"what": "Q", "name": "K"}
    assert "other_result" not in told(corpus, Call("project_qkv", args, {}, (q + 1, k, v)))
    equal = told(corpus, Call("project_qkv", args, {}, (q, v + 1, v + 1)))
    assert equal["equal_results"] == {"what": "K", "name": "V"}
    assert "equal_results" not in told(corpus, Call("project_qkv", args, {}, (q, v + 1, v + 2)))
    same = Call("project_qkv", (X, W[0], W[0], W[2]), {}, (q + 1, q + 1, v))
    assert "equal_results" not in told(corpus, same)  # they should be equal here


def test_softmax_too_early(corpus):
    assert "normalised" in told(corpus, scores(A))
    assert "normalised" not in told(corpus, scores(A + 0.01))
    assert "normalised" not in told(corpus, Call("softmax", (S,), {}, A.T))


def test_sums_are_spoken_of_where_rows_should_sum_to_one(corpus):
    power = np.exp(S - 1)
    for value in (power / power.sum(), power / power.sum(axis=0), power / power.sum(axis=1, keepdims=True)):
        assert {"rows", "columns", "total", "not_rows"}.isdisjoint(told(corpus, scores(value)))
    assert "total" in told(corpus, Call("softmax", (S,), {}, power / power.sum()))


def test_any_fill_that_no_score_reaches_is_right(corpus):
    T = STATE.standard_normal((4, 4))
    filled = np.where(MASK, T, -1e9)
    assert diagnose(corpus, [Call("apply_mask", (T, MASK), {}, filled)]) is None
    inverted = diagnose(corpus, [Call("apply_mask", (T, MASK), {}, np.where(MASK, -1e9, T))])
    assert inverted.mistake == "m01_inverted"
    wrong = filled.copy()
    wrong[2, 1] += 1
    said = told(corpus, Call("apply_mask", (T, MASK), {}, wrong))
    assert said["first"] == {"wrong": 1, "of": 16, "index": "[2, 1]"}
    assert diagnose(corpus, [Call("apply_mask", (T, MASK), {}, np.where(MASK, T, -10000.0))]) is not None


def test_a_row_of_zeros_has_no_factor(corpus):
    value = S * np.arange(5)[:, None]
    assert "row_scale" not in told(corpus, scores(value))
    assert "row_scale" in told(corpus, scores(S * np.arange(1, 6)[:, None]))


def test_a_mistake_explains_the_functions_built_on_it(suite, corpus):
    """Weights first in the whole formula: self_attention, which calls it, fails for the same reason."""
    space = suite.space(corpus.entries["f50_weights_first"].text)
    calls = [call for check in suite.run(space, "attention") if not check.passed for call in check.calls]
    found = diagnose(corpus, calls)
    assert found.explains == ("scaled_dot_product_attention", "self_attention")
    other = suite.space(corpus.entries["f50_weights_first"].text, corpus.entries["f30_layer_norm"].text)
    calls = [call for check in suite.run(other, "attention") if not check.passed for call in check.calls]
    assert "self_attention" not in diagnose(corpus, calls).explains


def test_a_mask_among_the_arguments_is_looked_at_like_any_other(corpus):
    T = STATE.standard_normal((4, 4))
    assert "first" in told(corpus, Call("apply_mask", (T, MASK), {}, T + 1.5))
    assert "argument" in told(corpus, Call("apply_mask", (T, MASK), {}, T))
    ones = np.ones((4, 4))
    assert "argument" not in told(corpus, Call("apply_mask", (ones, MASK), {}, ones))
