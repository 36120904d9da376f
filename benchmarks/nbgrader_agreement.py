"""Every known mistake and every sample submission through three routes, whose scores have to agree to the last digit.

    python benchmarks/nbgrader_agreement.py                 all of them, many minutes
    python benchmarks/nbgrader_agreement.py --every 10      each tenth mistake

Each notebook is the released one with the reference's answers, one function replaced by a mistake, and answers to the
quiz drawn at random (a few that cannot be read among them), in its cells or in answers.yaml. The routes:

    grader grade         each notebook's folder, code and quiz
    autograde            nbgrader autograde of the exported assignment, with our engine
    grader nbgrader      grader nbgrader grade

Exits 1 and names what differs, if anything does.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path
from typing import Any

import nbgrader_cohort as cohort

ROOT = cohort.ROOT
sys.path.insert(0, str(ROOT))
from grader.authoring.notebook.layout import QUIZ, check_id  # run as a script, from anywhere
from grader.quiz import load_bank
from grader.quiz.questions import Question

NAME = cohort.NAME
DUMP = """
import json, sys, warnings
warnings.simplefilter("ignore")
from nbgrader.api import Gradebook
out = {}
with Gradebook("sqlite:///gradebook.db") as gradebook:
    for sub in gradebook.find_assignment(sys.argv[1]).submissions:
        grades = [grade for notebook in sub.notebooks for grade in notebook.grades]
        out[sub.student.id] = {g.name: (g.auto_score or 0) + (g.extra_credit or 0) for g in grades}
print(json.dumps(out))
"""


def answer_to(question: Question, draw: random.Random) -> object:
    """Some answer: right or wrong by chance; now and then one that cannot be read."""
    if draw.random() < 0.03:
        return "no such option"
    names = list(question.options)
    if question.shape == "one":
        return draw.choice(names)
    if question.shape == "many":
        return draw.sample(names, draw.randint(0, len(names)))
    if question.shape == "order":
        return draw.sample(names, len(names))
    if question.shape == "slots":
        return {slot: draw.choice(list(question.choices(slot))) for slot in question.slots}
    return draw.randint(0, 12) if question.shape == "number" else "In my own words."


def notebook_for(released: dict[str, Any], answers: dict[str, Any], code: str, function: str) -> dict[str, Any]:
    """The released notebook, the reference in its solution cells, and `code` after the one that defines `function`."""
    notebook: dict[str, Any] = json.loads(json.dumps(released))
    for cell in notebook["cells"]:
        if cohort.solution(cell):
            cell["source"] = "".join(answers[cohort.grade_id(cell)])
            if f"def {function}(" in cell["source"]:
                cell["source"] += f"\n\n\n{code}"
    return notebook


def with_quiz(notebook: dict[str, Any], given: dict[str, object]) -> None:
    """Answers in the notebook's own cells."""
    for cell in notebook["cells"]:
        name = cell.get("id", "").removeprefix("quiz-").removesuffix("-answer")
        if cell.get("id", "").endswith("-answer") and name in given:
            cell["source"] = f'answers["{name}"] = {given[name]!r}'


def hand_in(course: Path, every: int) -> None:
    """Everybody's notebook."""
    source, released = (
        json.loads((course / step / NAME / "attention.ipynb").read_text(encoding="utf-8"))
        for step in ("source", "release")
    )
    answers = {cohort.grade_id(cell): cell["source"] for cell in source["cells"] if cohort.solution(cell)}
    questions = [item.sheet().with_numbers(0) for item in load_bank(ROOT / "solutions" / NAME / "quiz.yaml").items]
    mistakes = sorted((ROOT / "solutions" / NAME / "mistakes").glob("*.py"))[::every]
    for number, path in enumerate(mistakes):
        text = path.read_text(encoding="utf-8")
        function = next(line for line in text.splitlines() if line.startswith("def ") and not line.startswith("def _"))
        notebook = notebook_for(released, answers, text, function.split("(")[0].removeprefix("def "))
        draw = random.Random(number)
        given = {question.id: answer_to(question, draw) for question in questions if draw.random() < 0.8}
        folder = course / "submitted" / path.stem / NAME
        folder.mkdir(parents=True)
        if number % 2:
            with_quiz(notebook, given)
        else:
            lines = [f"{name}: {json.dumps(value)}" for name, value in given.items()]
            (folder / "answers.yaml").write_text("\n".join(lines), encoding="utf-8")
        (folder / "attention.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    for path in sorted((ROOT / "examples" / "cohort").glob("*/attention.*")):
        folder = course / "submitted" / f"sample-{path.parent.name}" / NAME
        folder.mkdir(parents=True)
        if path.suffix == ".ipynb":
            shutil.copy(path, folder)
            continue
        cells = [
            {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None, "source": piece}
            for piece in path.read_text(encoding="utf-8").split("# %%\n")
        ]
        content = {"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": cells}
        (folder / "attention.ipynb").write_text(json.dumps(content), encoding="utf-8")


def by_grade(course: Path, environment: dict[str, str]) -> dict[str, dict[str, float]]:
    """What `grader grade` gives, by student and grade id."""
    places = course.parent / "alone"
    for folder in sorted((course / "submitted").iterdir()):
        shutil.copytree(folder / NAME, places / folder.name)
    command = cohort.command("grader", "grade", str(places), "-a", NAME, "--course", str(ROOT), "--json", "--quiet")
    done = subprocess.run(command, cwd=course, env=environment, stdout=subprocess.PIPE, check=True)
    found = {}
    for line in done.stdout.decode().splitlines():
        report = json.loads(line)
        row = {check_id(step["id"]): Fraction(str(step["score"]["earned"])) for step in report["steps"]}
        items = report["quiz_answers"]["items"] if report["quiz_answers"] else []
        row[check_id(QUIZ)] = sum((Fraction(str(i["score"]["earned"])) for i in items if not i["by_hand"]), Fraction(0))
        found[report["submission"]["id"]] = {name: float(points) for name, points in row.items()}
    return found


def gradebook(course: Path, environment: dict[str, str]) -> dict[str, dict[str, float]]:
    """What the gradebook holds."""
    done = subprocess.run(
        [sys.executable, "-c", DUMP, NAME], cwd=course, env=environment, stdout=subprocess.PIPE, check=True
    )
    found: dict[str, dict[str, float]] = json.loads(done.stdout)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--every", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        environment = cohort.surroundings(Path(name))
        course = cohort.exported(Path(name) / "course", environment)
        hand_in(course, options.every)
        alone = by_grade(course, environment)
        routes = {}
        for route, command in (
            ("autograde", cohort.command("nbgrader", "autograde", NAME)),
            ("grader nbgrader", cohort.command("grader", "nbgrader", "grade", str(course))),
        ):
            subprocess.run(command, cwd=course, env=environment, check=True, capture_output=True)
            routes[route] = gradebook(course, environment)
    differing = 0
    for student, expected in sorted(alone.items()):
        for route, rows in routes.items():
            row = {grade_id: rows[student].get(grade_id) for grade_id in expected}
            if row != expected:
                differing += 1
                parts = [f"{key}: {expected[key]} / {row[key]}" for key in row if row[key] != expected[key]]
                print(f"{student}: grader grade / {route}: {', '.join(parts)}")
    scores = {sum(row.values()) for row in alone.values()}
    print(f"{len(alone)} submissions, {len(scores)} different totals, {differing} differences")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
