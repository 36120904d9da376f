"""Every way to a result runs one program: at home, in a bundle, in a notebook's kernel, by nbgrader, and when graded.

For the zoo of `idioms.py`, all sample submissions, known mistakes and accepted variants: the visible checks end alike
in the learner's own process and behind the sandbox, and the hidden suite takes what they take.
"""

import dataclasses
import json
import os
import subprocess
import sys

import pytest
from forked import forked
from idioms import IDIOMS, Work

from grader import submissions
from grader.authoring import derive
from grader.authoring.verify.trials import plan
from grader.core.model import Outcome, Submission
from grader.course import loading
from grader.course.visible_checks import read_suite
from grader.execution.executor import Executor
from grader.grading import run as grading
from grader.integrations.nbgrader.submitted import hand_in
from grader.submissions.working_file import read_learner, source_of
from grader.suite.visible import run
from grader.suite.visible.sandboxed import in_a_sandbox, limits_of

NAMES = [one.name for one in IDIOMS]
BY_NAME = {one.name: one for one in IDIOMS}
REAL = (
    "JupyterLab, nbformat 4.5",
    "a helper package",
    "script: a loop that never ends",
    "change: a syntax error in a function",
    "script: a debugger",  # pytest has a debugger of its own
)


def cells_of(text):
    """The cells of a percent file as a notebook has them."""
    out = []
    for cell in submissions.python_cells(text, "attention.py"):
        head, _, body = cell.text.partition("\n")
        kind = "markdown" if "[markdown]" in head else "code"
        out.append((kind, body.strip() if kind == "code" else "\n".join(line[2:] for line in body.splitlines())))
    return tuple(out)


@pytest.fixture(scope="module")
def work(reference, untouched):
    plain = "\n".join(line for line in reference.splitlines() if "SOLUTION" not in line)
    return Work(cells_of(plain), cells_of(untouched))


@pytest.fixture(scope="module")
def brief(assignment):
    """The assignment with little time, so that a loop without end is stopped soon."""
    return dataclasses.replace(assignment, limits=dataclasses.replace(assignment.limits, load_seconds=1.0))


@pytest.fixture(scope="module")
def derived(root, assignment):
    return {path: content for path, content in derive.derive(root, assignment).items() if path.parts[0] == "exercises"}


@pytest.fixture(scope="module")
def places(work, derived, tmp_path_factory):
    """name -> (a kit in which the learner worked, what the learner hands in)."""
    made = {}
    for name in NAMES:
        top = tmp_path_factory.mktemp("zoo")
        derive.write(top / "kit", derived)
        for path, content in BY_NAME[name].files(work).items():
            for folder in (top / "kit" / "exercises" / "self_attention", top / "in"):
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                (folder / path).write_bytes(content)
        made[name] = (top / "kit", top / "in")
    return made


@pytest.fixture(scope="module")
def read(places, brief):
    """name -> the submission that the one reader gives for what was handed in."""
    return {name: submissions.read_one(place, "ada", brief) for name, (_, place) in places.items()}


@pytest.fixture(scope="module")
def behind(brief):
    """An executor with every layer on, for all of the zoo."""
    with Executor(limits_of(brief)) as executor:
        yield executor


def public(kit, brief):
    found = loading.load(kit, "self_attention", public=True)
    return dataclasses.replace(found, limits=brief.limits)


def outcomes(checked):
    assert checked.problem is None, checked.problem
    return {one.check.id: str(one.outcome) for one in checked.seen}


def lost(found):
    return {check.partition(".")[0] for check, outcome in found.items() if outcome != Outcome.PASSED}


@pytest.mark.parametrize("name", NAMES)
def test_the_visible_checks_end_alike_at_home_and_behind_the_sandbox(places, read, brief, behind, name):
    kit, _ = places[name]
    here = public(kit, brief)
    suite, mine, handed_in = read_suite(kit, here), read_learner(here), read[name]
    assert handed_in.problem is None, handed_in.problem
    alike = ("modules", "notebook")
    assert [getattr(mine.submission, key) for key in alike] == [getattr(handed_in, key) for key in alike]
    assert [cell.text for cell in mine.submission.cells] == [cell.text for cell in handed_in.cells]
    at_home = run.check(here, suite, source=mine, hosts=None if name in REAL else forked)
    held = run.check(here, suite, source=source_of(handed_in, here), hosts=in_a_sandbox(behind))
    assert outcomes(at_home) == outcomes(held)
    assert lost(outcomes(at_home)) == BY_NAME[name].lost
    told = {one.check.id: one.message and one.message.id for one in at_home.seen}
    assert told == {one.check.id: one.message and one.message.id for one in held.seen}


