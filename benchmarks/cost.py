"""What grading costs, against the ways it replaces, all in one run, as ratios.

    python benchmarks/cost.py            about two minutes on 2 cores
    python benchmarks/cost.py --no-nbgrader --submissions 30

Figures are CPU seconds of the command and everything it started (RUSAGE_CHILDREN), so that a busy machine
disturbs them little; every way is measured `--repeat` times in turn and its least figure is kept. The marginal
cost of one submission among many is (cost of N + 1) - (cost of 1), divided by N.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HIDDEN = ROOT / "solutions" / "self_attention" / "hidden"
REFERENCE = ROOT / "solutions" / "self_attention" / "attention.py"
# Steps 1 to 7, the same for all: the growth check of step 8 has no counterpart elsewhere and is measured apart.
STEPS = ("embedding", "projection", "scores", "scaling", "softmax", "combine", "attention")


def surroundings(**more: str) -> dict[str, str]:
    """The environment of a measured command: it finds in_process.py, and nbgrader finds alembic beside Python."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    return {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'benchmarks'}", "PATH": path, **more}


def cpu(command: list[str], **environment: str) -> float:
    """CPU seconds of a command and its children. Raises CalledProcessError if it fails."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        command,
        cwd=ROOT,
        env=surroundings(**environment),
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def least(repeat: int, measure: Callable[[], float]) -> float:
    """The least of several measurements: noise only adds."""
    return min(measure() for _ in range(repeat))


def grade(*paths: Path, steps: tuple[str, ...] = STEPS) -> list[str]:
    only = (f"--only={step}" for step in steps)
    return [sys.executable, "-m", "grader", "grade", *map(str, paths), "--json", "--jobs=1", *only]


def cohort(folder: Path, count: int) -> Path:
    """`count` copies of the reference, each a submission of its own."""
    for i in range(count):
        (folder / f"s{i:04}").mkdir(parents=True)
        shutil.copy(REFERENCE, folder / f"s{i:04}" / "attention.py")
    return folder


def nbgrader_course(folder: Path, learners: int) -> Path:
    """An nbgrader course with the reference as every learner's notebook, one test cell for each step."""
    source = REFERENCE.read_text(encoding="utf-8")
    course = folder / "course"
    course.mkdir()
    (course / "nbgrader_config.py").write_text('c = get_config()\nc.CourseDirectory.course_id = "bench"\n')

    def cell(text: str, grade_id: str = "", points: int = 0, solution: bool = False) -> dict[str, object]:
        metadata: dict[str, object] = {}
        if grade_id:
            metadata["nbgrader"] = {
                "grade": points > 0,
                "grade_id": grade_id,
                "locked": points > 0,
                "schema_version": 3,
                "solution": solution,
                "task": False,
                **({"points": points} if points else {}),
            }
        return {"cell_type": "code", "execution_count": None, "metadata": metadata, "outputs": [], "source": text}

    setup = "from pathlib import Path\nimport in_process"
    cells = [cell(source, "solution", solution=True), cell(setup)]
    for step in STEPS:
        cells.append(cell(f"in_process.run_step(Path({str(HIDDEN)!r}), {step!r}, globals())", step, points=1))
    notebook = {
        "cells": cells,
        "nbformat": 4,
        "nbformat_minor": 4,
        "metadata": {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}},
    }
    (course / "source" / "hw").mkdir(parents=True)
    (course / "source" / "hw" / "attention.ipynb").write_text(json.dumps(notebook))
    nbgrader = [sys.executable, "-m", "nbgrader"]
    generate = [*nbgrader, "generate_assignment", "hw"]
    subprocess.run(generate, cwd=course, env=surroundings(), check=True, capture_output=True)
    for i in range(learners):
        target = course / "submitted" / f"s{i:03}" / "hw"
        target.mkdir(parents=True)
        (target / "attention.ipynb").write_text(json.dumps(notebook))
    return course


def nbgrader_cost(learners: int, work: Path) -> float:
    course = nbgrader_course(work / f"nb{learners}", learners)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "nbgrader", "autograde", "hw"]
    subprocess.run(command, cwd=course, env=surroundings(), check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--submissions", type=int, default=100)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--no-nbgrader", action="store_true")
    options = parser.parse_args()
    python, n = sys.executable, options.submissions
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        one, many = cohort(work / "one", 1), cohort(work / "many", n + 1)
        in_process = [python, "-m", "pytest", "-q", "-p", "in_process", "-p", "no:cacheprovider", "-c", os.devnull]
        in_process += [f"--rootdir={HIDDEN}", *(str(HIDDEN / f"test_{step}.py") for step in STEPS)]
        figures = {
            "(a) python -c 'import numpy'": least(options.repeat, lambda: cpu([python, "-c", "import numpy"])),
            "(b) cold pytest, same suite, no isolation": least(
                options.repeat, lambda: cpu(in_process, SUBMISSION=str(REFERENCE), PYTEST_DISABLE_PLUGIN_AUTOLOAD="1")
            ),
            "grader grade, one submission, cold": least(options.repeat, lambda: cpu(grade(one))),
        }
        total = least(options.repeat, lambda: cpu(grade(many)))
        ours = (total - figures["grader grade, one submission, cold"]) / n
        figures[f"grader grade, each further of {n}"] = ours
        growth = [
            least(options.repeat, lambda f=folder: cpu(grade(f, steps=("complexity",)))) for folder in (one, many)
        ]
        figures[f"the same for step 8, with the growth check, of {n}"] = (growth[1] - growth[0]) / n
        figures["grader --help"] = least(options.repeat, lambda: cpu([python, "-m", "grader", "--help"]))
        if not options.no_nbgrader:
            (work / "nb1").mkdir()
            (work / "nb6").mkdir()
            single, six = nbgrader_cost(1, work), nbgrader_cost(6, work)
            figures["(c) nbgrader autograde, one notebook, cold"] = single
            figures["(c) nbgrader autograde, each further"] = (six - single) / 5
        figures["one sandboxed call (fork, hold, load, call, reap)"] = one_call()
    width = max(map(len, figures))
    for label, seconds in figures.items():
        print(f"{label:<{width}}  {seconds * 1000:9.1f} ms CPU  {seconds / ours:8.2f} x a submission")
    a = figures["(a) python -c 'import numpy'"]
    call = figures["one sandboxed call (fork, hold, load, call, reap)"]
    print(f"\none sandboxed call / (a)         = 1 / {a / call:.1f}")
    print(f"(b) / a submission among many    = {figures['(b) cold pytest, same suite, no isolation'] / ours:.1f}")
    if not options.no_nbgrader:
        print(f"(c) / a submission, both further = {figures['(c) nbgrader autograde, each further'] / ours:.1f}")


def one_call(count: int = 200) -> float:
    """CPU seconds of one worker with one call, worker and grader's side together."""
    import numpy as np

    from grader.core.model import Limits
    from grader.execution.executor import Executor
    from grader.submissions import python_cells

    cells = python_cells(REFERENCE.read_text(encoding="utf-8"), "attention.py")
    with Executor(Limits()) as door:
        door.start()
        cpu_of_workers = 0.0
        before = resource.getrusage(resource.RUSAGE_SELF)
        for _ in range(count):
            with door.worker(cells) as worker:
                worker.call("softmax", np.eye(3))
                cpu_of_workers += worker.cpu_seconds() or 0.0
        after = resource.getrusage(resource.RUSAGE_SELF)
    mine = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return (mine + cpu_of_workers) / count


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    main()
