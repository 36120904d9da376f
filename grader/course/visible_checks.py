"""The visible checks of an assignment, read from their file without running it.

A check is a top-level function `test_<step>_<rest>` of `exercises/<assignment>/test_*.py`; its docstring's first
line is the title, its second paragraph the advice, in the first language of the course. `checks.yaml` beside it, if
there is one, has the titles in the further languages, and the reason for a check in all of them
and the ids that checks had before they were renamed.
"""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Mapping, Sequence
from pathlib import Path

from grader.core import yaml_reader
from grader.core.errors import UsageError
from grader.core.languages import both
from grader.core.model import Assignment, Step, Text
from grader.core.suggestions import did_you_mean
from grader.course.loading import read_source

__all__ = ["VisibleSuite", "VisibleCheck", "find_check", "path_of", "read_suite", "wanted_steps"]

SCHEMA = "grader/checks/1"


@dataclasses.dataclass(frozen=True)
class CheckTexts:
    """What `checks.yaml` adds to one check."""

    title: Text | None = dataclasses.field(default=None, metadata=yaml_reader.FURTHER)
    why: Text | None = None


@dataclasses.dataclass(frozen=True)
class _ChecksFile:
    """The keys of a checks.yaml."""

    schema: str
    checks: Mapping[str, CheckTexts]
    aliases: Mapping[str, str] = dataclasses.field(default_factory=dict)  # earlier id -> present id

    def __post_init__(self) -> None:
        if self.schema != SCHEMA:
            raise ValueError(f"schema is {self.schema!r}; this version reads {SCHEMA!r}")


@dataclasses.dataclass(frozen=True, slots=True)
class VisibleCheck:
    """One visible check. `id` is what a learner types: `standardize.two_numbers`."""

    id: str
    test: str  # the function's name
    step: str
    title: Text
    why: Text | None
    line: int


@dataclasses.dataclass(frozen=True, slots=True)
class VisibleSuite:
    """The visible checks of an assignment, in their order."""

    path: Path
    source: str
    checks: tuple[VisibleCheck, ...]
    needs_pytest: bool
    renamed: Mapping[str, str] = dataclasses.field(default_factory=dict)  # earlier id -> present id

    def of(self, step: Step) -> tuple[VisibleCheck, ...]:
        """The checks of one step."""
        return tuple(check for check in self.checks if check.step == step.id)


def read_suite(root: Path, assignment: Assignment) -> VisibleSuite:
    """The visible checks of `exercises/<assignment>/`. Raises UsageError where there are none, or no Python."""
    path = path_of(assignment)
    source = read_source(path, root)
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError) as error:
        where = f"exercises/{assignment.id}/{path.name}:{getattr(error, 'lineno', None) or 1}"
        words = getattr(error, "msg", None) or str(error)
        raise UsageError(both("usage.checks_unread", where=where, words=words)) from None
    said = _texts(assignment.folder / "checks.yaml", root, assignment.languages)
    tests = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")]
    classes = any(isinstance(node, ast.ClassDef) and node.name.startswith("Test") for node in tree.body)
    fixtures = any(_arguments(node) or node.decorator_list for node in tests)
    checks = tuple(_check(node, assignment, said.checks) for node in tests)
    return VisibleSuite(path, source, checks, needs_pytest=classes or fixtures, renamed=said.aliases)


def path_of(assignment: Assignment) -> Path:
    """The file of visible checks. Raises UsageError where there is none."""
    found = sorted(assignment.folder.glob("test_*.py"))
    if not found:
        raise UsageError(both("usage.no_visible_checks", folder=f"exercises/{assignment.id}"))
    return found[0]


def _texts(path: Path, root: Path, languages: Sequence[str]) -> _ChecksFile:
    return (
        yaml_reader.read(path, _ChecksFile, root=root, languages=languages)
        if path.is_file()
        else _ChecksFile(SCHEMA, {})
    )


def _arguments(node: ast.FunctionDef) -> bool:
    spoken = node.args
    return bool(spoken.args or spoken.posonlyargs or spoken.kwonlyargs)


def _check(node: ast.FunctionDef, assignment: Assignment, said: Mapping[str, CheckTexts]) -> VisibleCheck:
    name = node.name.removeprefix("test_")
    step, rest = _step_of(name, assignment)
    first, _, advice = (ast.get_docstring(node) or name.replace("_", " ")).partition("\n\n")
    title, advice = " ".join(first.split()), " ".join(advice.split())
    extra = said.get(name, CheckTexts())
    why = extra.why or (Text(advice) if advice else None)
    further = {language: words for language, words in extra.title.words if words} if extra.title else {}
    titles = Text({assignment.languages[0]: title, **further})
    return VisibleCheck(f"{step}.{rest}", node.name, step, titles, why, node.lineno)


def _step_of(name: str, assignment: Assignment) -> tuple[str, str]:
    """The step that a check's name begins with (or one of whose functions it begins with), and the rest."""
    words = {step.id: step.id for step in assignment.steps}
    for function in assignment.functions:
        step = assignment.step_of(function)
        words.setdefault(function, step.id if step else "")
    fitting = [word for word in words if name == word or name.startswith(f"{word}_")]
    if not fitting:
        return assignment.steps[0].id, name
    longest = max(fitting, key=len)
    return words[longest], name.removeprefix(longest).removeprefix("_") or "it_works"


def find_check(suite: VisibleSuite, word: str) -> VisibleCheck:
    """The check that is meant by its id, an earlier id, its test's name, or the beginning of one id.

    Raises UsageError.
    """
    word = suite.renamed.get(word, word)
    for check in suite.checks:
        if word in (check.id, check.test, check.test.removeprefix("test_")):
            return check
    begun = [check for check in suite.checks if check.id.startswith(word)]
    if len(begun) == 1:
        return begun[0]
    if begun:
        raise UsageError(both("usage.several_checks", word=word, checks=", ".join(check.id for check in begun)))
    known = [check.id for check in suite.checks]
    raise UsageError(both("usage.no_check", word=word, near=did_you_mean(word, known, known)))


def wanted_steps(assignment: Assignment, words: tuple[str, ...], root: Path | None = None) -> tuple[Step, ...]:
    """The steps that are meant by ids, numbers or functions; all of them where none is named.

    With `root`, the course, a word may also be the id of a visible check of the step. Raises UsageError.
    """
    from grader.course.hints import find_step

    suite = read_suite(root, assignment) if root is not None and any("." in word for word in words) else None
    wanted = {
        find_check(suite, word).step if suite is not None and "." in word else find_step(assignment, word).id
        for word in words
    }
    return tuple(step for step in assignment.steps if not words or step.id in wanted)
