"""The words of the product as data: assignment, step, submission, check, outcome, report.

Frozen dataclasses over the standard library; nothing here reads a file, prints or grades.
Points are exact: `fractions.Fraction` inside, an integer or "p/q" outside.
"""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

__all__ = [
    "Assignment",
    "COUNTING",
    "Call",
    "Cell",
    "FALLBACK",
    "FileUse",
    "Heatmap",
    "Isolation",
    "LANGUAGES",
    "LEVELS",
    "Limits",
    "Outcome",
    "Points",
    "Provenance",
    "QuizOutcome",
    "Step",
    "Submission",
    "Text",
    "exact",
]

LANGUAGES = ("en", "ko")  # of the product's own catalogues; a course has its own
FALLBACK = "en"  # what is shown where a text lacks the language that is asked for
LEVELS = ("process", "confined", "confined+")
COUNTING = ("last", "best", "first")  # which of a learner's attempts counts
"""Isolation levels, weakest first; see docs/security.md for what each one stops."""


class Outcome(enum.StrEnum):
    """How a check, and through its checks a step, ended."""

    PASSED = "passed"
    FAILED = "failed"  # it ran, and the answer is wrong
    UNTOUCHED = "untouched"  # still the stub
    CRASHED = "crashed"  # the learner's code raised, or its process died
    TIMEOUT = "timeout"  # stopped from outside at its limit
    MEMORY = "memory"  # asked for more memory than allowed
    BLOCKED = "blocked"  # not judged: something it builds on is not there yet
    INCONCLUSIVE = "inconclusive"  # the measurement could not decide; points are held for a person
    BROKEN = "broken"  # internal error; points are held, exit code 3

    @property
    def pending(self) -> bool:
        """True where the points are held rather than lost."""
        return self in (Outcome.INCONCLUSIVE, Outcome.BROKEN)


class QuizOutcome(enum.StrEnum):
    """How one item ended."""

    RIGHT = "right"
    PARTLY = "partly"
    WRONG = "wrong"
    UNANSWERED = "unanswered"
    UNREADABLE = "unreadable"  # held for a person
    PENDING = "pending"  # an open question, marked by a person

    @property
    def held(self) -> bool:
        """True where the points are neither earned nor lost yet."""
        return self is QuizOutcome.UNREADABLE or self is QuizOutcome.PENDING


def exact(points: Fraction) -> int | str:
    """Points without rounding: a whole number, or a text "p/q"."""
    return points.numerator if points.denominator == 1 else f"{points.numerator}/{points.denominator}"


@dataclasses.dataclass(frozen=True, slots=True, init=False, eq=False)
class Text:
    """One thing that people read, by language. What is made from a single string reads the same in every language."""

    words: tuple[tuple[str, str], ...]  # language and words, in the order given; the language of a single string is ""

    __iter__ = None  # no sequence: with `__getitem__` alone, `word in text` would look for ever

    def __init__(self, said: str | Mapping[str, str]) -> None:
        """`said` is one string, or language -> words. Raises ValueError where it is an empty mapping."""
        pairs = (("", said),) if isinstance(said, str) else tuple(said.items())
        if not pairs:
            raise ValueError("a text needs at least one language")
        object.__setattr__(self, "words", pairs)

    def __getitem__(self, language: str) -> str:
        """The words in `language`; where it is missing, in English; where that is missing too, in the first."""
        found = dict(self.words)
        return found.get(language, found.get(FALLBACK, self.words[0][1]))

    def __eq__(self, other: object) -> bool:
        return dict(self.words) == dict(other.words) if isinstance(other, Text) else NotImplemented

    def __hash__(self) -> int:
        return hash(frozenset(self.words))

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages it names, in their order; none where it was made from a single string."""
        return tuple(language for language, _ in self.words if language)

    @property
    def data(self) -> dict[str, str]:
        """Language -> words, as plain data; a single string counts as English."""
        return {language or FALLBACK: words for language, words in self.words}

    def each(self, change: Callable[[str], str]) -> Text:
        """The text with the words of every language changed."""
        made = {language: change(words) for language, words in self.words}
        return Text(made.get("", "") if tuple(made) == ("",) else made)


@dataclasses.dataclass(frozen=True, slots=True)
class Limits:
    """What one submission may use. A call over its CPU seconds is stopped from outside."""

    call_seconds: float = 2.0  # CPU seconds of one call; wall time may be twice that
    load_seconds: float = 5.0  # CPU seconds for running the file from top to bottom
    submission_seconds: float = 30.0  # wall seconds for all checks of one submission
    waiting_seconds: float = 5.0  # of these, seconds that its calls may spend asleep, neither computing nor queueing
    memory_mib: int = 1024  # address space of the learner's process
    result_mib: int = 16  # bytes that one call may return
    growth_seconds: float = 1.0  # estimated CPU seconds that counting the work of one function may take
    growth_call_seconds: float = 3.0  # CPU seconds of one counted call, the hard limit


@dataclasses.dataclass(frozen=True, slots=True)
class Points:
    """What the assignment is worth; bonus steps come on top of `code`."""

    code: int
    quiz: int = 0


@dataclasses.dataclass(frozen=True, slots=True)
class Heatmap:
    """How the matrix that a step returns is drawn; `rows_sum_to` is what each row has to sum to, if anything."""

    title: Text
    rows_sum_to: float | None = None
    row: str = ""  # stands before the number of a row: "i" for i1, i2, ...
    column: str = ""


@dataclasses.dataclass(frozen=True, slots=True)
class Step:
    """One step of an assignment: functions the learner writes, and what they are worth.

    `makes` are the results of the step with their shapes, such as "S = XXᵀ" -> "(n, n)", in the letters of the lesson.
    """

    id: str
    title: Text
    functions: tuple[str, ...]
    points: int
    needs: tuple[str, ...] = ()
    bonus: bool = False
    makes: Mapping[str, str] = dataclasses.field(default_factory=dict, hash=False)
    heatmap: Heatmap | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class Assignment:
    """An assignment as its `assignment.yaml` and its folders describe it."""

    id: str
    title: Text
    file: str
    points: Points
    steps: tuple[Step, ...]
    limits: Limits = Limits()
    isolation: str = "confined"
    folder: Path = Path()  # solutions/<id>
    returns: Mapping[str, str] = dataclasses.field(default_factory=dict)  # function -> return annotation
    partial: Mapping[str, Fraction] = dataclasses.field(default_factory=dict)  # mistake's family -> part of the points
    hint_cost: Fraction = Fraction(0)  # points of its step that each hint costs
    attempts: str = "last"  # which of a learner's attempts counts, one of COUNTING
    kit_hints: tuple[str, ...] = ()  # ids of the known mistakes that a kit may name, with their hints
    letters: Text | None = None  # what the letters in the shapes of `Step.makes` mean
    languages: tuple[str, ...] = (FALLBACK,)  # of the texts; docstrings and README.md are in the first

    @property
    def functions(self) -> tuple[str, ...]:
        """Every function a learner writes, in the order of the steps, each once."""
        return tuple(dict.fromkeys(name for step in self.steps for name in step.functions))

    def language_for(self, wanted: str) -> str:
        """The language where the assignment has it, or else its first."""
        return wanted if wanted in self.languages else self.languages[0]

    def step_of(self, function: str) -> Step | None:
        """The first step that asks for `function`, or None."""
        return next((step for step in self.steps if function in step.functions), None)

    def below(self, step_id: str) -> set[str]:
        """The ids of all steps that a step builds on, directly or through others."""
        found, todo = set[str](), [*self.step(step_id).needs]
        while todo:
            need = todo.pop()
            if need not in found:
                found.add(need)
                todo += self.step(need).needs
        return found

    def step(self, step_id: str) -> Step:
        """The step of that id. Raises KeyError if there is none."""
        for step in self.steps:
            if step.id == step_id:
                return step
        raise KeyError(step_id)


@dataclasses.dataclass(frozen=True, slots=True)
class Cell:
    """A piece of the learner's source that is compiled and run on its own."""

    text: str
    name: str  # what a traceback calls it: "layer_norm.py", "layer_norm.ipynb cell 4"
    line: int = 1  # line of the file (or cell) on which the text begins
    shown: str | None = None  # what the learner wrote, line by line, where `text` differs from it; messages show this


