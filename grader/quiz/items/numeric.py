"""Items answered with a number: tolerance, the unit of rounding, near misses, and numbers of one's own."""

from __future__ import annotations

import dataclasses
import functools
import importlib.util
import inspect
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import ClassVar, cast

from grader.core.errors import SpecError
from grader.core.languages import both
from grader.core.model import Text
from grader.core.suggestions import nearest
from grader.quiz.items.item import Item, ItemMark, State
from grader.quiz.questions import Answer, Numbers, Question, fill
from grader.quiz.variants import combinations

__all__ = ["Drawn", "GENERATORS", "Near", "Numeric", "load_generators"]


@dataclasses.dataclass(frozen=True, kw_only=True)
class Near:
    """A wrong number that many reach, and how they reach it. A generator works `value` out itself."""

    value: float | None = None
    shows: str = ""
    why: Text | None = None


@dataclasses.dataclass(frozen=True, kw_only=True)
class Numeric(Item):
    """A number, right where it differs from the key by at most the tolerance.

    `unit` is what the learner is told to round to; the tolerance is one unit, and 0 for whole numbers, unless
    `tolerance` or `relative` (of the key) says something else. Either `value` is the key, or `generator` names
    the function that draws the numbers of the prompt from `vary` and works out the key and the near misses;
    `base` is the draw that everybody gets who has no draw of one's own.
    """

    unit: float
    value: float | None = None
    tolerance: float | None = None
    relative: float = 0.0
    near: Mapping[str, Near] = dataclasses.field(default_factory=dict)
    generator: str = ""
    vary: Mapping[str, tuple[int, ...]] = dataclasses.field(default_factory=dict)
    base: Mapping[str, int] = dataclasses.field(default_factory=dict)

    type: ClassVar[str] = "numeric"
    shape: ClassVar[str] = "number"

    def __post_init__(self) -> None:
        super().__post_init__()
        self.check(self.unit > 0, f"unit {self.unit}: the unit of rounding, for example 1 or 0.01")
        if not self.generator:
            self.check(self.value is not None, "a value or a generator is needed")
            self.check(all(near.value is not None for near in self.near.values()), "a near miss without a value")
            self.check(self.apart(), "the key lies within the tolerance of a near miss")
            return
        self.check(self.generator in GENERATORS, f"generator {self.generator!r}{nearest(self.generator, GENERATORS)}")
        self.check(self.value is None, "the generator works the value out; leave it away")
        self.check(set(self.vary) == set(self.base), "vary and base have to name the same numbers")
        drawn = GENERATORS[self.generator](**self.base)
        for name in self.near:
            self.check(name in drawn.near, f"near miss {name!r}{nearest(name, drawn.near)}")
        self.check(self.bound(drawn).apart(), "base: the key lies within the tolerance of a near miss")

    def sheet(self) -> Question:
        """The question, with every usable draw of its numbers."""
        rows = self.draws()
        numbers = None
        if rows:
            names = tuple(rows[0].given)
            numbers = Numbers(names=names, rows=tuple(tuple(row.given[name] for name in names) for row in rows))
        return dataclasses.replace(Item.sheet(self), unit=f"{self.unit:g}", numbers=numbers)

    def variant(self, row: int) -> Numeric:
        """The item with the numbers of that draw."""
        rows = self.draws()
        return self.bound(rows[row]) if rows else self

    def codes(self) -> Iterable[str]:
        """The diagnoses of its wrong answers."""
        return [near.shows for near in self.near.values() if near.shows]

    def draws(self) -> tuple[Drawn, ...]:
        """Every usable draw, the base first; none for an item with fixed numbers."""
        return _draws(self.generator, _frozen(self.vary), _frozen(self.base), self._plain()) if self.generator else ()

    def bound(self, drawn: Drawn) -> Numeric:
        """The item with these numbers in its prompt, its key and its near misses."""
        words = {**drawn.given, **drawn.told}
        near = {
            name: dataclasses.replace(near, value=drawn.near[name], why=near.why and fill(near.why, words))
            for name, near in self.near.items()
        }
        return dataclasses.replace(
            self,
            prompt=fill(self.prompt, drawn.given),
            explanation=fill(self.explanation, words),
            value=drawn.key,
            near=near,
            generator="",
        )

    def _plain(self) -> _Plain:
        return _Plain(self.unit, self.tolerance, self.relative, tuple(self.near))

    @property
    def allowed(self) -> Fraction:
        """The largest difference from the key that is still right."""
        return self._plain().allowed(self.value or 0.0)

    def window(self, near: float) -> Fraction:
        """How close to a near miss an answer has to be to count as that one: people round them as they like."""
        return self._plain().window(near, self.allowed)

    def apart(self) -> bool:
        """True where no answer can be within the tolerance of the key and of a near miss."""
        values = [near.value or 0.0 for near in self.near.values()]
        return self._plain().apart(self.value or 0.0, values)

    def judge(self, answer: Answer) -> ItemMark:
        """Right within the tolerance; a near miss gives its own reason."""
        if self.generator:
            return self.variant(0).judge(answer)
        off = abs(cast(Fraction, answer) - Fraction(self.value or 0.0))
        plain, allowed = self._plain(), self.allowed
        if off <= allowed:
            return ItemMark(Fraction(1), State.ANSWERED, both("quiz.right"))
        for near in self.near.values():
            value = near.value or 0.0
            if abs(cast(Fraction, answer) - Fraction(value)) <= plain.window(value, allowed):
                shows = (near.shows,) if near.shows else ()
                return ItemMark(Fraction(0), State.ANSWERED, near.why or both("quiz.wrong"), shows)
        close = off <= 10 * allowed
        return ItemMark(Fraction(0), State.ANSWERED, both("quiz.rounded" if close else "quiz.number_off"))


