"""The search: which family of known mistakes fits every recorded call of the failing function?

A wrong name is worse than none, so a family is named only if

- every call of the function came out as its mistake has it: numbers up to rounding, exceptions of the same kind,
  the same arguments changed;
- on at least one call that differs clearly from the reference's answer and shows something in particular (an
  exception alone does not, nor do zeros);
- no other family fits, not even with ten times the tolerance. A double mistake whose second half cannot be seen
  in these calls does not stand in the way of its first half.

Where no family fits, each mistake is tried once more behind a cast of its arguments to float64 or float32, since many
programs begin with one. Where nothing is clearly wrong, answers are compared a hundred times as closely: rounding
to four digits is such a mistake.

A function of parts (layer norm) is compared with its own mistakes and with those of its parts. If one of its
parts failed too, only what fits that part may be its name: what is wrong there is wrong here.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from grader.core.model import Call
from grader.diagnosis.answers import (
    CASTS,
    OTHER,
    SAME,
    CallAnswer,
    PosedCall,
    Screen,
    alike,
    informative,
    of_call,
    quiet,
)
from grader.diagnosis.facts import facts, near_facts
from grader.diagnosis.known_mistakes import KnownMistakes, MistakeModule
from grader.diagnosis.records import Diagnosis

__all__ = ["AskedCalls", "diagnose", "fitting", "twins"]

_UNTRIED = frozenset({"NotImplementedError", "missing", "untouched", "cell_failed", "not_callable", "misnamed"})
_RIGHT = 3  # sorts behind answers that show plenty (0), something (1) or nothing (2)
_UNKNOWN = "too large to keep"  # an answer that was let go


def diagnose(corpus: KnownMistakes, calls: Sequence[Call], history: Sequence[Call] = ()) -> Diagnosis | None:
    """The diagnosis for the failing checks of one step, or None.

    `calls` may be of several functions; the first one, in the reference's order, that can be named is. Where none can,
    the result has the facts about the first wrong one. `history` are all calls of the step in the order in which they
    were made, those of `calls` among them (the same objects). With it a mistake has to fit the calls of the passing
    checks as well, which tells more of them apart, and mistakes that remember can be recognised.
    """
    with quiet():
        for fine in (False, True):
            failing = _wrong(corpus, calls, fine)
            if failing:
                break
        else:
            return None
        named = _name(corpus, failing, history)
        if named is not None:
            return named
        first = next(iter(failing.values()))
        told = near_facts if first.fine else facts
        found = told(corpus.outline, first.calls, first.given, first.expected)
        return Diagnosis(first.calls[0].function, facts=found) if found else None


def _wrong(corpus: KnownMistakes, calls: Sequence[Call], fine: bool) -> dict[str, AskedCalls]:
    """The functions that answered wrongly, in the reference's order, each with its calls."""
    found = {}
    for function in corpus.outline.functions:
        asked = AskedCalls.of(corpus, [call for call in calls if call.function == function], fine=fine)
        if asked is not None:
            found[function] = asked
    return found


def _name(corpus: KnownMistakes, failing: Mapping[str, AskedCalls], history: Sequence[Call]) -> Diagnosis | None:
    """The mistake of the first function that can be named, and the other functions whose calls it explains too."""
    possible: dict[str, set[str]] = {}  # failing function -> families that fit its calls
    for function, asked in failing.items():
        below = [possible[part] for part in corpus.outline.parts(function) if part in possible]
        families = fitting(corpus, asked, [call for call in history if call.function == function])
        families = {name: those for name, those in families.items() if all(name in known for known in below)}
        entry = _only(families) if asked.telling else None
        if entry is not None and (asked.telling > 1 or entry.function == function):
            others = [
                other
                for other, theirs in failing.items()
                if other != function
                and entry.function in corpus.outline.parts(other)
                and _fits(corpus, entry, zip(theirs.questions, theirs.given, strict=True)) != OTHER
            ]
            return _named(corpus, entry, asked, tuple(others))
        possible[function] = set(families)
    return None


