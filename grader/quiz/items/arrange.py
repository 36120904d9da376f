"""Items answered by arranging: an order, pairs, or gaps in a text."""

from __future__ import annotations

import dataclasses
import itertools
import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import ClassVar, cast

from grader.core.languages import both
from grader.core.model import Text
from grader.quiz.items.item import Item, ItemMark, Option, Pick, State, joined, texts
from grader.quiz.questions import Answer, Slot

__all__ = ["Blank", "Cloze", "Matching", "Mispair", "Ordering", "Swap"]


@dataclasses.dataclass(frozen=True, kw_only=True)
class Swap:
    """`first` put before `then`: a slip with a name."""

    first: str
    then: str
    shows: str = ""
    why: Text | None = None


@dataclasses.dataclass(frozen=True, kw_only=True)
class Ordering(Item):
    """Put all options in order: right pairs minus wrong pairs, over all pairs, never below 0."""

    options: Mapping[str, Option]
    key: tuple[str, ...]
    swaps: tuple[Swap, ...] = ()

    type: ClassVar[str] = "ordering"
    shape: ClassVar[str] = "order"

    def __post_init__(self) -> None:
        super().__post_init__()
        self.check(len(self.options) >= 3, "an order needs at least three options")
        self.check(sorted(self.key) == sorted(self.options), "the key has to name each option once")
        for swap in self.swaps:
            known = swap.first in self.options and swap.then in self.options
            self.check(known, f"swap of {swap.first!r} and {swap.then!r}: options are {', '.join(self.options)}")
            self.check(self.key.index(swap.first) > self.key.index(swap.then), f"{swap.first!r} does come first")

    def choices(self) -> Mapping[str, Text]:
        """The options, without what they show."""
        return texts(self.options)

    def codes(self) -> Iterable[str]:
        """The diagnoses of its wrong answers."""
        return [swap.shows for swap in self.swaps if swap.shows]

    def judge(self, answer: Answer) -> ItemMark:
        """By pairs in the right order."""
        place = {name: i for i, name in enumerate(cast(tuple[str, ...], answer))}
        pairs = list(itertools.combinations(self.key, 2))
        right = sum(place[first] < place[then] for first, then in pairs)
        fraction = max(Fraction(0), Fraction(2 * right - len(pairs), len(pairs)))
        formula = f"max(0, ({right} - {len(pairs) - right})/{len(pairs)}) = {fraction}"
        if right == len(pairs):
            return ItemMark(fraction, State.ANSWERED, both("quiz.right"), formula=formula)
        seen = [swap for swap in self.swaps if place[swap.first] < place[swap.then]]
        message = joined([both("quiz.pairs", right=right, all=len(pairs)), *(swap.why for swap in seen if swap.why)])
        return ItemMark(fraction, State.ANSWERED, message, _codes(swap.shows for swap in seen), formula)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Mispair:
    """A wrong pair that shows something."""

    left: str
    right: str
    shows: str = ""
    why: Text | None = None


