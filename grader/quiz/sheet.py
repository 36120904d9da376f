"""The question sheet: what a learner's side knows of a quiz. It holds no key, reason, diagnosis or rubric.

`sheet_yaml(sheet)` writes it, `load_sheet(path)` reads it back, `paper(sheet, draw)` is one learner's quiz.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from grader.core.errors import SpecError
from grader.core.languages import both
from grader.core.model import FALLBACK, Text
from grader.core.terminal import wrapped_paragraphs
from grader.quiz.answers import Answers, written
from grader.quiz.questions import Question, is_blank
from grader.quiz.variants import Draw, selected, with_draw

__all__ = [
    "FEEDBACK",
    "QuizPolicy",
    "Sheet",
    "answers_text",
    "instruction",
    "load_sheet",
    "paper",
    "parse_sheet",
    "sheet_yaml",
    "with_gaps",
]

SCHEMA = "grader/quiz-sheet/1"
FEEDBACK = ("never", "after_submission", "after_deadline")


@dataclasses.dataclass(frozen=True, kw_only=True)
class QuizPolicy:
    """When learners see how they did, how often they may hand in, and how many items each gets of a group."""

    feedback: str = "after_submission"
    attempts: int = 3
    draw: Mapping[str, int] = dataclasses.field(default_factory=dict)
    seed: int = 0
    own: bool = False  # everybody has numbers of their own, also where all get every item

    def __post_init__(self) -> None:
        if self.feedback not in FEEDBACK:
            raise ValueError(f"feedback {self.feedback!r}: one of {', '.join(FEEDBACK)}")
        if self.attempts < 1:
            raise ValueError(f"attempts {self.attempts}: at least 1")
        if any(count < 1 for count in self.draw.values()):
            raise ValueError("draw: a group without items; leave the group away instead")

    @property
    def individual(self) -> bool:
        """True where each learner has a quiz of their own, by the name under which they hand in."""
        return self.own or bool(self.draw)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Sheet:
    """All questions of a quiz."""

    schema: str
    id: str
    title: Text
    points: int
    questions: tuple[Question, ...]
    policy: QuizPolicy = dataclasses.field(default_factory=QuizPolicy)

    def __post_init__(self) -> None:
        if self.schema != SCHEMA:
            raise ValueError(f"schema {self.schema!r}: this version reads {SCHEMA!r}")

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages it is written in, which are those of its title."""
        return self.title.languages or (FALLBACK,)

    def question(self, name: str) -> Question | None:
        """The question of that id, or None."""
        return next((question for question in self.questions if question.id == name), None)


def load_sheet(path: Path) -> Sheet:
    """The sheet in a file. Raises SpecError with file:line:column."""
    from grader.core.yaml_reader import read

    return _unique(read(path, Sheet), str(path))


def parse_sheet(text: str, name: str) -> Sheet:
    """As `load_sheet`, from a text that complaints call `name`."""
    from grader.core.yaml_reader import parse

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
    lines += [
        f"title: {_text(sheet.title, sheet.languages)}",
        f"points: {sheet.points}",
        f"policy: {_flow(sheet.policy)}",
        "questions:",
    ]
    for question in sheet.questions:
        lines += ["", f"- id: {_scalar(question.id)}", f"  type: {question.type}", f"  shape: {question.shape}"]
        lines += _fields(question, sheet.languages)
    return "\n".join(lines) + "\n"


def _fields(question: Question, languages: Sequence[str]) -> Iterable[str]:
    yield f"  title: {_text(question.title, languages)}"
    yield f"  about: [{', '.join(question.about)}]"
    if question.points != 1:
        yield f"  points: {question.points}"
    if question.unit:
        yield f"  unit: {_scalar(question.unit)}"
    yield "  prompt:"
    yield from (f"    {language}: {_scalar(question.prompt[language])}" for language in languages)
    if question.options:
        yield "  options:"
        yield from (f"    {_scalar(name)}: {_text(text, languages)}" for name, text in question.options.items())
    if question.slots:
        yield "  slots:"
    for name, slot in question.slots.items():
        yield f"    {_scalar(name)}:\n      label: {_text(slot.label, languages)}"
        if slot.options:
            yield "      options:"
            yield from (f"        {_scalar(option)}: {_text(text, languages)}" for option, text in slot.options.items())
    if question.numbers:
        yield f"  numbers:\n    names: [{', '.join(question.numbers.names)}]\n    rows:"
        yield from (f"    - [{', '.join(map(str, row))}]" for row in question.numbers.rows)


