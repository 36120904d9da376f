"""What a learner is asked, without any key: `Question`, its shapes, and how an answer to it is read.

Eight item types need six shapes of answer, so that every screen (answers.yaml, terminal, page) is written
once a shape, and a new item type is asked everywhere as soon as it chooses a shape:

    one     the id of one option                       "moves"
    many    ids of options                             ["a", "b"]
    order   all ids, first to last                     ["dot", "scale", "mix"]
    slots   for each slot the id of one of its options {"truth": "false", "reason": "moves"}
    number  a number: 0.75, 3/4 or 75%
    text    anything, marked by a person
"""

from __future__ import annotations

import collections
import dataclasses
import re
from collections.abc import Iterable, Mapping
from fractions import Fraction

from grader.core.languages import both
from grader.core.model import Text
from grader.core.suggestions import did_you_mean, nearest

__all__ = ["Answer", "Numbers", "Question", "Raw", "SHAPES", "Slot", "Unreadable", "is_blank", "read_answer"]

SHAPES = ("one", "many", "order", "slots", "number", "text")

Raw = str | tuple[str, ...] | Mapping[str, str] | None
"""An answer as it stands in a file: words only; what they mean is for the question to say."""

Answer = str | Fraction | frozenset[str] | tuple[str, ...] | Mapping[str, str]
"""An answer that was understood."""

_TRUE = ("true", "t", "yes", "y", "o", "참", "맞다", "예")
_FALSE = ("false", "f", "no", "n", "x", "거짓", "틀리다", "아니오")
_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,3})?", re.ASCII)


class Unreadable(ValueError):
    """An answer that means nothing here. `text` names it and says what is allowed."""

    def __init__(self, text: Text) -> None:
        super().__init__(text["en"])
        self.text = text


@dataclasses.dataclass(frozen=True, kw_only=True)
class Slot:
    """One place to fill in; without options of its own it takes the question's."""

    label: Text
    options: Mapping[str, Text] = dataclasses.field(default_factory=dict)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Numbers:
    """The numbers a prompt may be asked with: `names` stand in it in braces, a row holds their values."""

    names: tuple[str, ...]
    rows: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        if not self.rows or any(len(row) != len(self.names) for row in self.rows):
            raise ValueError(f"every row needs {len(self.names)} numbers: {', '.join(self.names)}")


@dataclasses.dataclass(frozen=True, kw_only=True)
class Question:
    """One question as a learner sees it."""

    id: str
    type: str
    shape: str
    title: Text
    prompt: Text
    about: tuple[str, ...] = ()
    points: int = 1
    options: Mapping[str, Text] = dataclasses.field(default_factory=dict)
    slots: Mapping[str, Slot] = dataclasses.field(default_factory=dict)
    unit: str = ""  # of the last digit that counts, for example "0.001"
    numbers: Numbers | None = None

    def __post_init__(self) -> None:
        if self.shape not in SHAPES:
            raise ValueError(f"unknown shape {self.shape!r}{nearest(self.shape, SHAPES)}")

    def choices(self, slot: str = "") -> Mapping[str, Text]:
        """The options of a slot, or those of the question."""
        return (self.slots[slot].options or self.options) if slot else self.options

    def with_numbers(self, row: int) -> Question:
        """The question asked with that row of its numbers."""
        if self.numbers is None:
            return self
        values = dict(zip(self.numbers.names, self.numbers.rows[row], strict=True))
        return dataclasses.replace(self, prompt=fill(self.prompt, values), numbers=None)


def fill(text: Text, values: Mapping[str, object]) -> Text:
    """`text` with each {name} replaced; braces around anything else stay as they are."""
    pattern = re.compile(r"(?<!\{)\{(" + "|".join(map(re.escape, values)) + r")\}(?!\})") if values else None
    if pattern is None:
        return text
    return text.each(lambda words: pattern.sub(lambda found: str(values[found[1]]), words))


def is_blank(raw: Raw) -> bool:
    """True where nothing was written: no value, an empty list, slots without any word."""
    if raw is None or isinstance(raw, str):
        return not (raw or "").strip()
    return not any(word.strip() for word in (raw.values() if isinstance(raw, Mapping) else raw))


