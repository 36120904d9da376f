"""What learners read beside code and checks: is it there in all languages, and does it speak of this assignment?

The lesson, and the texts of the manifest, of the visible checks, hints, predictions, known mistakes and
misconceptions. The quiz has its own findings.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

import yaml

from grader.authoring.verify.finding import Finding, complaints, few
from grader.core import yaml_reader
from grader.core.errors import SpecError
from grader.core.languages import english_name
from grader.core.model import Assignment, Step
from grader.core.suggestions import nearest
from grader.course import hints, loading, predictions
from grader.quiz.misconceptions import BELIEFS, load_beliefs
from grader.submissions import python_cells

__all__ = ["lesson_findings", "word_findings"]

_LONG = 3  # English words from which on a text is no name that all languages share
_TOLD_APART = ("en", "ko")  # by their letters


def word_findings(root: Path, assignment: Assignment) -> list[Finding]:
    """The findings about everything in YAML that is no quiz."""
    folder = assignment.folder
    public = folder / "public"
    asked = dataclasses.replace(assignment, folder=public)
    out = _titles(root, assignment, public / "checks.yaml")
    out += _steps(
        root,
        assignment,
        public / "hints.yaml",
        lambda step: hints.hints_of(public, step, assignment.languages[0], None),
    )
    out += _steps(root, assignment, public / "predict.yaml", lambda step: predictions.questions_of(asked, step))
    out += _about(root, asked, public / "predict.yaml")
    drawn = sorted((folder / "figures").glob("*.yaml"))
    for path in (folder / "assignment.yaml", folder / BELIEFS, *drawn, *sorted(public.glob("*.yaml"))):
        if path.is_file():
            out += _pairs(path.read_text(encoding="utf-8"), path.relative_to(root).as_posix(), assignment.languages)
    for path in sorted((folder / "mistakes").glob("[!_]*.py")):
        header = path.read_text(encoding="utf-8").partition('"""')[2].partition('"""')[0]
        out += _pairs(header, path.relative_to(root).as_posix(), assignment.languages)
    return out


def _titles(root: Path, assignment: Assignment, path: Path) -> list[Finding]:
    """Has every visible check a title in every language after the first, and is every title that of a check?"""
    shown = path.relative_to(root).as_posix()
    checks: list[str] = []
    for file in sorted(path.parent.glob("test_*.py"))[:1]:
        try:
            functions = loading.signatures(loading.read_source(file, root))
        except SpecError:
            return []  # said where the visible checks are run
        checks = [name.removeprefix("test_") for name in functions if name.startswith("test_")]
    further = assignment.languages[1:]
    if not path.is_file():
        named = " and ".join(map(english_name, further))
        return [Finding("error", shown, f"missing: the visible checks have no titles in {named}")] * bool(
            checks and named
        )
    titles = _below(path, "checks")
    out = [
        Finding("error", shown, f"missing: {name} has no title in {english_name(language)} ({language})")
        for name in checks
        for language in further
        if not str(_get(titles, name, language)).strip()
    ]
    text = path.read_text(encoding="utf-8")
    for name in titles:
        if name not in checks:
            place = f"{shown}:{yaml_reader.place(text, ('checks', name))}"
            out.append(Finding("error", place, f"no visible check {name!r}{nearest(name, checks)}"))
    return out


def _steps(root: Path, assignment: Assignment, path: Path, read: Callable[[Step], Sequence[object]]) -> list[Finding]:
    """Can a file with texts for each step be read, are its steps those of the assignment, and has it all of them?"""
    if not path.is_file():
        return []
    shown = path.relative_to(root).as_posix()
    try:
        without = [step.id for step in assignment.steps if not read(step)]
    except SpecError as error:
        return [
            dataclasses.replace(finding, where=f"solutions/{finding.where}")
            for finding in complaints(error, assignment.folder.parent)
        ]
    out = [Finding("advice", shown, f"nothing for {few(without)}")] if without else []
    text, steps = path.read_text(encoding="utf-8"), [step.id for step in assignment.steps]
    return out + [
        Finding(
            "error", f"{shown}:{yaml_reader.place(text, ('steps', name))}", f"no step {name!r}{nearest(name, steps)}"
        )
        for name in _below(path, "steps")
        if name not in steps
    ]


def _about(root: Path, asked: Assignment, path: Path) -> list[Finding]:
    """Are the misconceptions that wrong predictions show those of misconceptions.yaml?"""
    try:
        beliefs = load_beliefs(path.parent.parent / BELIEFS)
        named = [
            (("steps", step.id, i, "slips", answer, "about"), slip.about)
            for step in asked.steps
            for i, question in enumerate(predictions.questions_of(asked, step))
            for answer, slip in question.slips.items()
            if slip.about
        ]
    except SpecError:
        return []  # told already, each where it is read
    known: Collection[str] = beliefs.misconceptions if beliefs is not None else ()
    return [
        Finding(
            "error",
            f"{path.relative_to(root).as_posix()}:{yaml_reader.place(path.read_text(encoding='utf-8'), keys)}",
            f"about {name!r}: no misconception{nearest(name, known)}",
        )
        for keys, name in named
        if name not in known
    ]


def _below(path: Path, key: str) -> dict[str, Any]:
    """The record under a key of a YAML file; empty where there is none."""
    try:
        found = _get(yaml.safe_load(path.read_text(encoding="utf-8")), key)
    except (yaml.YAMLError, UnicodeDecodeError):
        return {}
    return {str(name): value for name, value in found.items()} if isinstance(found, dict) else {}


def _get(data: Any, *keys: str) -> Any:
    for key in keys:
        data = data.get(key, "") if isinstance(data, dict) else ""
    return data


def _pairs(text: str, shown: str, languages: Sequence[str]) -> list[Finding]:
    """Texts by language of which one is empty, or visibly not in its language."""
    try:
        top = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.YAMLError:
        return []
    out = []
    for node, said in _texts(top, languages):
        place = f"{shown}:{node.start_mark.line + 1}:{node.start_mark.column + 1}"
        wrong = next(filter(None, (_not_in(language, words.strip()) for language, words in said.items())), None)
        if wrong is not None:
            out.append(Finding("error", place, wrong))
    return out


def _not_in(language: str, words: str) -> str | None:
    """What is wrong with a text in a language, as far as its letters show."""
    name, hangul = english_name(language), re.search(r"[가-힣]", words) is not None
    if not words:
        return f"the {name} text is empty"
    if language == "en" and hangul:
        return f"no English text: {words[:40]!r}"
    if language == "ko" and not hangul and len(re.findall(r"[A-Za-z]{3,}", words)) >= _LONG:
        return f"no Korean text: {words[:40]!r}"
    return None


def _texts(top: yaml.Node | None, languages: Sequence[str]) -> Iterator[tuple[yaml.Node, dict[str, str]]]:
    """Every record with texts under one of the languages."""
    todo = [top] if top is not None else []
    while todo:
        node = todo.pop()
        if isinstance(node, yaml.SequenceNode):
            todo += reversed(node.value)
        elif isinstance(node, yaml.MappingNode):
            said = {k.value: v.value for k, v in node.value if k.value in languages and isinstance(v, yaml.ScalarNode)}
            if said:
                yield node, said
            todo += [value for _, value in reversed(node.value)]


_NO_PROSE = re.compile(r"<!--.*?-->|```.*?```|\$\$.*?\$\$|`[^`\n]*`|\$[^$\n]*\$|\]\([^)]*\)|<[^>]*>", re.DOTALL)
_KOREAN_SHARE = 0.3  # of the letters of a Korean text: code and names aside, ours have 0.7 to 0.9
_FEW_LETTERS = 40  # a heading or a name needs no translation


def lesson_findings(root: Path, assignment: Assignment) -> list[Finding]:
    """What is missing from the lesson, with the file to look at."""
    public = assignment.folder / "public"
    out: list[Finding] = []
    for language in assignment.languages:
        path = public / ("README.md" if language == assignment.languages[0] else f"README.{language}.md")
        shown = path.relative_to(root).as_posix()
        if not path.is_file():
            out.append(Finding("error", shown, "missing: the lesson in this language"))
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        latin, korean = _letters(text)
        if language in _TOLD_APART and (korean < _KOREAN_SHARE * (latin + korean)) == (language == "ko"):
            word = english_name(language)
            out.append(
                Finding("error", shown, f"is not in {word}: {korean} of its {latin + korean} letters are Hangul")
            )
        out += _about_the_lesson(assignment, text, shown, language)
    return out + _cells(root, assignment)


def _cells(root: Path, assignment: Assignment) -> list[Finding]:
    """The markdown cells of the lesson that lack a language, as far as letters tell: English or Korean beside other."""
    source = loading.read_source(assignment.folder / assignment.file, root)
    shown = (assignment.folder / assignment.file).relative_to(root).as_posix()
    out = []
    for cell in python_cells(source, assignment.file):
        if "[markdown]" not in cell.text.partition("\n")[0]:
            continue
        latin, korean = _letters(cell.text.partition("\n")[2])
        if "ko" in assignment.languages and latin >= _FEW_LETTERS and not korean:
            missing = "Korean"
        elif "en" in assignment.languages and korean >= _FEW_LETTERS > latin:
            missing = "English"
        else:
            continue
        out.append(Finding("error", f"{shown}:{cell.line}", f"this markdown cell has no {missing} text"))
    return out


def _letters(text: str) -> tuple[int, int]:
    """Latin and Hangul letters of its prose: code, formulas and links aside."""
    prose = _NO_PROSE.sub(" ", text)
    return len(re.findall(r"[A-Za-z]", prose)), len(re.findall(r"[가-힣]", prose))


def _about_the_lesson(assignment: Assignment, text: str, shown: str, language: str) -> list[Finding]:
    """Does a lesson speak of the steps: their titles, ids or functions?"""
    lower = text.lower()
    silent = [
        step.id
        for step in assignment.steps
        if not any(word.lower() in lower for word in (step.title[language], step.id, *step.functions))
    ]
    if len(silent) == len(assignment.steps):
        return [Finding("error", shown, f"names no step of {assignment.id} ({few(silent)}); is it another lesson?")]
    return [Finding("advice", shown, f"says nothing of {few(silent)}")] if silent else []
