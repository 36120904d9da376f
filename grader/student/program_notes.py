"""What a learner should know about their program beside the checks: which file was read, what of it was left out.

A module that is here and will not be there when the work is graded is the one way in which home and the grader differ:
it is said before the work is handed in.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from grader.core.languages import both
from grader.core.model import Assignment, Step, Text
from grader.core.safe_text import one_line
from grader.course.kit_hashes import changed_files
from grader.execution.failures import Problem
from grader.submissions.working_file import Source
from grader.suite.load_notes import load_notes
from grader.suite.visible.run import Checked

__all__ = ["kit_notes", "program_notes"]

_SKIPPED = 3  # statements that are told of


def program_notes(checked: Checked) -> tuple[Text, ...]:
    """The notes as sentences, what costs most first."""
    own = (*kit_notes(checked.assignment), *_refused(checked), *_skipped(checked))
    return (*own, *checked.source.submission.notes)


def kit_notes(assignment: Assignment) -> tuple[Text, ...]:
    """The kit's own files that are not as they were released: what is checked may not be what was given out."""
    found = changed_files(assignment.folder.parent.parent, assignment.id)
    return tuple(both(f"kit.file_{one.how}", file=one.path) for one in found)


def _refused(checked: Checked) -> Iterator[Text]:
    """Modules that can be imported here, but not where the work is graded."""
    program = checked.program
    for module, here in program.refused.items() if program is not None else ():
        if not here:
            continue
        steps = _using(checked, module.partition(".")[0])
        name = one_line(module, 60)
        if steps:
            numbers = ", ".join(str(checked.assignment.steps.index(step) + 1) for step in steps)
            yield both("kit.here_only_steps", module=name, steps=numbers)
        else:
            yield both("kit.here_only", module=name)


def _using(checked: Checked, top: str) -> list[Step]:
    """The steps whose functions name something of a module, or import it."""
    names = {top}
    for node in (part for statement in checked.source.statements for part in ast.walk(statement)):
        if isinstance(node, ast.Import):
            names |= {one.asname or top for one in node.names if one.name.partition(".")[0] == top}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == top:
            names |= {one.asname or one.name for one in node.names}
    return [
        step
        for step in checked.assignment.steps
        if any(_reached(name, checked.source) & names for name in step.functions if _asks(checked, step, name))
    ]


def _asks(checked: Checked, step: Step, function: str) -> bool:
    """Is it the step that a function belongs to?"""
    return checked.assignment.step_of(function) is step


def _reached(function: str, source: Source) -> set[str]:
    """What a function names that is not its own, and what the functions name that it calls."""
    found: set[str] = set()
    todo = [function]
    while todo:
        name = todo.pop()
        if name in source.nodes and name not in found:
            todo += _names(source.nodes[name]) - found
        found.add(name)
    return found


def _names(node: ast.FunctionDef) -> set[str]:
    """Every name that a function takes from outside, and the modules that it imports."""
    arguments = node.args
    own = {one.arg for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}
    found: set[str] = set()
    for part in ast.walk(node):
        if isinstance(part, ast.Name):
            (found if isinstance(part.ctx, ast.Load) else own).add(part.id)
    for part in ast.walk(node):
        if isinstance(part, ast.Import):
            own -= {one.name.partition(".")[0] for one in part.names}
            found |= {one.name.partition(".")[0] for one in part.names}
        elif isinstance(part, ast.ImportFrom):
            found.add((part.module or "").partition(".")[0])
    return found - own


def _skipped(checked: Checked) -> list[Text]:
    """Statements outside functions that did not run, in the words of a graded report; here all of them are told."""
    program = checked.program
    if program is None or checked.problem is not None:
        return []
    here = {module for module, found in program.refused.items() if found}
    gone = {name for one in program.problems if "ImportError" in one.bases for name in one.defines}
    told = [one for one in program.problems if not _quiet(one, gone, here)]
    said = dict.fromkeys(load_notes(told, checked.assignment, checked.source.submission.modules))
    own = [one for one in told if one.kind == "raised" and "ImportError" not in one.bases]
    for one in own[:_SKIPPED]:
        where = checked.source.where(checked.source.flat(one.cell, one.line))
        kind, words = one_line(one.type, 60), one_line(one.words, 160)
        said[both("report.skipped", where=where, type=kind, words=words)] = None
    return list(said)


def _quiet(problem: Problem, gone: set[str], here: set[str]) -> bool:
    """Is nothing to be said of it: a cell of the kit's own, or what a note says already?"""
    if problem.kind != "raised":
        return False
    name = problem.words.partition("'")[2].partition("'")[0]
    if "ImportError" in problem.bases:
        return name.partition(".")[0] in {*here, "grader"}
    return "NameError" in problem.bases and name in {*gone, "check"}  # a check cell, in the kit's own cells
