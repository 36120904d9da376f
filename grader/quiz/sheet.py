"""The question sheet: what a learner's side knows of a quiz. It holds no key, reason, diagnosis or rubric.

`sheet_yaml(sheet)` writes it, `load_sheet(path)` reads it back, `paper(sheet, draw)` is one learner's quiz.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from grader.errors import SpecError
from grader.model import Text
from grader.quiz.questions import Question
from grader.quiz.variants import Draw, selected, with_draw

__all__ = ["FEEDBACK", "Policy", "Sheet", "load_sheet", "paper", "parse_sheet", "sheet_yaml"]

SCHEMA = "grader/quiz-sheet/1"
FEEDBACK = ("never", "after_submission", "after_deadline")


@dataclasses.dataclass(frozen=True, kw_only=True)
class Policy:
    """When learners see how they did, how often they may hand in, and how many items each gets of a group."""

    feedback: str = "after_submission"
    attempts: int = 3
    draw: Mapping[str, int] = dataclasses.field(default_factory=dict)
    seed: int = 0

    def __post_init__(self) -> None:
        if self.feedback not in FEEDBACK:
            raise ValueError(f"feedback {self.feedback!r}: one of {', '.join(FEEDBACK)}")
        if self.attempts < 1:
            raise ValueError(f"attempts {self.attempts}: at least 1")
        if any(count < 1 for count in self.draw.values()):
            raise ValueError("draw: a group without items; leave the group away instead")


@dataclasses.dataclass(frozen=True, kw_only=True)
class Sheet:
    """All questions of a quiz."""

    schema: str
    id: str
    title: Text
    points: int
    questions: tuple[Question, ...]
    policy: Policy = dataclasses.field(default_factory=Policy)

    def __post_init__(self) -> None:
        if self.schema != SCHEMA:
            raise ValueError(f"schema {self.schema!r}: this version reads {SCHEMA!r}")

    def question(self, name: str) -> Question | None:
        """The question of that id, or None."""
        return next((question for question in self.questions if question.id == name), None)


def load_sheet(path: Path) -> Sheet:
    """The sheet in a file. Raises SpecError with file:line:column."""
    from grader.spec import read

    return _unique(read(path, Sheet), str(path))


def parse_sheet(text: str, name: str) -> Sheet:
    """As `load_sheet`, from a text that complaints call `name`."""
    from grader.spec import parse

    return _unique(parse(text, Sheet, name), name)


def _unique(sheet: Sheet, name: str) -> Sheet:
    ids = [question.id for question in sheet.questions]
    twice = sorted({found for found in ids if ids.count(found) > 1})
    if twice:
        raise SpecError(f"{name}:1:1: question ids stand twice: {', '.join(twice)}")
    return sheet


def paper(sheet: Sheet, draw: Draw) -> tuple[Question, ...]:
    """One learner's questions: selected, with numbers of the learner's own, and options in the learner's order."""
    groups = [(question.id, question.about[0] if question.about else "") for question in sheet.questions]
    asked = set(selected(groups, sheet.policy.draw, draw))
    return tuple(with_draw(question, draw) for question in sheet.questions if question.id in asked)


def sheet_yaml(sheet: Sheet, comment: str) -> str:
    """The sheet as YAML under a comment, with one line a text, so that differences read well."""
    lines = [f"# {comment}", f"schema: {_scalar(sheet.schema)}", f"id: {_scalar(sheet.id)}"]
    lines += [f"title: {_text(sheet.title)}", f"points: {sheet.points}", f"policy: {_flow(sheet.policy)}", "questions:"]
    for question in sheet.questions:
        lines += ["", f"- id: {_scalar(question.id)}", f"  type: {question.type}", f"  shape: {question.shape}"]
        lines += _fields(question)
    return "\n".join(lines) + "\n"


def _fields(question: Question) -> Iterable[str]:
    yield f"  title: {_text(question.title)}"
    yield f"  about: [{', '.join(question.about)}]"
    if question.points != 1:
        yield f"  points: {question.points}"
    if question.unit:
        yield f"  unit: {_scalar(question.unit)}"
    yield f"  prompt:\n    en: {_scalar(question.prompt.en)}\n    ko: {_scalar(question.prompt.ko)}"
    if question.options:
        yield "  options:"
        yield from (f"    {_scalar(name)}: {_text(text)}" for name, text in question.options.items())
    if question.slots:
        yield "  slots:"
    for name, slot in question.slots.items():
        yield f"    {_scalar(name)}:\n      label: {_text(slot.label)}"
        if slot.options:
            yield "      options:"
            yield from (f"        {_scalar(option)}: {_text(text)}" for option, text in slot.options.items())
    if question.numbers:
        yield f"  numbers:\n    names: [{', '.join(question.numbers.names)}]\n    rows:"
        yield from (f"    - [{', '.join(map(str, row))}]" for row in question.numbers.rows)


def _text(text: Text) -> str:
    return f"{{en: {_scalar(text.en)}, ko: {_scalar(text.ko)}}}"


def _scalar(text: str) -> str:
    """A text as a JSON string, which is a YAML string too and can never turn into anything else."""
    return json.dumps(text, ensure_ascii=False)


def _flow(policy: Policy) -> str:
    fields: dict[str, Any] = dataclasses.asdict(policy)
    draw = ", ".join(f"{name}: {count}" for name, count in fields.pop("draw").items())
    return "{" + ", ".join(f"{name}: {value}" for name, value in fields.items()) + f", draw: {{{draw}}}}}"
