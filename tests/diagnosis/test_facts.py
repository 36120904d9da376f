"""Facts: each is true, each is found where it should be, and none carries a number that was asked for."""

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from inprocess import same

from grader.core.languages import say
from grader.core.model import Call
from grader.diagnosis import Fact, diagnose
from grader.diagnosis.relations import lengths, result_names

STATE = np.random.RandomState(5)
Q, K, V = STATE.standard_normal((7, 6)), STATE.standard_normal((5, 6)), STATE.standard_normal((5, 3))
S = Q @ K.T
E = np.exp(S)
A = E / E.sum(axis=1, keepdims=True)
SQUARE = STATE.standard_normal((4, 4))


def told(corpus, call):
    """The facts about one call, by id."""
    found = diagnose(corpus, [call])
    assert found is not None
    return {fact.id: dict(fact.params) for fact in found.facts}


@pytest.mark.parametrize(
    ("value", "fact", "params"),
    [
        (2 * S, "ratio", {"ratio": "2"}),
        (S / 2, "ratio", {"ratio": "1/2"}),
        (6 * S, "ratio", {"ratio": "d_k"}),
        (S / 6, "ratio", {"ratio": "1/d_k"}),
        (S * 6**0.5, "ratio", {"ratio": "√d_k"}),
        (S / 6**0.5, "ratio", {"ratio": "1/√d_k"}),
        (S * 5, "ratio", {"ratio": "n_k"}),
        (S * 2.345, "ratio_unnamed", {}),
        (-S, "negated", {}),
        (S.T, "transposed", {}),
        (S + 0.7, "shifted", {}),
        (S + np.arange(7)[:, None], "row_shift", {}),
        (S + np.arange(5), "column_shift", {}),
        (S * (1 + np.arange(7)[:, None]), "row_scale", {}),
        (S * (1 + np.arange(5)), "column_scale", {}),
        (S[[2, 0, 3, 1, 6, 5, 4]], "row_order", {}),
        (S[::-1, ::-1], "order", {}),
        (S.reshape(5, 7), "order", {}),
        (np.abs(S), "magnitude", {}),
        (np.abs(S), "no_negative", {}),
        (np.round(S, 2), "rounding", None),
        (np.zeros((7, 5)), "zeros", {}),
        (np.full((7, 5), 0.3), "constant", {}),
        (A, "normalised", {}),  # sums are spoken of where the rows of the right answer sum to 1
        (A[:, :3], "shape", {"got": "(7, 3)", "expected": "(7, 5)"}),
        (S * np.nan, "nan", {"count": 35, "of": 35, "index": "[0, 0]"}),
        (np.where(S.max() == S, np.inf, S), "inf", None),
        (S.astype(np.float16), "dtype", {"got": "float16"}),
        (S + (np.arange(35).reshape(7, 5) == 7), "first", {"wrong": 1, "of": 35, "index": "[1, 2]"}),
    ],
)
def test_facts_about_scores(corpus, value, fact, params):
    found = told(corpus, Call("attention_scores", (Q, K), {}, value))
    assert fact in found, found
    if params is not None:
        assert found[fact] == params


@pytest.mark.parametrize(
    ("queries", "keys", "value"),
    [
        (Q[:1], K, lambda S: S[0]),
        (Q, K[:1], lambda S: S[:, 0]),
        (Q, K, lambda S: S[None]),
        (Q, K, lambda S: S[:, None, :, None]),
    ],
)
def test_numbers_in_their_places_have_another_shape_only(corpus, queries, keys, value):
    found = told(corpus, Call("attention_scores", (queries, keys), {}, value(queries @ keys.T)))
    assert "shape" in found and "order" not in found


def test_facts_about_squares(corpus):
    right = SQUARE @ SQUARE.T

    def of(value):
        return told(corpus, Call("attention_scores", (SQUARE, SQUARE + 1), {}, value))

    want = SQUARE @ (SQUARE + 1).T
    assert {"upper_zero"} <= set(of(np.tril(want))) and "lower_zero" in of(np.triu(want))
    assert "diagonal" in of(want + np.eye(4)) and "off_diagonal" in of(want + 1 - np.eye(4))
    assert "symmetric" in of(right + 1) and "symmetric" not in of(want + np.arange(4))
    assert of(SQUARE)["argument"] == {"name": "Q"}


def test_facts_about_sums(corpus):
    def of(value):
        return set(told(corpus, Call("softmax", (S,), {}, value)))

    assert {"columns", "not_rows"} <= of(E / E.sum(axis=0))
    assert {"total", "not_rows"} <= of(E / E.sum())
    assert "rows" in of(A[::-1]) and "not_rows" not in of(A[::-1])
    assert "negative" in of(A - 0.1)
    assert of(np.ones((1, 1))) & {"rows", "columns", "total", "not_rows"} == set()  # of a wrong shape, that is told
    assert "shape" in of(np.ones((1, 1)))
    one_row = told(corpus, Call("softmax", (S[:1],), {}, np.ones((1, S.shape[1]))))
    assert "not_rows" in one_row and "columns" not in one_row


def test_facts_about_several_results(corpus):
    O = A @ V
    found = diagnose(corpus, [Call("scaled_dot_product_attention", (Q, K, V), {}, (O, O + 1))])
    assert found.function == "scaled_dot_product_attention"
    scaled = np.exp(S / 6**0.5)
    right = scaled / scaled.sum(axis=1, keepdims=True)
    found = diagnose(corpus, [Call("scaled_dot_product_attention", (Q, K, V), {}, (-right @ V, right))])
    assert [(f.id, f.params.get("what")) for f in found.facts][:1] == [("negated", "O")]
    assert Fact("right", {"what": "A"}) in found.facts
    found = diagnose(corpus, [Call("scaled_dot_product_attention", (Q, K, V), {}, (right, right @ V))])
    assert [fact.id for fact in found.facts] == ["swapped"]


