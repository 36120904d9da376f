"""The hidden suite as it is written: a file for each step, a docstring and words in every language for each check."""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Mapping
from pathlib import Path

from grader.authoring.verify.finding import Finding, alias_findings, complaints
from grader.core import yaml_reader
from grader.core.errors import SpecError
from grader.core.languages import english_name
from grader.core.model import Assignment
from grader.core.suggestions import nearest
from grader.course import loading
from grader.course.renamed_checks import FILE, renamed_checks

__all__ = ["Written", "written"]

_TITLE = 80  # characters that fit on a line of a report


@dataclasses.dataclass(frozen=True)
class Written:
    """What the hidden suite's files say, before any of them is run."""

    findings: tuple[Finding, ...]
    places: Mapping[str, str]  # check id -> file:line
    unread: frozenset[str]  # steps whose file is missing or no Python


@dataclasses.dataclass(frozen=True)
class SuiteWords:
    """A check's words in a further language."""

    title: str
    advice: str


def written(root: Path, assignment: Assignment) -> Written:
    """Has every step its file, every check a title and advice in all languages, and are all words those of a check?"""
    hidden = assignment.folder / "hidden"
    shown = hidden.relative_to(root).as_posix()
    steps = [step.id for step in assignment.steps]
    out: list[Finding] = []
    checks: dict[str, str] = {}
    unread: set[str] = set()
    for step_id in steps:
        if not (hidden / f"test_{step_id}.py").is_file():
            out.append(Finding("error", f"{shown}/test_{step_id}.py", f"missing: step {step_id!r} has no checks"))
            unread.add(step_id)
    for path in sorted(hidden.glob("test_*.py")):
        step_id = path.stem.removeprefix("test_")
        if step_id not in steps:
            out.append(Finding("error", f"{shown}/{path.name}", f"belongs to no step{nearest(step_id, steps)}"))
            continue
        try:
            functions = loading.signatures(loading.read_source(path, root))
        except SpecError as error:
            out += complaints(error, root)
            unread.add(step_id)
            continue
        for name, function in functions.items():
            if name.startswith("test_"):
                place = f"{shown}/{path.name}:{function.lineno}"
                checks[f"{step_id}.{name.removeprefix('test_')}"] = place
                out += _docstring(function, place)
    for language in assignment.languages[1:]:
        out += _further(root, hidden / f"{language}.yaml", checks, unread)
    out += _renamed(root, assignment, checks, unread)
    return Written(tuple(out), checks, frozenset(unread))


def _docstring(function: ast.FunctionDef, place: str) -> list[Finding]:
    title, _, advice = (ast.get_docstring(function) or "").partition("\n\n")
    out = []
    if not title or not advice:
        sentence = f"{function.name}: the docstring needs a title and, below it, advice"
        out.append(Finding("error", place, sentence))
    if len(" ".join(title.split())) > _TITLE:
        out.append(Finding("advice", place, f"{function.name}: the title is longer than {_TITLE} characters"))
    return out


def _further(root: Path, path: Path, checks: Mapping[str, str], unread: set[str]) -> list[Finding]:
    """The findings about the words of the checks in a language after the first."""
    shown = path.relative_to(root).as_posix()
    if not path.is_file():
        return (
            [Finding("error", shown, f"missing: no check has a title and advice in {english_name(path.stem)}")]
            if checks
            else []
        )
    try:
        words = yaml_reader.read_mapping(path, SuiteWords, root=root)
    except SpecError as error:
        return complaints(error, root)
    text = path.read_text(encoding="utf-8")
    out = [Finding("error", shown, f"missing: {check}") for check in checks if check not in words]
    return out + [
        Finding(
            "error", f"{shown}:{yaml_reader.place(text, [check])}", f"{check}: no such check{nearest(check, checks)}"
        )
        for check in words
        if check not in checks and check.partition(".")[0] not in unread
    ]


def _renamed(root: Path, assignment: Assignment, checks: Mapping[str, str], unread: set[str]) -> list[Finding]:
    try:
        renamed = renamed_checks(assignment.folder)
    except SpecError as error:
        return complaints(error, root)
    judged = {old: present for old, present in renamed.items() if present.partition(".")[0] not in unread}
    return alias_findings(assignment.folder / "hidden" / FILE, root, (), judged, checks)
