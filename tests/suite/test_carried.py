"""Errors are carried forward: one slip costs one step, and a slip above another is still found."""

import pytest

from grader.core.model import Cell
from grader.suite.parts import off
from grader.suite.reached import Reached

ALONE = {"x01_axis0": 14, "c01_no_scaling": 8, "s03_k_qt": 10, "v01_a_transposed": 8, "p01_shared_projection": 8}
ABOVE = {
    "x01_axis0+f03_no_softmax": "f03_no_softmax",
    "c02_div_dk+f20_mixes_keys": "f20_mixes_keys",
    "s08_cosine+f04_softmax_of_unscaled": "f04_softmax_of_unscaled",
}
HIDDEN = ("c01_no_scaling+f04_softmax_of_unscaled", "x31_uniform+f04_softmax_of_unscaled")
COPIED = "x01_axis0+copied"  # a right formula that does without the wrong part


@pytest.fixture(scope="module")
def reports(tmp_path_factory, grade_all, reference, root):
    folder = root / "solutions/self_attention/mistakes"

    def text(names):
        own = [
            "def scaled_dot_product_attention(Q, K, V, mask=None):\n"
            "    S = Q @ np.swapaxes(K, -1, -2) / math.sqrt(Q.shape[-1])\n"
            "    S = S if mask is None else np.where(mask, S, -np.inf)\n"
            "    E = np.exp(S - S.max(axis=-1, keepdims=True))\n"
            "    A = E / E.sum(axis=-1, keepdims=True)\n"
            "    return A @ V, A\n"
            if name == "copied"
            else (folder / f"{name}.py").read_text(encoding="utf-8")
            for name in names.split("+")
        ]
        return "\n\n# %%\n".join([reference, *own])

    names = [*ALONE, *ABOVE, *HIDDEN, COPIED]
    home = tmp_path_factory.mktemp("carried")
    for i, name in enumerate(names):
        (home / f"n{i}").mkdir()
        (home / f"n{i}" / "attention.py").write_text(text(name), encoding="utf-8")
    found = grade_all([home / f"n{i}" for i in range(len(names))])
    return {name: found[f"n{i}"] for i, name in enumerate(names)}


def step(report, name):
    return next(step for step in report.steps if step.id == name)


@pytest.mark.parametrize("name", ALONE)
def test_one_slip_costs_its_own_step_alone_and_step_7_is_marked(reports, name):
    assert reports[name].code.earned == 70 - ALONE[name]
    assert step(reports[name], "attention").carried
    assert step(reports[name], "attention").score.full


@pytest.mark.parametrize("name", ABOVE)
def test_a_slip_above_another_is_found_and_named(reports, name):
    attention = step(reports[name], "attention")
    assert attention.score.earned == 0
    assert not attention.carried
    assert {check.diagnosis.mistake for check in attention.checks if check.diagnosis} == {ABOVE[name]}
    assert "your own functions of step" in attention.checks[0].message


@pytest.mark.parametrize("name", HIDDEN)
def test_what_wrong_parts_hide_is_not_judged_and_says_so(reports, name):
    attention = step(reports[name], "attention")
    assert (attention.outcome, attention.score.earned, attention.carried) == ("blocked", 0, False)
    assert "look the same" in attention.checks[0].message


def test_a_formula_that_does_without_the_wrong_part_is_right_by_itself(reports):
    assert step(reports[COPIED], "attention").score.full
    assert not step(reports[COPIED], "attention").carried


def test_what_a_function_reaches_is_read_from_the_last_definitions():
    text = "def a(): b()\ndef b(): pass\nif True:\n    c = a\ndef d(): c()\ndef b(): e\ne = 1\n"
    reached = Reached([Cell(text, "x.py"), Cell("def broken(:\n", "y.py")])
    assert reached.by("d") == {"d", "c", "a", "b", "e"}
    assert reached.by("unknown") == {"unknown"}


@pytest.mark.parametrize(
    ("value", "right", "least", "most"), [(1.0, 1.0, 0, 0), (2.0, 1.0, 1, 1e9), (1.00001, 1.0, 0, 1)]
)
def test_how_far_apart(value, right, least, most):
    assert least <= off(value, right) <= most
