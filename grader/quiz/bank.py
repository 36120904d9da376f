"""The bank: all items of a quiz with their keys, the misconceptions they ask for, and the question sheet."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from grader.core.errors import SpecError
from grader.core.hookspecs import item_kinds
from grader.core.model import FALLBACK, Text
from grader.core.suggestions import nearest
from grader.core.yaml_reader import parse, read
from grader.course.languages import languages_beside, languages_in
from grader.quiz.items import registry as built_in
from grader.quiz.items.item import Item
from grader.quiz.items.numeric import load_generators
from grader.quiz.items.registry import KINDS
from grader.quiz.misconceptions import BELIEFS, Misconception, Slip, load_beliefs
from grader.quiz.sheet import SCHEMA as SHEET_SCHEMA
from grader.quiz.sheet import QuizPolicy, Sheet, sheet_yaml

__all__ = ["Bank", "Place", "boolean_keys", "load_bank", "parse_bank", "places", "sheet_of", "sheet_text"]

SCHEMA = "grader/quiz/1"
RESERVED = ("quiz", "learner", "attempt", "seed")  # mean something else in answers.yaml


@dataclasses.dataclass(frozen=True, kw_only=True)
class Coverage:
    """How many items the author wants of each misconception and of each question; 0 for no matter how many."""

    items_each: int = 0
    questions_each: int = 0


@dataclasses.dataclass(frozen=True, kw_only=True, eq=False)
class Bank:
    """A quiz with its keys. `points` are what the whole quiz is worth unless the assignment says otherwise.

    Misconceptions and slips come from the misconceptions.yaml beside it, which the diagnosis of code shares; a quiz
    without such a file has its own.
    """

    schema: str
    id: str
    title: Text
    points: int
    questions: Mapping[str, Text]  # the checklist that the open items ask and others lead up to
    items: tuple[Item, ...]
    misconceptions: Mapping[str, Misconception] = dataclasses.field(default_factory=dict)
    slips: Mapping[str, Slip] = dataclasses.field(default_factory=dict)
    policy: QuizPolicy = dataclasses.field(default_factory=QuizPolicy)
    coverage: Coverage = dataclasses.field(default_factory=Coverage)

    def __post_init__(self) -> None:
        if self.schema != SCHEMA:
            raise ValueError(f"schema {self.schema!r}: this version reads {SCHEMA!r}")
        if self.points < 1 or not self.items:
            raise ValueError("a quiz needs points and items")

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages it is written in, which are those of its title."""
        return self.title.languages or (FALLBACK,)

    def item(self, name: str) -> Item | None:
        """The item of that id, or None."""
        return next((item for item in self.items if item.id == name), None)

    def misconceptions_of(self, codes: tuple[str, ...]) -> tuple[str, ...]:
        """The misconceptions that these slips belong to."""
        found = (self.slips[code].of for code in codes if code in self.slips)
        return tuple(dict.fromkeys(name for name in found if name))

    def problems(self) -> list[tuple[tuple[str, ...], str]]:
        """What is wrong between the items and the rest of the bank: where it stands, and a sentence."""
        found: list[tuple[tuple[str, ...], str]] = []
        topics, seen = [*self.misconceptions, *self.questions], set[str]()
        for item in self.items:
            here = ("items", item.id)
            if item.id in seen:
                found.append((here, f"the id {item.id!r} stands twice"))
            if not re.fullmatch(r"[A-Za-z][A-Za-z0-9-]*", item.id) or item.id in RESERVED:
                found.append(
                    (here, f"the id {item.id!r}: letters, digits and hyphens, and none of {', '.join(RESERVED)}")
                )
            seen.add(item.id)
            for name in item.about:
                if name not in topics:
                    tail = nearest(name, topics)
                    found.append(((*here, "about"), f"about {name!r}: no misconception or question{tail}"))
            for code in dict.fromkeys(item.codes()):
                if code not in self.slips:
                    found.append((here, f"shows {code!r}: no slip{nearest(code, self.slips)}"))
        for code, slip in self.slips.items():
            if slip.of and slip.of not in self.misconceptions:
                tail = nearest(slip.of, self.misconceptions)
                found.append((("slips", code), f"of {slip.of!r}: no misconception{tail}"))
        return found