def read_answer(question: Question, raw: Raw) -> Answer | None:
    """What `raw` says in answer to `question`, or None where it says nothing.

    Raises Unreadable, with the allowed values, where it says something else.
    """
    if is_blank(raw):
        return None
    if question.shape == "slots":
        return _slots(question, raw)
    if question.shape == "many" and isinstance(raw, str):
        raw = tuple(re.split(r"[\s,]+", raw.strip()))
    if question.shape == "order" and isinstance(raw, str):
        raw = tuple(re.split(r"[\s,>]+", raw.strip()))
    if question.shape in ("many", "order"):
        return _several(question, raw)
    if not isinstance(raw, str):
        raise Unreadable(both("quiz.one_value", got=_shown(raw)))
    if question.shape == "number":
        return read_number(raw)
    return raw.strip() if question.shape == "text" else _option(raw, question.options)


def read_number(raw: str) -> Fraction:
    """The exact value of 6, -0.75, .5, 1e-3, 3/4, 73.1% or 12,345 with a comma at every thousand."""
    text = raw.strip().replace("−", "-").replace(" ", "")
    if re.fullmatch(r"[+-]?[1-9][0-9]{0,2}(,[0-9]{3})+(\.[0-9]+)?", text):
        text = text.replace(",", "")
    percent = text.endswith("%")
    parts = text.removesuffix("%").split("/")
    found = [_NUMBER.fullmatch(part) for part in parts]
    if len(parts) > 2 or len(text) > 40 or not all(found):
        raise Unreadable(both("quiz.a_number", got=_shown(raw)))
    try:
        values = [Fraction(part) for part in parts]
        value = values[0] / values[1] if len(values) == 2 else values[0]
    except (ValueError, ZeroDivisionError):
        raise Unreadable(both("quiz.a_number", got=_shown(raw))) from None
    return value / 100 if percent else value


def _option(word: str, options: Mapping[str, Text]) -> str:
    word = word.strip()
    if word in options:
        return word
    lower = word.casefold()
    if set(options) == {"true", "false"} and lower in (*_TRUE, *_FALSE):
        return "true" if lower in _TRUE else "false"
    same = [known for known in options if known.casefold() == lower]
    if same:
        return same[0]
    raise _no_such(word, lower, options)


def _no_such(word: str, lower: str, allowed: Iterable[str]) -> Unreadable:
    """The complaint about a word that is not one of those allowed, with the nearest of them."""
    allowed = list(allowed)
    told = {"got": _shown(word), "allowed": ", ".join(allowed)}
    near = did_you_mean(lower, allowed)
    return Unreadable(both("quiz.an_option_near", near=near, **told) if near["en"] else both("quiz.an_option", **told))


def _several(question: Question, raw: Raw) -> frozenset[str] | tuple[str, ...]:
    if not isinstance(raw, tuple):
        raise Unreadable(both("quiz.a_list", got=_shown(raw), allowed=", ".join(question.options)))
    words = tuple(_option(word, question.options) for word in raw if word.strip())
    twice = sorted(word for word, times in collections.Counter(words).items() if times > 1)
    if twice:
        raise Unreadable(both("quiz.twice", got=", ".join(twice)))
    if question.shape == "many":
        return frozenset(words)
    if len(words) < len(question.options):
        missing = ", ".join(option for option in question.options if option not in words)
        raise Unreadable(both("quiz.order_all", missing=missing))
    return words


def _slots(question: Question, raw: Raw) -> Mapping[str, str]:
    if not isinstance(raw, Mapping):
        raise Unreadable(
            both("quiz.slots", got=_shown(raw), allowed=", ".join(f"{slot}: …" for slot in question.slots))
        )
    answer = {}
    for slot, word in raw.items():
        if slot not in question.slots:
            raise _no_such(slot, slot, question.slots)
        if word.strip():
            answer[slot] = _option(word, question.choices(slot))
    return answer


def _shown(raw: Raw) -> str:
    text = raw if isinstance(raw, str) else ", ".join(raw or ())
    text = " ".join(text.split())
    return text if len(text) <= 40 else text[:39] + "…"
