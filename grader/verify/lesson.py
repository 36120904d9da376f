"""The lesson: README.md, README.ko.md and the markdown cells, in both languages and about this assignment."""

from __future__ import annotations

import re
from pathlib import Path

from grader import course
from grader.intake import python_cells
from grader.model import Assignment
from grader.verify.finding import Finding, few

__all__ = ["lesson_findings"]

_NO_PROSE = re.compile(r"<!--.*?-->|```.*?```|\$\$.*?\$\$|`[^`\n]*`|\$[^$\n]*\$|\]\([^)]*\)|<[^>]*>", re.DOTALL)
_KOREAN_SHARE = 0.3  # of the letters of a Korean text: code and names aside, ours have 0.7 to 0.9
_FEW_LETTERS = 40  # a heading or a name needs no translation


def lesson_findings(root: Path, assignment: Assignment) -> list[Finding]:
    """What is missing from the lesson, with the file to look at."""
    public = assignment.folder / "public"
    out: list[Finding] = []
    for name, language in (("README.md", "en"), ("README.ko.md", "ko")):
        path = public / name
        shown = path.relative_to(root).as_posix()
        if not path.is_file():
            out.append(Finding("error", shown, "missing: the lesson in this language"))
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        english, korean = _letters(text)
        if (korean < _KOREAN_SHARE * (english + korean)) == (language == "ko"):
            word = "Korean" if language == "ko" else "English"
            out.append(
                Finding("error", shown, f"is not in {word}: {korean} of its {english + korean} letters are Hangul")
            )
        out += _about(assignment, text, shown, language)
    source = course.read_source(assignment.folder / assignment.file, root)
    shown = (assignment.folder / assignment.file).relative_to(root).as_posix()
    for cell in python_cells(source, assignment.file):
        if "[markdown]" not in cell.text.partition("\n")[0]:
            continue
        english, korean = _letters(cell.text.partition("\n")[2])
        missing = (
            "Korean"
            if english >= _FEW_LETTERS and not korean
            else "English"
            if korean >= _FEW_LETTERS > english
            else ""
        )
        if missing:
            out.append(Finding("error", f"{shown}:{cell.line}", f"this markdown cell has no {missing} text"))
    return out


def _letters(text: str) -> tuple[int, int]:
    """Latin and Hangul letters of its prose: code, formulas and links aside."""
    prose = _NO_PROSE.sub(" ", text)
    return len(re.findall(r"[A-Za-z]", prose)), len(re.findall(r"[가-힣]", prose))


def _about(assignment: Assignment, text: str, shown: str, language: str) -> list[Finding]:
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