def test_facts_about_calls(corpus):
    shapes = told(corpus, Call("attention_scores", (Q, K), {}, raised="ValueError"))
    assert shapes == {"raises": {"kind": "ValueError", "shapes": "(7, 6), (5, 6)"}}
    assert diagnose(corpus, [Call("attention_scores", (Q, K), {}, raised="KeyError")]) is None
    assert told(corpus, Call("attention_scores", (Q, K), {}, S + 9 * S**2, (1,)))["changed"] == {"name": "K"}
    fixed = STATE.standard_normal((7, 5))
    twice = diagnose(corpus, [Call("attention_scores", (Q + i, K), {}, fixed) for i in (0, 1)])
    assert "twice" in [fact.id for fact in twice.facts]


def test_a_fact_has_to_hold_for_every_wrong_call(corpus):
    calls = [Call("attention_scores", (Q, K), {}, 6 * S), Call("attention_scores", (Q + 1, K), {}, 5 * (Q + 1) @ K.T)]
    assert {f.id for f in diagnose(corpus, calls).facts} & {"ratio", "ratio_unnamed"} == {"ratio_unnamed"}
    calls[1] = Call("attention_scores", (Q + 1, K), {}, (Q + 1) @ K.T)
    assert Fact("ratio", {"ratio": "d_k"}) in diagnose(corpus, calls).facts


def test_letters_are_read_from_the_docstrings(corpus):
    node = corpus.outline.nodes["scaled_dot_product_attention"]
    call = Call("scaled_dot_product_attention", (Q, K, V), {})
    assert lengths(node, call) == {"n_q": 7, "n_k": 5, "d_k": 6, "d_v": 3}
    assert result_names(node, 2) == ("O", "A")
    assert result_names(corpus.outline.nodes["sdpa_backward"], 3) == ("dQ", "dK", "dV")
    assert result_names(node, 3) == ("1", "2", "3")
    batch = Call("scaled_dot_product_attention", (Q[None], K[None], V[None]), {})
    assert lengths(node, batch) == lengths(node, call)


def test_every_fact_can_be_said_in_both_languages(root):
    text = (root / "grader" / "core" / "locale" / "en" / "LC_MESSAGES" / "grader.po").read_text("utf-8")
    found = re.findall(r'^msgid "fact\.(\w+)"\nmsgstr "(.*)"$', text, re.MULTILINE)
    assert len(found) > 30
    for name, english in found:
        places = set(re.findall(r"{(\w+)}", english))
        assert places <= {
            "what",
            "got",
            "expected",
            "kind",
            "shapes",
            "name",
            "count",
            "of",
            "index",
            "wrong",
            "ratio",
            "digits",
        }
        for language in ("en", "ko") if name != "whole" else ():
            said = Fact(name, dict.fromkeys(places - {"what"}, "x")).text(language)
            assert "{" not in said
            assert said.endswith((".", "요."))
            assert said[0].isupper() or language == "ko" or name == "wrong"


def test_every_fact_that_the_search_can_find_has_its_sentence(root):
    folder = root / "grader" / "diagnosis"
    named = {name for path in folder.glob("*.py") for name in re.findall(r'Fact\("(\w+)"', path.read_text("utf-8"))}
    assert len(named) > 20
    for name in named:
        assert say("ko", f"fact.{name}") != f"fact.{name}"


def test_no_fact_holds_an_expected_number(suite, corpus, judge):
    """What a fact says are letters, shapes, counts and places: nothing with a point in it."""
    for mistake in corpus:
        found = None if mistake.growth else judge(suite.space(corpus.entries[mistake.id].text), mistake.step)
        for fact in found.facts if found else ():
            for name, value in fact.params.items():
                assert (
                    type(value) is int
                    or name in ("what", "kind", "name", "got", "shapes", "expected")
                    or re.fullmatch(r"1?/?√?\w+|\[[\d, ]+\]", value)
                ), fact
                assert not re.search(r"\d\.\d", str(value)), fact


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10_000), rows=st.integers(2, 5), columns=st.integers(2, 5))
def test_sums_and_places_are_true(corpus, seed, rows, columns):
    """Whatever a learner returns: what is said of sums, signs and places can be checked from the answer alone."""
    state = np.random.RandomState(seed)
    scores = state.standard_normal((rows, columns))
    power = np.exp(state.standard_normal((rows, columns)))
    value = power / power.sum(axis=[1, 0, None][seed % 3], keepdims=True)
    expected = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
    found = told(corpus, Call("softmax", (scores,), {}, value))
    assert ("rows" in found) == np.allclose(value.sum(axis=1), 1)
    assert ("columns" in found) == np.allclose(value.sum(axis=0), 1)
    assert ("total" in found) == np.isclose(value.sum(), 1)
    if "first" in found:
        wrong = np.argwhere(~np.isclose(value, expected, rtol=1e-4, atol=1e-6))
        assert found["first"] == {"wrong": len(wrong), "of": value.size, "index": str(wrong[0].tolist())}


@pytest.mark.parametrize("alter", [same])
def test_a_named_mistake_comes_with_facts(suite, corpus, judge, alter):
    found = judge(suite.space(corpus.entries["x01_axis0"].text), "softmax", alter=alter)
    assert found.family == "axis0"
    said = [fact.text("en") for fact in found.facts]
    assert "Every column of your result sums to 1." in said
    assert [fact.text("ko") for fact in found.facts][: len(said)]
