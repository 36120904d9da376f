"""The growth check through the executor: what is held for a person, and what is our own fault."""

import shutil
import sys

import pytest

from grader.core.model import Outcome
from grader.course import loading

GROWTH = "complexity.growth_of_self_attention_is_quadratic"

CUBIC = """
def self_attention(X, W_Q, W_K, W_V):
    S = X @ X.T
    S @ S @ S
    return scaled_dot_product_attention(X @ W_Q, X @ W_K, X @ W_V)
"""

FORGED = """
import gc

for _thing in gc.get_objects():
    if type(_thing).__name__ == "Counter" and hasattr(_thing, "measure"):
        _measure = _thing.measure

        def _claim(function, args, memory=False):
            n = len(args[0])
            claimed = {"work": {"matmul": 32 * n * n}, "largest": n * n, "output": n * n, "blind": {}, "errors": {}}
            return {**_measure(function, args), **claimed}

        _thing.measure = _claim
"""

HONEST_WHEN_SMALL = """
def self_attention(X, W_Q, W_K, W_V):
    O, A = scaled_dot_product_attention(X @ W_Q, X @ W_K, X @ W_V)
    return (O, A) if len(X) < 900 else (O, A * 0)
"""

linux = pytest.mark.skipif(sys.platform != "linux", reason="another process's clock is read on Linux only")


@pytest.fixture
def judged(submit, grade_all):
    """`judged(text, of=course)`: the growth check of a solution with that `self_attention`, and more cells."""

    def make(function=None, extra="", name="ada", **options):
        functions = {"self_attention": function} if function else {}
        report = grade_all([submit(name, extra=extra, **functions)], only=(GROWTH,), **options)[name]
        (check,) = report.steps[0].checks
        return check

    return make


def test_the_reference_passes_with_its_figures(judged):
    check = judged()
    assert check.outcome is Outcome.PASSED
    assert "n^1.99" in check.message or "n^2.00" in check.message
    assert check.evidence["kind"] == "expected"


def test_cubic_work_names_its_culprit(judged):
    check = judged(CUBIC)
    assert (check.outcome, check.evidence["culprit"]) == (Outcome.FAILED, "matmul")


@linux
def test_forged_counts_are_held_where_the_clock_contradicts_them(judged):
    check = judged(CUBIC, extra=FORGED)
    assert check.outcome is Outcome.INCONCLUSIVE
    assert check.evidence["reason"] == "clock"
    assert check.score.earned == 0
    assert "clock, read from outside" in check.message
    seen = check.evidence["witness"]
    assert seen["contradicts"]
    assert seen["exponent"] > 2.4 and seen["apart"] > 1.7


@linux
def test_other_values_beyond_the_counted_sizes_are_held(judged):
    check = judged(HONEST_WHEN_SMALL)
    assert (check.outcome, check.evidence["reason"]) == (Outcome.INCONCLUSIVE, "beyond")
    assert check.evidence["unseen"][0].startswith("n = 1")


def test_where_the_reference_itself_does_not_pass_nobody_loses_a_point(judged, tmp_path, root, reference, edited):
    place = tmp_path / "course"
    shutil.copytree(root / "solutions", place / "solutions", ignore=shutil.ignore_patterns("__pycache__"))
    file = place / "solutions" / "self_attention" / "attention.py"
    file.write_text(edited(reference, self_attention=CUBIC), encoding="utf-8")
    check = judged(of=loading.load(place, "self_attention"))
    assert check.outcome is Outcome.BROKEN
    assert "the reference was judged faster" in check.message


def honest(line):
    """The formula with a line before its return."""
    return (
        "\ndef self_attention(X, W_Q, W_K, W_V):\n"
        "    O, A = scaled_dot_product_attention(X @ W_Q, X @ W_K, X @ W_V)\n"
        f"    {line}\n"
        "    return O, A\n"
    )


@linux
@pytest.mark.parametrize(
    "line",
    [
        "import pickle; pickle.loads(pickle.dumps(A))",
        "import html; html.escape(str(A.tolist()))",
        "import re; re.sub('[0-9]', '#', str(A.tolist()))",
        "import difflib; difflib.get_close_matches('a', [str(row) for row in A.tolist()])",
    ],
    ids=["pickle", "html", "re", "difflib"],
)
def test_a_call_that_no_list_knows_is_settled_by_the_witness(judged, line):
    check = judged(honest(line))
    assert check.outcome is Outcome.PASSED, check.message
    assert check.evidence["kind"] == "expected"
    assert check.evidence["unseen"]
    assert "cannot be counted, but the clock" in check.message


@linux
@pytest.mark.parametrize(
    "line",
    [
        "import re; [re.sub('[0-9]', '#', str(A.tolist())) for _ in A]",
        "import html; [html.escape(str(A.tolist())) for _ in A]",
        "exec('A @ A')",
        "eval('A @ A')",
        "import pickle; pickle.loads(b'cbuiltins\\neval\\n.')('A @ A', {'A': A})",
    ],
    ids=["re-in-a-loop", "html-in-a-loop", "exec", "eval", "pickled-eval"],
)
def test_no_witness_settles_code_that_was_not_seen_or_work_that_grows_faster(judged, line):
    check = judged(honest(line))
    assert check.outcome in (Outcome.INCONCLUSIVE, Outcome.FAILED), check.message
    assert check.score.earned == 0


def test_a_stop_at_a_large_size_names_what_was_counted_before_it(judged):
    check = judged(honest("[A.tolist() for _ in A]"))
    assert check.outcome is Outcome.FAILED, check.message
    assert check.evidence["kind"] == "faster"


@linux
@pytest.mark.parametrize(
    "line",
    [
        "import threading; threading.Thread(target=print).start()",
        "from concurrent.futures import ThreadPoolExecutor as P; P(2).submit(print)",
        "import _thread; _thread.start_new_thread(print, ())",
    ],
    ids=["threading", "pool", "thread"],
)
def test_threads_are_named_as_what_the_sandbox_forbids(judged, line):
    check = judged(honest(line))
    assert check.outcome is Outcome.CRASHED
    assert "The sandbox forbids threads" in check.message