@dataclasses.dataclass(frozen=True)
class AskedCalls:
    """The calls of one function, most informative first: arguments, given answer, reference's answer.

    `made` are the same calls in the order in which they were made. `telling`: how much the wrong answers
    show, as `informative` has it. One number alone may be right by chance, so it takes two of them. A mistake of a
    part, seen from the outside, is named only where they show plenty. `fine`: nothing is clearly wrong, so answers
    are compared closely.
    """

    made: list[Call]
    calls: list[Call]
    questions: list[PosedCall]
    given: list[CallAnswer]
    expected: list[CallAnswer]
    telling: int
    fine: bool = False

    @classmethod
    def of(cls, corpus: KnownMistakes, made: list[Call], *, fine: bool = False) -> AskedCalls | None:
        """The calls sorted, or None where all are right or nothing was tried."""
        made = [call for call in made if call.raised != _UNKNOWN]
        if not made or any(call.raised in _UNTRIED for call in made):
            return None
        rows: list[tuple[int, Call, PosedCall, CallAnswer, CallAnswer]] = []
        for call in made:
            question, given = corpus.question(call), of_call(call, fine=fine)
            expected = corpus.answer(question)
            rank = 2 - informative(given, expected) if alike(given, expected) == OTHER else _RIGHT
            rows.append((rank, call, question, given, expected))
        rows.sort(key=lambda row: row[0])
        if rows[0][0] == _RIGHT:
            return None
        calls, questions, given_, expected_ = ([row[i] for row in rows] for i in (1, 2, 3, 4))
        size = sum(row[3].numbers.size for row in rows if row[0] < 2)
        telling = 2 - rows[0][0] if size > 1 else 0
        return cls(made, calls, questions, given_, expected_, telling, fine)  # type: ignore[arg-type]


def fitting(
    corpus: KnownMistakes, asked: AskedCalls, history: Sequence[Call] = ()
) -> dict[str, list[tuple[MistakeModule, int]]]:
    """The mistakes that fit all calls, by family, each with how well it does (SAME or NEARLY)."""
    families: dict[str, list[tuple[MistakeModule, int]]] = {}
    screen = Screen(asked.given[0], asked.expected[0])
    for cast in ("",) if asked.fine else ("", *CASTS):  # close to the right answer, a cast alone makes a difference
        for entry in corpus.concerning(asked.calls[0].function):
            if entry.remembers:
                likeness = OTHER if cast else _remembered(corpus, asked, history, entry)
            elif screen.passes(corpus.answer(asked.questions[0], entry.id, cast)):
                likeness = _likeness(corpus, asked, history, entry, cast)
            else:
                continue
            if likeness != OTHER:
                families.setdefault(entry.family, []).append((entry, likeness))
        if families:
            break
    return families


def _likeness(
    corpus: KnownMistakes, asked: AskedCalls, history: Sequence[Call], entry: MistakeModule, cast: str
) -> int:
    """How well one mistake, behind a cast of its arguments, fits all calls."""
    likeness = _fits(corpus, entry, zip(asked.questions, asked.given, strict=True), cast)
    if likeness == OTHER:
        return OTHER
    seen = {id(call) for call in asked.calls}
    others = [(corpus.question(c), c) for c in history if id(c) not in seen and c.raised != _UNKNOWN]
    pairs = ((question, of_call(call, fine=asked.fine)) for question, call in others)
    return min(likeness, _fits(corpus, entry, pairs, cast))


def _only(families: Mapping[str, list[tuple[MistakeModule, int]]]) -> MistakeModule | None:
    """The mistake to name: of the only family that fits, or of the one that all double mistakes that fit contain."""
    for family, members in families.items():
        exact = [entry for entry, likeness in members if likeness == SAME]
        rivals = [entry for other, those in families.items() if other != family for entry, _ in those]
        if exact and all(family in entry.combines for entry in rivals):
            return exact[0]
    return None


def _fits(
    corpus: KnownMistakes, entry: MistakeModule, pairs: Iterable[tuple[PosedCall, CallAnswer]], cast: str = ""
) -> int:
    """How well a mistake's answers fit the learner's, over all pairs of a question and an answer."""
    likeness = SAME
    for question, given in pairs:
        likeness = min(likeness, alike(given, corpus.answer(question, entry.id, cast)))
        if likeness == OTHER:
            break
    return likeness


