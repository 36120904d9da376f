"""Kits to try the learner's commands on: derived exercises with functions filled in, and the commands as processes."""

import os
import subprocess
import sys

import pytest
from kits import ROOT, RUN, VARIANTS, learner

from grader.authoring import derive
from grader.core.terminal import UNICODE, TerminalStyle
from grader.course import loading, visible_checks
from grader.suite.visible import run


@pytest.fixture(scope="session")
def derived(assignment):
    """The files a learner gets, by path, as the sources say now."""
    return derive.derive(ROOT, assignment)


@pytest.fixture
def kit(tmp_path, derived, reference, edited):
    """`kit()`: a course with stubs; `kit("solved")`, `kit(softmax="def softmax..."): the reference, edited."""

    def make(name="", text=None, folder="kit", **functions):
        root = tmp_path / folder
        derive.write(
            root, {path: content for path, content in derived.items() if path.parts[0] in ("exercises", "quizzes")}
        )
        if name or functions:
            text = edited(reference, **{**VARIANTS.get(name, {}), **functions})
        if text is not None:
            learner(root).write_text(text, encoding="utf-8")
        return root

    return make


@pytest.fixture(scope="session")
def learn():
    """`learn(root, "check", "softmax")`: a learner's command as a process, its output in a pipe."""

    def make(root, *arguments, text="", package=ROOT, **environment):
        clean = {k: v for k, v in os.environ.items() if not k.startswith(("GRADER_", "LC_", "PYTEST_", "COLUMNS"))}
        clean |= {"PYTHONPATH": str(package), "LANG": "C.UTF-8", "PYTHONIOENCODING": "utf-8", **environment}
        done = subprocess.run(
            [sys.executable, "-c", RUN, *map(str, arguments)],
            cwd=root,
            env=clean,
            capture_output=True,
            timeout=90,
            input=text.encode(clean["PYTHONIOENCODING"]),
        )
        done.stdout, done.stderr = (part.decode(clean["PYTHONIOENCODING"]) for part in (done.stdout, done.stderr))
        return done

    return make


@pytest.fixture(scope="session")
def checked():
    """`checked(root, "softmax")`: the checks run, in this process's hands; the run and its suite."""

    def make(root, *steps):
        assignment = loading.load(root, "self_attention", public=True)
        suite = visible_checks.read_suite(root, assignment)
        return run.check(assignment, suite, visible_checks.wanted_steps(assignment, steps)), suite

    return make


@pytest.fixture
def look():
    return TerminalStyle("en", UNICODE)
