"""What diagnosis speaks of, as frozen records: a known mistake, a fact about an answer, and the finding."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from grader.core.languages import say
from grader.core.model import Text

__all__ = ["Diagnosis", "Fact", "Mistake", "fact_text"]

STAGES = 3


@dataclasses.dataclass(frozen=True, kw_only=True)
class Mistake:
    """The header of a mistake's module.

    Mistakes of one `family` are the same slip in other words, or give the same numbers wherever they are looked
    at through a function they share. `combines` are the families a double mistake is made of.
    """

    id: str
    step: str
    function: str
    family: str
    misconception: str  # a code of misconceptions.yaml
    title: Text  # fits behind "looks like "
    why: Text  # one sentence: what it does to the result
    hints: tuple[Text, ...]  # the symptom, a tiny case or shapes, the formula in words
    source: str
    fails: tuple[str, ...] = ()  # hidden checks that have to fail, "<step>.<name>"
    combines: tuple[str, ...] = ()
    equal_to: tuple[str, ...] = ()  # mistakes of other families that no call of the hidden suite can tell apart
    growth: bool = False  # the right numbers at too high a cost: nothing for diagnosis to see
    remembers: bool = False  # what it answers depends on earlier calls

    def __post_init__(self) -> None:
        if len(self.hints) != STAGES:
            raise ValueError(f"{len(self.hints)} hints: a mistake has {STAGES}, from the symptom to the formula")
        if not self.fails and not self.growth:
            raise ValueError("'fails' names no check: a mistake that nothing catches proves nothing")


@dataclasses.dataclass(frozen=True, slots=True)
class Fact:
    """Something true about a learner's answers, as an id of the table in `words` and its parameters."""

    id: str
    params: Mapping[str, str | int] = dataclasses.field(default_factory=dict)

    def text(self, language: str) -> str:
        """The fact as one sentence in `language`."""
        return fact_text(self.id, self.params, language)


@dataclasses.dataclass(frozen=True, slots=True)
class Diagnosis:
    """What was found about one function. `mistake` is None where only facts are known.

    `explains` are the functions whose failing calls the mistake accounts for, this one first.
    """

    function: str
    explains: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()
    mistake: str | None = None
    family: str | None = None
    misconception: str | None = None
    title: Text | None = None
    why: Text | None = None
    hints: tuple[Text, ...] = ()


def fact_text(name: str, params: Mapping[str, str | int], language: str) -> str:
    """The sentence of that id. `what` may be left out, and means the whole result."""
    text = say(language, f"fact.{name}", **{"what": say(language, "fact.whole"), **params})
    return text[0].upper() + text[1:] if text.startswith(say("en", "fact.whole")) else text
