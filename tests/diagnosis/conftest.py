"""What the tests of diagnosis share: the suite in this process, the corpus, the accepted variants, a judge."""

import ast

import pytest
from inprocess import ASSIGNMENT, Suite, same

from grader.diagnosis import KnownMistakes, diagnose, twins


@pytest.fixture(scope="session")
def source():
    return (ASSIGNMENT / "attention.py").read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def suite(source):
    return Suite(source)


@pytest.fixture(scope="session")
def corpus(source):
    return KnownMistakes.load(ASSIGNMENT / "mistakes", source)


@pytest.fixture(scope="session")
def accepted():
    """The text of each accepted variant, by name."""
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted((ASSIGNMENT / "accepted").glob("*.py"))}


@pytest.fixture(scope="session")
def judge(suite, corpus):
    """`judge(space, step)`: the diagnosis as grading would make it, with a second round of calls if need be."""

    def make(space, step, seed=1, alter=same, using=None, twice=True):
        known = using or corpus
        done = suite.run(space, step, seed, alter)
        calls = [call for check in done if not check.passed for call in check.calls]
        history = [call for check in done for call in check.calls]
        found = diagnose(known, calls, history)
        if twice and (found is None or found.mistake is None):
            more = suite.ask(space, twins(known, calls), alter)
            if more:
                found = diagnose(known, [*calls, *more], [*history, *more])
        return found

    return make


@pytest.fixture(scope="session")
def concerns(assignment, corpus):
    """`concerns(text)`: the steps whose functions use one that the module `text` defines."""

    def make(text):
        own = {node.name for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)}
        parts = corpus.outline.parts
        return [step.id for step in assignment.steps if any(parts(f) & own for f in step.functions)]

    return make