def test_the_hidden_suite_takes_what_the_visible_checks_take(read, brief):
    steps = tuple(step.id for step in brief.steps if step.id != "complexity")  # counting the work takes long
    reports = {}
    handed_in = [dataclasses.replace(one, id=name) for name, one in read.items()]
    grading.grade(brief, handed_in, lambda one: reports.update({one.submission.id: one}), seed=1, only=steps)
    found = {
        name: {step.id for step in report.steps if step.id in steps and not step.score.full}
        for name, report in reports.items()
    }
    assert found == {name: set(BY_NAME[name].lost) for name in NAMES}


def test_nbgrader_reads_the_same_program(places, read, brief):
    for name, (_, place) in places.items():
        _, submission = hand_in(place, "ada", brief)
        assert submission == read[name], name


KERNEL = """
import contextlib, io, json, os, sys
from IPython.core.interactiveshell import InteractiveShell

shell = InteractiveShell.instance()
found = {}
for name, (folder, cells, steps) in json.load(sys.stdin).items():
    os.chdir(folder)
    shell.reset()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        shell.user_ns.update(__name__="__main__")
        for cell in cells:
            shell.run_cell(cell, store_history=True)
        shell.run_cell("from grader.notebook import check")
        shell.run_cell(f"panels = [check(step, lang='en') for step in {steps!r}]")
    found[name] = {step: panel.passed for step, panel in zip(steps, shell.user_ns["panels"])}
print("FOUND", json.dumps(found))
"""


def test_the_panel_in_a_kernel_says_the_same(places, work, brief, root):
    steps = [step.id for step in brief.steps]
    jobs = {}
    for name in NAMES:
        if BY_NAME[name].notebook:
            content = json.loads(BY_NAME[name].files(work)["attention.ipynb"])
            cells = ["".join(cell["source"]) for cell in content["cells"] if cell["cell_type"] == "code"]
            jobs[name] = (str(places[name][0] / "exercises" / "self_attention"), cells, steps)
    clean = {**os.environ, "PYTHONPATH": str(root), "IPYTHONDIR": str(places[NAMES[0]][1]), "MPLBACKEND": "agg"}
    done = subprocess.run(
        [sys.executable, "-c", KERNEL], input=json.dumps(jobs), text=True, capture_output=True, env=clean, timeout=300
    )
    assert "FOUND " in done.stdout, done.stderr[-3000:]
    found = json.loads(done.stdout.rpartition("FOUND ")[2])
    assert len(found) > 15
    assert {name: {step for step, passed in by.items() if not passed} for name, by in found.items()} == {
        name: set(BY_NAME[name].lost) for name in jobs
    }


def test_mistakes_variants_and_samples_end_alike(root, assignment, derived, behind, tmp_path):
    derive.write(tmp_path / "kit", derived)
    here = loading.load(tmp_path / "kit", "self_attention", public=True)
    suite = read_suite(tmp_path / "kit", here)
    programs = {
        f"{trial.kind} {trial.name}": Submission(trial.name, "", trial.cells) for trial in plan(root, assignment)
    }
    for one in submissions.find([root / "examples" / "cohort"], assignment):
        programs[f"sample {one.id}"] = one
    apart = {}
    for name, one in programs.items():
        if name in ("sample farid", "sample heidi"):  # a loop without end; one that changes numpy for the checks
            continue
        if one.problem is None:
            source = source_of(one, here)
            found = [
                outcomes(run.check(here, suite, source=source, hosts=hosts)) for hosts in (forked, in_a_sandbox(behind))
            ]
            if found[0] != found[1]:
                apart[name] = {
                    check: [one.get(check) for one in found]
                    for check in found[0]
                    if found[0][check] != found[1].get(check)
                }
    assert len(programs) > 250
    assert apart == {}
