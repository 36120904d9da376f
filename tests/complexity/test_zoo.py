"""A few of the zoo, each in a forked process; all of it runs in benchmarks/growth_error_rates.py --short."""

import importlib.util
import sys
from pathlib import Path

import pytest

BENCHMARK = Path(__file__).resolve().parents[2] / "benchmarks" / "growth_error_rates.py"

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="forks, and reads the CPU clock of a child"),
    pytest.mark.filterwarnings("ignore:This process.*is multi-threaded:DeprecationWarning"),
]


@pytest.fixture(scope="module")
def benchmark_module():
    spec = importlib.util.spec_from_file_location("growth_error_rates", BENCHMARK)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    "name",
    [
        *("honest/textbook", "honest/broadcast", "honest/recursive", "honest/switch_at_33", "honest/statistics_rows"),
        *("bad/diag_normalise", "bad/fmean_cell", "bad/numpy_core", "bad/patched_counter", "bad/exec_text"),
        *("bad/honest_when_small", "bad/concatenate_halves", "bad/linear"),
    ],
)
def test_verdict(benchmark_module, name):
    path = benchmark_module.ZOO / f"{name}.py"
    outcome, verdict, _ = benchmark_module.run_once(path, seed=3)
    assert benchmark_module.acceptable(path, outcome, verdict), outcome


def test_the_zoo_is_large_enough(benchmark_module):
    assert len(list((benchmark_module.ZOO / "honest").glob("*.py"))) >= 25
    assert len(list((benchmark_module.ZOO / "bad").glob("*.py"))) >= 10


@pytest.mark.filterwarnings("ignore:shape:UserWarning")
def test_lines_left_behind_by_honest_learners_are_counted(benchmark_module, tmp_path):
    """All pass by the counts, but what is unpickled: nothing counted is against it, and the clock settles it."""
    sys.path.insert(0, str(BENCHMARK.parent / "growth_zoo"))
    try:
        from leftovers import LINES, SOURCE
    finally:
        sys.path.pop(0)
    found = {}
    for name, line in LINES.items():
        path = tmp_path / f"{name}.py"
        path.write_text(SOURCE.format(line=line), encoding="utf-8")
        found[name], verdict, _ = benchmark_module.run_once(path, seed=3)
        if verdict is not None and verdict.otherwise is not None:
            found[name] = f"{verdict.kind}, or {verdict.otherwise.kind}"
    assert len(found) == 62
    assert {name: how for name, how in found.items() if how != "expected"} == {"pickle": "undecided, or expected"}


@pytest.mark.parametrize(
    "line",
    [
        "for row in A: np.testing.assert_allclose(A, A)",
        "for row in A: __import__('json').dumps(A.tolist())",
        "for row in A: __import__('hashlib').md5(A.tobytes())",
        "for row in A: __import__('logging').debug('%s', A.tolist())",
        "for row in A: __import__('pickle').dumps(A)",
        "for row in A: __import__('pprint').pformat(A.tolist())",
    ],
)
def test_what_is_linear_alone_is_not_when_it_is_done_for_each_row(benchmark_module, tmp_path, line):
    sys.path.insert(0, str(BENCHMARK.parent / "growth_zoo"))
    try:
        from leftovers import SOURCE
    finally:
        sys.path.pop(0)
    path = tmp_path / "cubic.py"
    path.write_text(SOURCE.format(line=line), encoding="utf-8")
    outcome, verdict, _ = benchmark_module.run_once(path, seed=3)
    assert verdict is not None, outcome
    assert verdict.kind.passed is not True
    assert verdict.otherwise is None or verdict.otherwise.kind.passed is not True
