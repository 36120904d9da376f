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
