"""One cohort of notebooks, graded by plain nbgrader and by us, in one run, as ratios.

    python benchmarks/nbgrader_cohort.py                  30 notebooks, some minutes
    python benchmarks/nbgrader_cohort.py --notebooks 5

Plain nbgrader runs each notebook in a kernel, with a test cell a step that calls the same hidden checks in the
learner's own process (those that need our measurements of growth are left out). These ways, over the same answers,
one after another; wall and CPU seconds of the command and everything it started:

    plain        nbgrader autograde, stock configuration
    bridge       nbgrader autograde, our preprocessors in place of Execute
    grade        grader nbgrader grade, one process a core
    same checks  the same without the checks that measure growth, as plain nbgrader runs them

On a busy machine trust the ratio of CPU seconds.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
NAME = "self_attention"
HELPER = """
import inspect
from pathlib import Path

import in_process


def run_step(hidden, step, functions):
    given = in_process.fixtures(functions)
    for name, test in vars(in_process.module(Path(hidden) / f"test_{step}.py")).items():
        wanted = inspect.signature(test).parameters if name.startswith("test_") else ()
        if name.startswith("test_") and set(wanted) <= set(given):
            test(**{key: given[key] for key in wanted})
"""


def surroundings(helper: Path) -> dict[str, str]:
    """The environment of a command: our package, the helper, nbgrader's alembic, and compiled modules kept.

    Without the last, importing would be most of what is measured, in every kernel and here.
    """
    path = os.pathsep.join([str(ROOT), str(ROOT / "benchmarks"), str(helper)])
    scripts = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPATH": path, "PATH": scripts, "PYTHONPYCACHEPREFIX": str(helper / "compiled")}


def measured(command: list[str], cwd: Path, environment: dict[str, str]) -> tuple[float, float]:
    """Wall and CPU seconds of a command and its children. Raises CalledProcessError where it fails."""
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run(command, cwd=cwd, env=environment, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    wall, after = time.monotonic() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def command(*words: str) -> list[str]:
    """`nbgrader` or `grader` under this Python."""
    return [sys.executable, "-m", *words]


def without_growth(folder: Path) -> Path:
    """A copy of the course without the hidden checks that measure growth: what plain nbgrader runs here."""
    known = {"learner", "normal", "integers", "approx"}
    for part in ("solutions", "exercises"):
        shutil.copytree(ROOT / part / NAME, folder / part / NAME, ignore=shutil.ignore_patterns("__pycache__"))
    for path in (folder / "solutions" / NAME / "hidden").glob("test_*.py"):
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        for node in reversed(ast.parse("".join(lines)).body):
            if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test_"):
                continue
            if not {argument.arg for argument in node.args.args} <= known:
                first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
                del lines[first - 1 : node.end_lineno]
        path.write_text("".join(lines), encoding="utf-8")
    return folder


def exported(folder: Path, environment: dict[str, str], root: Path = ROOT) -> Path:
    """Our export of the assignment, released."""
    folder.mkdir()
    subprocess.run(
        command("grader", "nbgrader", "export", str(folder), "--course", str(root)),
        cwd=folder,
        env=environment,
        check=True,
        capture_output=True,
    )
    generate(folder, environment)
    return folder


def generate(folder: Path, environment: dict[str, str]) -> None:
    subprocess.run(
        command("nbgrader", "generate_assignment", NAME), cwd=folder, env=environment, check=True, capture_output=True
    )


def plain(folder: Path, ours: Path, environment: dict[str, str]) -> Path:
    """The same assignment for stock nbgrader: the same cells, and test cells that run the checks in the kernel."""
    (folder / "source" / NAME).mkdir(parents=True)
    (folder / "nbgrader_config.py").write_text('c = get_config()\nc.CourseDirectory.course_id = "plain"\n')
    notebook = json.loads((ours / "source" / NAME / "attention.ipynb").read_text(encoding="utf-8"))
    ungraded = ("test_quiz-answers",)  # stock nbgrader has no quiz
    notebook["cells"] = [
        c
        for c in notebook["cells"]
        if not (mark := c["metadata"].get("nbgrader", {})).get("task") and mark.get("grade_id") not in ungraded
    ]
    hidden = ROOT / "solutions" / NAME / "hidden"
    for cell in notebook["cells"]:
        mark = cell["metadata"].get("nbgrader", {})
        if mark.get("grade"):
            step = mark["grade_id"].removeprefix("test_")
            call = f"from plain_checks import run_step\nrun_step({str(hidden)!r}, {step!r}, globals())"
            cell["source"] = f"### BEGIN HIDDEN TESTS\n{call}\n### END HIDDEN TESTS"
    (folder / "source" / NAME / "attention.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    generate(folder, environment)
    return folder


def hand_in(folder: Path, count: int) -> None:
    """`count` notebooks with the reference's answers."""
    source = json.loads((folder / "source" / NAME / "attention.ipynb").read_text(encoding="utf-8"))
    answers = {grade_id(cell): cell["source"] for cell in source["cells"] if solution(cell)}
    notebook = json.loads((folder / "release" / NAME / "attention.ipynb").read_text(encoding="utf-8"))
    for cell in notebook["cells"]:
        if solution(cell):
            cell["source"] = answers[grade_id(cell)]
    for i in range(count):
        target = folder / "submitted" / f"s{i:03}" / NAME
        target.mkdir(parents=True)
        (target / "attention.ipynb").write_text(json.dumps(notebook), encoding="utf-8")