def load_bank(path: Path, kinds: Mapping[str, type[Item]] | None = None) -> Bank:
    """The bank in a file; `kinds` are the item types, those of installed packages included by default.

    Raises SpecError, one line a complaint.
    """
    load_generators(path.with_name("generators.py"))
    known: dict[type, Mapping[str, type]] = {Item: kinds if kinds is not None else item_kinds(built_in)}
    languages = languages_beside(path.parent) or _own_languages(path)
    bank = read(path, Bank, kinds=known, languages=languages)
    return _checked(bank, path.read_text(encoding="utf-8"), str(path))


def _own_languages(path: Path) -> tuple[str, ...]:
    """The languages of a bank that belongs to no assignment."""
    try:
        return languages_in(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        return ()  # the reader says so


def parse_bank(text: str, name: str, kinds: Mapping[str, type[Item]] = KINDS) -> Bank:
    """As `load_bank`, from a text that complaints call `name`."""
    languages = languages_beside(Path(name).parent) or languages_in(text)
    return _checked(parse(text, Bank, name, kinds={Item: kinds}, languages=languages), text, name)


def _checked(bank: Bank, text: str, name: str) -> Bank:
    shared = load_beliefs(Path(name).with_name(BELIEFS))
    if shared is not None:
        if bank.misconceptions or bank.slips:
            raise SpecError(f"{name}:1:1: misconceptions and slips stand in {BELIEFS}; take them out of here")
        bank = dataclasses.replace(bank, misconceptions=shared.misconceptions, slips=shared.slips)
    problems = bank.problems()
    if problems:
        at = places(text)
        lines = []
        for path, problem in problems:
            line, column = at[path]
            lines.append(f"{name}:{line}:{column}: {path[1]}: {problem}")
        raise SpecError("\n".join(lines))
    return bank


def sheet_of(bank: Bank) -> Sheet:
    """The questions of the bank, as a learner may have them."""
    return Sheet(
        schema=SHEET_SCHEMA,
        id=bank.id,
        title=bank.title,
        points=bank.points,
        questions=tuple(item.sheet() for item in bank.items),
        policy=bank.policy,
    )


def sheet_text(bank: Bank) -> str:
    """The text of `quizzes/<id>.yaml`: no key, reason, diagnosis, explanation or rubric."""
    comment = f"Made from solutions/{bank.id}/quiz.yaml by `grader derive`; edit it there."
    return sheet_yaml(sheet_of(bank), comment)


Place = tuple[int, int]


def places(text: str) -> dict[tuple[str, ...], Place]:
    """Path -> line and column, both from 1. A record in a list goes by its `id`, anything else by its number."""
    return {path: _place(node) for path, node, _ in _walk(text)}


def boolean_keys(text: str) -> list[tuple[str, Place]]:
    """Keys that stand as bare yes, no, on or off, which YAML 1.1 takes for true or false."""
    found = []
    for _, _, key in _walk(text):
        if key is not None and not key.style and key.tag.endswith(":bool"):
            found.append((str(key.value), _place(key)))
    return found


def _place(node: Any) -> Place:
    return node.start_mark.line + 1, node.start_mark.column + 1


def _walk(text: str) -> Iterator[tuple[tuple[str, ...], Any, Any]]:
    import yaml

    root = yaml.compose(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    stack: list[tuple[tuple[str, ...], Any, Any]] = [((), root, None)]
    while stack:
        path, node, key = stack.pop()
        yield path, node, key
        if isinstance(node, yaml.MappingNode):
            stack += [((*path, str(name.value)), value, name) for name, value in node.value]
        elif isinstance(node, yaml.SequenceNode):
            stack += [((*path, _name(value, i)), value, None) for i, value in enumerate(node.value)]


def _name(node: Any, i: int) -> str:
    if node.id == "mapping":
        for key, value in node.value:
            if key.value == "id":
                return str(value.value)
    return str(i)