@dataclasses.dataclass(frozen=True, slots=True)
class FileUse:
    """A file of what was handed in, and what became of it."""

    path: str
    used_as: str  # "program", "answers", "module", "hints", "not used" (looked at, not used) or "not opened"
    why: Text = dataclasses.field(default_factory=lambda: Text(""))
    doubt: bool = False  # it has work in it too, so that a person should look whether it was meant


@dataclasses.dataclass(frozen=True, slots=True)
class Submission:
    """What a learner handed in, as text. `problem` says in one sentence why nothing can be graded."""

    id: str
    path: str
    cells: tuple[Cell, ...] = ()
    problem: Text | None = None
    notes: tuple[Text, ...] = ()
    answers: str | None = None  # the text of answers.yaml, if handed in
    answer_cells: tuple[Cell, ...] = ()  # answers in a notebook's cells, a statement each; read as text, never run
    hints: Mapping[str, int] = dataclasses.field(default_factory=dict)  # step -> hints shown, by the learner's own file
    modules: Mapping[str, str] = dataclasses.field(default_factory=dict)  # helper modules: dotted name -> source text
    notebook: bool = False  # the program is a notebook's: it expects `display`, `get_ipython`, `In`, `Out`, `_`
    files: tuple[FileUse, ...] = ()  # every file that was handed in, where more is known than the program's name


@dataclasses.dataclass(frozen=True, slots=True)
class Call:
    """One call through the executor: what was asked, what came back, and what it did to its arguments.

    `raised` is the name of the exception where no value came back, and "" otherwise.
    """

    function: str
    args: tuple[object, ...]
    kwargs: Mapping[str, object]
    value: object = None
    changed: tuple[int | str, ...] = ()  # positions or keywords of arguments changed in place
    raised: str = ""
    forms: tuple[str, ...] = ()  # names of the subclasses of ndarray that came back


@dataclasses.dataclass(frozen=True, slots=True)
class Isolation:
    """How the learner's code was held, as measured by the probe; printed in every report."""

    level: str
    required: str
    layers: Mapping[str, Any]
    probe: Mapping[str, str]
    missing: tuple[Mapping[str, str], ...]

    @property
    def is_grade(self) -> bool:
        """False where the level is too weak for the result to be a grade."""
        return LEVELS.index(self.level) >= LEVELS.index("confined")


@dataclasses.dataclass(frozen=True, slots=True)
class Provenance:
    """What produced the numbers, so that they can be produced again."""

    engine: str
    suite: str
    seed: int | None  # None in a learner's copy, which has the fingerprint alone
    python: str
    numpy: str
    graded_at: str
    fingerprint: str = ""  # of the seed (`grader.core.seeds`), in a learner's copy