def grade_id(cell: dict[str, Any]) -> str:
    return str(cell["metadata"]["nbgrader"]["grade_id"])


def solution(cell: dict[str, Any]) -> bool:
    return bool(cell["metadata"].get("nbgrader", {}).get("solution"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--notebooks", type=int, default=30)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        (work / "plain_checks.py").write_text(HELPER)
        environment = surroundings(work)
        ours = exported(work / "ours", environment)
        theirs = plain(work / "plain", ours, environment)
        same = exported(work / "same", environment, without_growth(work / "course"))
        for course in (ours, theirs, same):
            hand_in(course, options.notebooks)
        bridge = work / "bridge"
        shutil.copytree(ours, bridge)
        config = json.loads((bridge / "grader_course.json").read_text())
        (bridge / "grader_course.json").write_text(json.dumps({**config, "course": str(ROOT)}))
        figures = {
            "grade": measured(command("grader", "nbgrader", "grade", str(ours)), ours, environment),
            "plain": measured(command("nbgrader", "autograde", NAME), theirs, environment),
            "bridge": measured(command("nbgrader", "autograde", NAME), bridge, environment),
        }
        figures["grade again"] = measured(command("grader", "nbgrader", "grade", str(ours)), ours, environment)
        figures["same checks"] = measured(command("grader", "nbgrader", "grade", str(same)), same, environment)
    for way, (wall, cpu) in figures.items():
        print(f"{way:<12} {wall:7.1f} s wall  {cpu:7.1f} s CPU  for {options.notebooks} notebooks")
    wall = min(figures["grade"][0], figures["grade again"][0])
    cpu = min(figures["grade"][1], figures["grade again"][1])
    print(f"\nplain / grade    {figures['plain'][0] / wall:5.1f} x wall   {figures['plain'][1] / cpu:5.1f} x CPU")
    print(
        f"plain / same     {figures['plain'][0] / figures['same checks'][0]:5.1f} x wall   "
        f"{figures['plain'][1] / figures['same checks'][1]:5.1f} x CPU"
    )
    print(
        f"plain / bridge   {figures['plain'][0] / figures['bridge'][0]:5.1f} x wall   "
        f"{figures['plain'][1] / figures['bridge'][1]:5.1f} x CPU"
    )


if __name__ == "__main__":
    main()