def _remembered(corpus: KnownMistakes, asked: AskedCalls, history: Sequence[Call], entry: MistakeModule) -> int:
    """The same for a mistake that remembers: the calls are made again in their order, in a namespace of its own."""
    space, likeness = corpus.space(entry.id, fresh=True), SAME
    order = {id(call): i for i, call in enumerate(asked.calls)}
    past = history if {id(call) for call in history} >= set(order) else asked.made
    for call in past:
        answer = corpus.question(call).put(space)
        if id(call) in order:
            likeness = min(likeness, alike(asked.given[order[id(call)]], answer))
            if likeness == OTHER:
                break
    return likeness


def _named(corpus: KnownMistakes, entry: MistakeModule, asked: AskedCalls, others: tuple[str, ...]) -> Diagnosis:
    mistake, told = entry.mistake, near_facts if asked.fine else facts
    return Diagnosis(
        function=asked.calls[0].function,
        explains=(asked.calls[0].function, *others),
        facts=told(corpus.outline, asked.calls, asked.given, asked.expected),
        mistake=mistake.id,
        family=mistake.family,
        misconception=mistake.misconception,
        title=mistake.title,
        why=mistake.why,
        hints=mistake.hints,
    )


_SIDES = (4, 5)  # one alone could be the size that somebody wrote into their code
_NUMBERS = ((7, 3, 5, 2), (5, 11, 2, 3))  # whole-number arguments, where there are no arrays


def twins(corpus: KnownMistakes, calls: Sequence[Call]) -> tuple[Call, ...]:
    """Calls of the functions that went wrong in `calls`, to be made next: where nothing told, or where too much fits.

    Their `value` is empty: make them through the executor, add the calls that come of it to `calls`, diagnose again.
    """
    found: list[Call] = []
    with quiet():
        for function in corpus.outline.functions:
            asked = AskedCalls.of(corpus, [call for call in calls if call.function == function])
            if asked is not None and (not asked.telling or len(fitting(corpus, asked)) > 1):
                make = _moved if asked.expected[0].numbers.size == 1 else _twin
                found += [make(asked.calls[0], i) for i in range(len(_SIDES))]
    return tuple(found)


def _twin(call: Call, which: int) -> Call:
    """The call with arrays of equal sides; where it has none, with other whole numbers."""
    state = np.random.RandomState(which)
    values = [*call.args, *call.kwargs.values()]
    if any(isinstance(value, np.ndarray) for value in values):
        made = [_array(value, _SIDES[which], state) if isinstance(value, np.ndarray) else value for value in values]
    else:
        numbers = iter(_NUMBERS[which] * (1 + len(values)))
        made = [next(numbers) if type(value) is int else value for value in values]
    args = tuple(made[: len(call.args)])
    return Call(call.function, args, dict(zip(call.kwargs, made[len(call.args) :], strict=True)))


def _moved(call: Call, which: int) -> Call:
    """For a function of numbers to a number: other numbers of the same kind, the arrays stretched unevenly."""
    if not any(isinstance(value, np.ndarray) for value in call.args):
        return _twin(call, which)
    args = [
        value * np.resize(_NUMBERS[which], value.shape) if isinstance(value, np.ndarray) else value
        for value in call.args
    ]
    return Call(call.function, tuple(args), call.kwargs)


def _array(like: np.ndarray[Any, Any], side: int, state: np.random.RandomState) -> object:
    """An array of `side` in every direction, as many axes as before; whole numbers stay valid row numbers."""
    shape = (side,) * like.ndim
    if like.dtype.kind == "b":
        mask = state.random_sample(shape) < 0.6
        mask[..., 0] = True  # no row without anything to see
        return mask
    if like.dtype.kind in "iu":
        return (state.permutation(side**like.ndim) % side).reshape(shape).astype(like.dtype)
    return state.standard_normal(shape).astype(like.dtype)