def _text(text: Text, languages: Sequence[str]) -> str:
    return "{" + ", ".join(f"{language}: {_scalar(text[language])}" for language in languages) + "}"


def _scalar(text: str) -> str:
    """A text as a JSON string, which is a YAML string too and can never turn into anything else."""
    return json.dumps(text, ensure_ascii=False)


def _flow(policy: QuizPolicy) -> str:
    fields: dict[str, Any] = dataclasses.asdict(policy)
    draw = ", ".join(f"{name}: {count}" for name, count in fields.pop("draw").items())
    if fields.pop("own"):
        fields["own"] = "true"
    return "{" + ", ".join(f"{name}: {value}" for name, value in fields.items()) + f", draw: {{{draw}}}}}"


_WIDTH = 88


def answers_text(sheet: Sheet, questions: Sequence[Question], answers: Answers, languages: Sequence[str]) -> str:
    """The whole file: how to fill it in, whose it is, and every question with its answer so far.

    Answers to unknown items and answers that cannot be read stay in it as they are.
    """
    draw = answers.draw
    lines = [*_comment(sheet.title, languages), *_comment(both("quiz.how_to_edit"), languages), ""]
    lines += [written("quiz", sheet.id), written("learner", draw.learner)]
    lines += [f"attempt: {draw.attempt}", f"seed: {draw.seed}"]
    for number, question in enumerate(questions, 1):
        entry = answers.values.get(question.id)
        lines += ["", *_question(question, f"{number}/{len(questions)}", languages), _answer(question, answers)]
        if entry and entry.problem:
            lines += _comment(entry.problem, languages)
    known = {question.id for question in questions}
    rest = [written(name, entry.raw) for name, entry in answers.values.items() if name not in known]
    return "\n".join(lines + (["", *_comment(both("quiz.not_asked"), languages), *rest] if rest else [])) + "\n"


def instruction(question: Question) -> Text:
    """What kind of answer is wanted."""
    if question.shape != "number" or not question.unit:
        return both(f"quiz.do_{question.shape}")
    return both("quiz.do_whole") if question.unit == "1" else both("quiz.do_number_unit", unit=question.unit)


def with_gaps(prompt: str, names: dict[str, str]) -> str:
    """A prompt whose gaps, {{name}}, stand as `names` says."""
    return re.sub(r"\{\{([\w-]+)\}\}", lambda found: names.get(found[1], found[0]), prompt)


def _answer(question: Question, answers: Answers) -> str:
    entry = answers.values.get(question.id)
    raw = entry.raw if entry else None
    if question.shape == "slots" and is_blank(raw):
        raw = {}
    if question.shape == "slots" and not isinstance(raw, str | tuple):
        return written(question.id, dict.fromkeys(question.slots, "") | dict(raw or {}))
    return written(question.id, raw)


def _question(question: Question, number: str, languages: Sequence[str]) -> Iterator[str]:
    do, title = instruction(question), question.title
    heading = " / ".join(f"{title[language]} ({do[language]})" for language in languages)
    yield from _lines(f"{number}  {heading}", "# ", "#      ")
    gaps = {name: f"[{name}]" for name in question.slots}
    for language in languages:
        yield from _lines(with_gaps(question.prompt[language], gaps), "#   ", "#   ")
    yield from _options(question.options, "#     ", languages)
    for name, slot in question.slots.items():
        label = "" if slot.label["en"].startswith("[") else " / ".join(dict.fromkeys(slot.label[x] for x in languages))
        yield f"#     {name}: {label}".rstrip()
        yield from _options(slot.options, "#       ", languages)


def _options(options: object, indent: str, languages: Sequence[str]) -> Iterator[str]:
    if not isinstance(options, dict) or not options:
        return
    wide = max(len(name) for name in options)
    for name, text in options.items():
        words = list(dict.fromkeys(text[language] for language in languages))
        if words == [name]:
            words = [""]
        for i, line in enumerate(words):
            first = f"{indent}{name if i == 0 else '':{wide}}  "
            yield from (made.rstrip() for made in _lines(line, first, f"{indent}{'':{wide}}  "))


def _comment(text: Text, languages: Sequence[str]) -> list[str]:
    return [line for language in languages for line in _lines(text[language], "# ", "# ")]


def _lines(text: str, first: str, then: str) -> list[str]:
    wrapped = wrapped_paragraphs(text, _WIDTH - len(first)) or ("",)
    return [(first if i == 0 else then) + line for i, line in enumerate(wrapped)]
