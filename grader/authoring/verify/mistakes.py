"""The known mistakes and the accepted variants as they are written: do they speak of this assignment at all?"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from grader.authoring.verify.finding import Finding, complaints
from grader.core import yaml_reader
from grader.core.errors import SpecError
from grader.core.model import Assignment
from grader.core.suggestions import nearest
from grader.course import loading
from grader.diagnosis import Mistake, headers
from grader.quiz.lint import lint
from grader.quiz.misconceptions import BELIEFS, load_beliefs

__all__ = ["known_findings", "quiz_findings"]


def known_findings(
    root: Path, assignment: Assignment, checks: Collection[str], unread: Collection[str]
) -> tuple[list[Finding], Mapping[str, Mistake]]:
    """What is wrong with mistakes, variants and `partial`, and the mistakes' headers by id.

    `checks` are the hidden checks' ids, and `unread` the steps whose checks are not known.
    """
    out = _accepted(root, assignment)
    folder = assignment.folder / "mistakes"
    mistakes: dict[str, Mistake] = {}
    if folder.is_dir():
        try:
            mistakes = {mistake.id: mistake for mistake in headers(folder, root)}
        except SpecError as error:
            return [*out, *complaints(error, root)], {}
        for mistake in mistakes.values():
            out += _header(root, assignment, mistake, checks, unread)
    else:
        out.append(Finding("advice", folder.relative_to(root).as_posix(), "no known mistakes to try"))
    return [*out, *_partial(root, assignment, mistakes)], mistakes


def _header(
    root: Path, assignment: Assignment, mistake: Mistake, checks: Collection[str], unread: Collection[str]
) -> list[Finding]:
    """Are its step, its function and its checks those of the assignment, and does it define that function?"""
    path = assignment.folder / "mistakes" / f"{mistake.id}.py"
    shown, text = path.relative_to(root).as_posix(), path.read_text(encoding="utf-8")
    header = text.partition('"""')[2].partition('"""')[0]
    steps = [step.id for step in assignment.steps]
    out = []

    def wrong(keys: tuple[str | int, ...], sentence: str) -> None:
        out.append(Finding("error", f"{shown}:{yaml_reader.place(header, keys)}", sentence))

    if mistake.step not in steps:
        wrong(("step",), f"no step {mistake.step!r}{nearest(mistake.step, steps)}")
    reference = loading.signatures(loading.read_source(assignment.folder / assignment.file, root))
    if mistake.function not in reference:
        wrong(
            ("function",),
            f"no function {mistake.function!r} in {assignment.file}{nearest(mistake.function, reference)}",
        )
    elif mistake.function not in _bound(ast.parse(text)):
        wrong(("function",), f"defines no {mistake.function}()")
    for i, check in enumerate(mistake.fails):
        if check not in checks and check.partition(".")[0] not in unread:
            wrong(("fails", i), f"no check {check!r}{nearest(check, checks)}")
    return out


def _accepted(root: Path, assignment: Assignment) -> list[Finding]:
    """Does every variant define a function of the reference, and use whatever else it defines?"""
    reference = loading.signatures(loading.read_source(assignment.folder / assignment.file, root))
    out = []
    for path in sorted((assignment.folder / "accepted").glob("[!_]*.py")):
        shown = path.relative_to(root).as_posix()
        try:
            tree = ast.parse(loading.read_source(path, root))
        except SpecError as error:
            out += complaints(error, root)
            continue
        own = _bound(tree)
        used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
        if not own.keys() & reference.keys():
            out.append(Finding("error", shown, f"defines no function of {assignment.file}: {', '.join(reference)}"))
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and node.name not in reference and node.name not in used:
                sentence = f"{node.name}(): no function of {assignment.file}{nearest(node.name, reference)}"
                out.append(Finding("error", f"{shown}:{node.lineno}", sentence))
    return out


def _bound(tree: ast.Module) -> dict[str, int]:
    """The names that a module defines or assigns at its top, and their lines."""
    found: dict[str, int] = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found[node.name] = node.lineno
        elif isinstance(node, ast.Assign):
            found |= {
                leaf.id: node.lineno for part in node.targets for leaf in ast.walk(part) if isinstance(leaf, ast.Name)
            }
    return found


def _partial(root: Path, assignment: Assignment, mistakes: Mapping[str, Mistake]) -> list[Finding]:
    """Is everything that earns part of the points a family of the mistakes?"""
    path = assignment.folder / "assignment.yaml"
    shown, families = path.relative_to(root).as_posix(), sorted({mistake.family for mistake in mistakes.values()})
    return [
        Finding(
            "error",
            f"{shown}:{yaml_reader.place(path.read_text(encoding='utf-8'), ('partial', family))}",
            f"partial: no family {family!r} among the mistakes{nearest(family, families)}",
        )
        for family in assignment.partial
        if family not in families
    ]


_BOTH = ("no-language", "wrong-language", "not-translated", "placeholders")  # rules without which a language is lacking


def quiz_findings(root: Path, assignment: Assignment, mistakes: Iterable[Mistake]) -> list[Finding]:
    """What `grader quiz lint` says, and codes of `mistakes` that misconceptions.yaml does not have.

    What leaves a learner without one of the languages is an error here.
    """
    folder = assignment.folder.relative_to(root)
    try:
        beliefs = load_beliefs(assignment.folder / BELIEFS)
    except SpecError as error:
        return complaints(error, root)  # the quiz cannot be read without it
    known = {*beliefs.misconceptions, *beliefs.slips} if beliefs is not None else set[str]()
    return _bank(root, assignment) + [
        Finding(
            "error",
            f"{folder.as_posix()}/mistakes/{mistake.id}.py",
            f"misconception {mistake.misconception!r} is not in {BELIEFS}{nearest(mistake.misconception, known)}",
        )
        for mistake in mistakes
        if mistake.misconception and mistake.misconception not in known
    ]


def _bank(root: Path, assignment: Assignment) -> list[Finding]:
    """What is wrong with quiz.yaml, or that it is missing."""
    bank = assignment.folder / "quiz.yaml"
    shown = bank.relative_to(root).as_posix()
    if not bank.is_file():
        sentence = f"missing, but the assignment gives {assignment.points.quiz} points for it"
        return [Finding("error", shown, sentence)] if assignment.points.quiz else []
    out = []
    try:
        for one in lint(bank):
            file = Path(one.file)
            name = file.relative_to(root).as_posix() if file.is_relative_to(root) else one.file
            place = f"{name}:{one.place[0]}:{one.place[1]}"
            level = "error" if one.error or one.rule in _BOTH else "advice"
            out.append(Finding(level, place, one.text if one.rule == "unusable" else f"{one.rule}: {one.text}"))
    except SpecError as error:
        return complaints(error, root)
    if not assignment.points.quiz:
        out.append(Finding("advice", shown, "the assignment gives no points for it (points: {quiz: ...})"))
    return out