@dataclasses.dataclass(frozen=True, kw_only=True)
class Matching(Item):
    """Each on the left gets one from the right; right pairs over pairs."""

    left: Mapping[str, Text]
    right: Mapping[str, Text]
    key: Mapping[str, str]
    mispairs: tuple[Mispair, ...] = ()

    type: ClassVar[str] = "matching"
    shape: ClassVar[str] = "slots"

    def __post_init__(self) -> None:
        super().__post_init__()
        self.check(set(self.key) == set(self.left), "the key has to name each on the left once")
        for name in self.key.values():
            self.check(name in self.right, f"key {name!r} is none of those on the right: {', '.join(self.right)}")
        self.check(len(self.right) > len(set(self.key.values())), "one on the right has to be left over")
        for pair in self.mispairs:
            known = pair.left in self.left and pair.right in self.right
            self.check(known, f"mispair {pair.left!r}, {pair.right!r}: unknown")
            self.check(self.key[pair.left] != pair.right, f"mispair {pair.left!r}, {pair.right!r} is right")

    def choices(self) -> Mapping[str, Text]:
        """The options, without what they show."""
        return self.right

    def places(self) -> Mapping[str, Slot]:
        """What has to be filled in."""
        return {name: Slot(label=text) for name, text in self.left.items()}

    def codes(self) -> Iterable[str]:
        """The diagnoses of its wrong answers."""
        return [pair.shows for pair in self.mispairs if pair.shows]

    def picks(self) -> Mapping[tuple[str, str], Pick]:
        """The right pairs and the wrong ones that show something; every other pair is wrong as well."""
        wrong = {(pair.left, pair.right): Pick(False, pair.shows) for pair in self.mispairs}
        return {**{pair: Pick(True) for pair in self.key.items()}, **wrong}

    def judge(self, answer: Answer) -> ItemMark:
        """By right pairs."""
        given = cast(Mapping[str, str], answer)
        seen = [pair for pair in self.mispairs if given.get(pair.left) == pair.right]
        right = sum(given.get(name) == want for name, want in self.key.items())
        return _shares(right, len(self.key), (pair.why for pair in seen), (pair.shows for pair in seen))


@dataclasses.dataclass(frozen=True, kw_only=True)
class Blank:
    """A gap: its options, of which one is right."""

    options: Mapping[str, Option]
    key: str

    def __post_init__(self) -> None:
        if self.key not in self.options:
            raise ValueError(f"key {self.key!r} is none of the options: {', '.join(self.options)}")


@dataclasses.dataclass(frozen=True, kw_only=True)
class Cloze(Item):
    """A text with gaps, written {{name}}; right gaps over gaps."""

    blanks: Mapping[str, Blank]

    type: ClassVar[str] = "cloze"
    shape: ClassVar[str] = "slots"

    def __post_init__(self) -> None:
        super().__post_init__()
        for language, words in self.prompt.words:
            found, wanted = re.findall(r"\{\{([\w-]+)\}\}", words), sorted(self.blanks)
            name = f"prompt.{language}".rstrip(".")
            self.check(sorted(found) == wanted, f"{name} has the gaps {found}, not each of {wanted} once")

    def places(self) -> Mapping[str, Slot]:
        """What has to be filled in."""
        return {
            name: Slot(
                label=Text(dict.fromkeys(self.prompt.languages or ("en",), f"[{i}]")), options=texts(blank.options)
            )
            for i, (name, blank) in enumerate(self.blanks.items(), 1)
        }

    def codes(self) -> Iterable[str]:
        """The diagnoses of its wrong answers."""
        return [option.shows for blank in self.blanks.values() for option in blank.options.values() if option.shows]

    def picks(self) -> Mapping[tuple[str, str], Pick]:
        """Each option of each gap."""
        return {
            (slot, name): Pick(name == blank.key, "" if name == blank.key else option.shows)
            for slot, blank in self.blanks.items()
            for name, option in blank.options.items()
        }

    def judge(self, answer: Answer) -> ItemMark:
        """By right gaps."""
        given = cast(Mapping[str, str], answer)
        right = sum(given.get(name) == blank.key for name, blank in self.blanks.items())
        wrong = [
            blank.options[given[name]]
            for name, blank in self.blanks.items()
            if name in given and given[name] != blank.key
        ]
        return _shares(right, len(self.blanks), (option.why for option in wrong), (option.shows for option in wrong))


def _shares(right: int, count: int, reasons: Iterable[Text | None], codes: Iterable[str]) -> ItemMark:
    formula = f"{right}/{count}"
    if right == count:
        return ItemMark(Fraction(1), State.ANSWERED, both("quiz.right"), formula=formula)
    message = joined([both("quiz.slots_right", right=right, all=count), *(why for why in reasons if why)])
    return ItemMark(Fraction(right, count), State.ANSWERED, message, _codes(codes), formula)


def _codes(found: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(code for code in found if code))
