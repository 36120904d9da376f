"""Items answered by choosing: one option, all that apply, or a truth value with its reason."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import ClassVar, cast

from grader.core.languages import both
from grader.core.model import Text
from grader.quiz.items.item import Item, ItemMark, Option, Pick, State, joined, texts
from grader.quiz.questions import Answer, Slot

__all__ = ["Multiple", "Reason", "SCORINGS", "Single", "TrueFalse"]

SCORINGS = ("balanced", "exact", "net")
_TRUTH = {"true": Text({"en": "true", "ko": "참"}), "false": Text({"en": "false", "ko": "거짓"})}


@dataclasses.dataclass(frozen=True, kw_only=True)
class Single(Item):
    """One option is right."""

    options: Mapping[str, Option]
    key: str

    type: ClassVar[str] = "single"
    shape: ClassVar[str] = "one"

    def __post_init__(self) -> None:
        super().__post_init__()
        self.check(len(self.options) >= 3, "a single choice needs at least three options")
        self.check(self.key in self.options, f"key {self.key!r} is none of the options: {', '.join(self.options)}")

    def choices(self) -> Mapping[str, Text]:
        """The options, without what they show."""
        return texts(self.options)

    def codes(self) -> Iterable[str]:
        """The diagnoses of its wrong answers."""
        return _shows(self.options)

    def picks(self) -> Mapping[tuple[str, str], Pick]:
        """Each option."""
        return {("", name): _pick(option, name == self.key) for name, option in self.options.items()}

    def judge(self, answer: Answer) -> ItemMark:
        """All or nothing; a wrong option gives its reason."""
        picked = self.options[cast(str, answer)]
        if answer == self.key:
            return ItemMark(Fraction(1), State.ANSWERED, both("quiz.right"))
        return ItemMark(Fraction(0), State.ANSWERED, picked.why or both("quiz.wrong"), _some(picked.shows))


@dataclasses.dataclass(frozen=True, kw_only=True)
class Multiple(Item):
    """Several options are right, h of R right ones and w of W wrong ones are ticked.

    balanced  max(0, h/R - w/W)    ticking all or nothing gives 0
    net       max(0, (h - w)/R)    ticking all gives more than 0 where R > W
    exact     1 if h = R and w = 0, else 0
    """

    options: Mapping[str, Option]
    key: tuple[str, ...]
    scoring: str = "balanced"

    type: ClassVar[str] = "multiple"
    shape: ClassVar[str] = "many"

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in self.key:
            self.check(name in self.options, f"key {name!r} is none of the options: {', '.join(self.options)}")
        self.check(0 < len(set(self.key)) < len(self.options), "at least one option is right and one wrong")
        self.check(len(set(self.key)) == len(self.key), "an option stands twice in the key")
        self.check(self.scoring in SCORINGS, f"scoring {self.scoring!r}: one of {', '.join(SCORINGS)}")

    def choices(self) -> Mapping[str, Text]:
        """The options, without what they show."""
        return texts(self.options)

    def codes(self) -> Iterable[str]:
        """The diagnoses of its wrong answers."""
        return _shows(self.options)

    def picks(self) -> Mapping[tuple[str, str], Pick]:
        """Each option."""
        return {("", name): _pick(option, name in self.key) for name, option in self.options.items()}

    def judge(self, answer: Answer) -> ItemMark:
        """By the scoring rule, naming what is extra and what is missed."""
        ticked, right = cast(frozenset[str], answer), frozenset(self.key)
        extra = [name for name in self.options if name in ticked - right]
        missed = [name for name in self.options if name in right - ticked]
        fraction, formula = self.score(len(ticked & right), len(extra))
        if not extra and not missed:
            return ItemMark(fraction, State.ANSWERED, both("quiz.right"), formula=formula)
        parts = [both("quiz.extra", which=", ".join(extra))] if extra else []
        parts += [why for name in extra if (why := self.options[name].why)]
        parts += [both("quiz.missed", which=", ".join(missed))] if missed else []
        parts += [why for name in missed if (why := self.options[name].why)]
        shows = tuple(dict.fromkeys(code for name in extra + missed if (code := self.options[name].shows)))
        return ItemMark(fraction, State.ANSWERED, joined(parts), shows, formula)

    def score(self, h: int, w: int) -> tuple[Fraction, str]:
        """The fraction for h right and w wrong ticks, and the formula with its numbers."""
        R, W = len(self.key), len(self.options) - len(self.key)
        if self.scoring == "balanced":
            fraction = max(Fraction(0), Fraction(h, R) - Fraction(w, W))
            return fraction, f"max(0, {h}/{R} - {w}/{W}) = {fraction}"
        if self.scoring == "net":
            fraction = max(Fraction(0), Fraction(h - w, R))
            return fraction, f"max(0, ({h} - {w})/{R}) = {fraction}"
        fraction = Fraction(int(h == R and w == 0))
        return fraction, f"all {R} and no other: {fraction}"


@dataclasses.dataclass(frozen=True, kw_only=True)
class Reason(Option):
    """A reason; `argues` is the truth value it speaks for."""

    argues: bool


@dataclasses.dataclass(frozen=True, kw_only=True)
class TrueFalse(Item):
    """A statement: its truth value and the reason have both to be right."""

    truth: bool
    options: Mapping[str, Reason]
    key: str

    type: ClassVar[str] = "true_false"
    shape: ClassVar[str] = "slots"

    def __post_init__(self) -> None:
        super().__post_init__()
        self.check(self.key in self.options, f"key {self.key!r} is none of the options: {', '.join(self.options)}")
        self.check(self.options[self.key].argues is self.truth, "the right reason argues for the other truth value")
        self.check(len({reason.argues for reason in self.options.values()}) == 2, "reasons for both sides are needed")

    def places(self) -> Mapping[str, Slot]:
        """What has to be filled in."""
        return {
            "truth": Slot(label=Text({"en": "The statement is", "ko": "이 문장은"}), options=_TRUTH),
            "reason": Slot(label=Text({"en": "because", "ko": "그 이유는"}), options=texts(self.options)),
        }

    def codes(self) -> Iterable[str]:
        """The diagnoses of its wrong answers."""
        return _shows(self.options)

    def picks(self) -> Mapping[tuple[str, str], Pick]:
        """Both truth values, and each reason."""
        truths = {("truth", word): Pick(self.truth is (word == "true")) for word in _TRUTH}
        return truths | {("reason", name): _pick(one, name == self.key) for name, one in self.options.items()}

    def judge(self, answer: Answer) -> ItemMark:
        """All or nothing, for truth value and reason together."""
        given = cast(Mapping[str, str], answer)
        truth, reason = given.get("truth"), given.get("reason")
        agrees = truth == ("true" if self.truth else "false")
        if agrees and reason == self.key:
            return ItemMark(Fraction(1), State.ANSWERED, both("quiz.right"))
        parts = [both("quiz.no_truth")] if truth is None else [] if agrees else [both("quiz.truth_wrong")]
        shows = ""
        if reason is None:
            parts.append(both("quiz.no_reason"))
        elif reason != self.key:
            picked = self.options[reason]
            shows = picked.shows
            parts.append(picked.why or both("quiz.wrong"))
        return ItemMark(Fraction(0), State.ANSWERED, joined(parts), _some(shows))


def _pick(option: Option, right: bool) -> Pick:
    return Pick(right, "" if right else option.shows)


def _shows(options: Mapping[str, Option]) -> Iterable[str]:
    return [option.shows for option in options.values() if option.shows]


def _some(code: str) -> tuple[str, ...]:
    return (code,) if code else ()
