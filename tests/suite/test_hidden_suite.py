"""The hidden suite itself: passes on the reference whatever the data, fails on what is no answer."""

import ast
import os
import subprocess
import sys

import pytest

from grader import submissions
from grader.core.model import Outcome, Submission
from grader.execution.probe import establish
from grader.grading.score import check_words
from grader.suite.pytest_session import SuiteOptions, run_suite


@pytest.fixture(scope="module")
def judge(assignment):
    """`judge(text, seed)`: the checks of the hidden suite on that text; of growth, the slowest, for two seeds only."""
    executor, _ = establish(assignment.limits, "confined")

    values = tuple(name for name in check_words(assignment, "ko") if "growth" not in name)

    def make(text, seed=1):
        runs = []
        submission = Submission("one", f"seed {seed}", submissions.python_cells(text, "attention.py"))
        chosen = SuiteOptions(seed=seed, only=values if seed > 2 else ())
        run_suite(assignment, executor, [submission], runs.append, chosen, uncollected={})
        return runs[0].checks

    with executor:
        yield make


@pytest.mark.parametrize("seed", range(1, 21))
def test_every_check_passes_on_the_reference(judge, reference, seed):
    assert [run.check.id for run in judge(reference, seed) if run.outcome is not Outcome.PASSED] == []


def test_every_check_fails_on_the_untouched_stub(judge, untouched):
    runs = judge(untouched)
    assert {run.outcome for run in runs} <= {Outcome.UNTOUCHED, Outcome.BLOCKED}
    assert {run.check.step for run in runs if run.check.core} == {run.check.step for run in runs}


def test_no_core_check_passes_on_zeros_and_no_step_without_one_exists(judge, zeros, assignment):
    runs = judge(zeros)
    core = [run for run in runs if run.check.core]
    assert {run.check.step for run in core} == {step.id for step in assignment.steps}
    assert [run.check.id for run in core if run.outcome not in (Outcome.FAILED, Outcome.BLOCKED)] == []


def test_every_check_has_a_title_and_advice_in_two_languages(judge, reference, assignment):
    korean = check_words(assignment, "ko")
    checks = [run.check for run in judge(reference)]
    assert {check.id for check in checks} == set(korean)
    for check in checks:
        assert check.title.endswith(".")
        assert check.advice
        assert korean[check.id].title
        assert korean[check.id].advice


def test_untouched_scores_nothing_and_nothing_is_held_against_it(submit, grade_all, untouched):
    report = grade_all([submit("ada", text=untouched)])["ada"]
    assert (report.score.earned, report.bonus.earned, report.score.held) == (0, 0, 0)
    assert {check.outcome for step in report.steps for check in step.checks} <= {Outcome.UNTOUCHED, Outcome.BLOCKED}


def test_zeros_score_nothing(submit, grade_all, zeros):
    report = grade_all([submit("ada", text=zeros)])["ada"]
    assert (report.score.earned, report.bonus.earned, report.score.held) == (0, 0, 0)


def test_a_suite_imports_numpy_and_pytest_alone(assignment):
    files = sorted((assignment.folder / "hidden").glob("*.py"))
    assert {file.stem.removeprefix("test_") for file in files} == {step.id for step in assignment.steps}
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert {name.partition(".")[0] for name in names} <= {"numpy", "pytest"}, file.name


def test_what_a_learner_sees_passes_on_the_reference_and_fails_on_the_stub(tmp_path, assignment, reference, untouched):
    visible = (assignment.folder / "public" / "test_attention.py").read_text(encoding="utf-8")
    (tmp_path / "test_attention.py").write_text(visible, encoding="utf-8")
    for text, outcome in ((reference, "passed"), (untouched, "failed")):
        (tmp_path / "attention.py").write_text(text, encoding="utf-8")
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "--rootdir",
            str(tmp_path),
            str(tmp_path),
        ]
        done = subprocess.run(
            command, capture_output=True, text=True, cwd=tmp_path, env={**os.environ, "PYTEST_ADDOPTS": ""}
        )
        last = done.stdout.strip().splitlines()[-1]
        assert outcome in last
        assert {"passed": "failed", "failed": "passed"}[outcome] not in last