@dataclasses.dataclass(frozen=True)
class _Plain:
    """How exactly an item is marked, apart from its numbers."""

    unit: float
    tolerance: float | None
    relative: float
    near: tuple[str, ...]

    def allowed(self, key: float) -> Fraction:
        fixed = self.tolerance if self.tolerance is not None else self.unit if self.unit < 1 else 0.0
        return max(Fraction(repr(fixed)), Fraction(repr(self.relative)) * abs(Fraction(key)))

    def apart(self, key: float, near: Iterable[float]) -> bool:
        allowed = self.allowed(key)
        return all(abs(Fraction(key) - Fraction(v)) > allowed + self.window(v, allowed) for v in near)

    def window(self, near: float, allowed: Fraction) -> Fraction:
        whole = float(near).is_integer()
        return allowed if whole else max(allowed, abs(Fraction(near)) / 200)


def _frozen(values: Mapping[str, object]) -> tuple[tuple[str, object], ...]:
    return tuple(values.items())


@functools.lru_cache(maxsize=512)
def _draws(
    generator: str, vary: tuple[tuple[str, tuple[int, ...]], ...], base: tuple[tuple[str, int], ...], plain: _Plain
) -> tuple[Drawn, ...]:
    function = GENERATORS[generator]
    drawn = [function(**dict(base))]
    for values in combinations(dict(vary), generator):
        one = function(**values)
        near = [one.near[name] for name in plain.near]
        if one.given != drawn[0].given and plain.apart(one.key, near):
            drawn.append(one)
    return tuple(drawn)


@dataclasses.dataclass(frozen=True)
class Drawn:
    """One draw, worked out."""

    given: Mapping[str, int]
    key: float
    near: Mapping[str, float]
    told: Mapping[str, str] = dataclasses.field(default_factory=dict)


GENERATORS: dict[str, Callable[..., Drawn]] = {}
"""Every generator by the name that a bank uses; filled by `load_generators`."""


def load_generators(path: Path) -> None:
    """Take the public functions of an author's file into `GENERATORS`; a file that is not there has none.

    Raises SpecError where the file does not run.
    """
    if not path.is_file():
        return
    spec = importlib.util.spec_from_file_location(f"_generators_{path.parent.name}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        line = error.lineno if isinstance(error, SyntaxError) else _line(error, path)
        raise SpecError(f"{path}:{line}: {type(error).__name__}: {error}") from None
    for name, function in inspect.getmembers(module, inspect.isfunction):
        if function.__module__ == module.__name__ and not name.startswith("_"):
            GENERATORS[name] = function


def _line(error: Exception, path: Path) -> int:
    """The line of the author's file at which an exception was raised."""
    line, trace = 1, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(path):
            line = trace.tb_lineno
        trace = trace.tb_next
    return line
