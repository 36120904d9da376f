"""Functions that are begun: `check`, the notebook's panel and the state of a step say what still raises, and where."""

import linecache
import sys

import pytest
from kits import learner

from grader.core.model import Outcome
from grader.course import loading, visible_checks
from grader.suite.visible import run
from grader.suite.visible.in_kernel import KernelSource, in_this_kernel

HALF = "def embed(token_ids, E):\n    raise NotImplementedError()\n    return E[token_ids]"
PART = "def self_attention(X, W_Q, W_K, W_V, mask=None):\n    raise NotImplementedError()"


def test_check_names_the_line_that_still_raises_and_how_many_functions_are_written(kit, learn):
    root = kit(embed=HALF, self_attention=PART)
    lines = learner(root).read_text().splitlines()
    line = next(number for number, text in enumerate(lines, 1) if text == "    raise NotImplementedError()")
    told = " ".join(learn(root, "check", "embedding").stdout.split())
    assert f"attention.py:{line}: raise NotImplementedError() still stands here" in told
    assert "not started" not in told
    told = " ".join(learn(kit(folder="two", self_attention=PART), "check", "attention").stdout.split())
    assert "1 of 2 functions written: self_attention() still raises NotImplementedError." in told
    assert "not started" not in told


@pytest.mark.parametrize(("body", "outcome"), [(HALF, Outcome.CRASHED), (HALF.rpartition("\n")[0], Outcome.UNTOUCHED)])
def test_the_panel_of_a_notebook_says_the_same(kit, body, outcome):
    root = kit()
    of = loading.load(root, "self_attention", public=True)
    namespace = {"__name__": "__main__"}
    linecache.cache["<cell 1>"] = (len(body), None, body.splitlines(keepends=True), "<cell 1>")
    exec(compile(body, "<cell 1>", "exec"), namespace)
    source = KernelSource(namespace, "notebook")
    suite = visible_checks.read_suite(root, of)
    checked = run.check(of, suite, [of.step("embedding")], source=source, hosts=in_this_kernel(namespace))
    (one,) = checked.of(of.step("embedding"))
    assert one.outcome is outcome
    if outcome is Outcome.CRASHED:
        assert (one.message.id, one.message.params["where"]) == ("check.still_raises", "embed(), line 2")


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="here this syntax can be run")
def test_syntax_of_a_later_python_is_told_as_such(kit, checked):
    root = kit(embed='def embed(token_ids, E):\n    d = {"n": 3}\n    t = f"{d["n"]}"\n    return E[token_ids]')
    run_, _ = checked(root, "embedding")
    (one,) = run_.of(run_.assignment.step("embedding"))
    assert (one.outcome, one.message.id, one.message.params["version"]) == (Outcome.CRASHED, "check.newer_here", "3.12")
