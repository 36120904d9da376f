"""Answers made comparable: what a call gave, as flat numbers with a signature, and how alike two of them are."""

from __future__ import annotations

import contextlib
import functools
import warnings
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from grader.core.model import Call

__all__ = [
    "CASTS",
    "CallAnswer",
    "LOW",
    "NEARLY",
    "OTHER",
    "PosedCall",
    "SAME",
    "Screen",
    "alike",
    "informative",
    "key",
    "of_call",
    "quiet",
]

Array = np.ndarray[Any, Any]

SAME, NEARLY, OTHER = 2, 1, 0
"""How alike two answers are: equal up to rounding, too near to exclude, clearly not the same."""

RTOL, ATOL = 1e-4, 2e-5
"""Relative to an entry, and to the largest entry: float32 inside a learner's function costs about a tenth."""
_HALF = 40.0  # float16 rounds that much more coarsely than float32 arithmetic errs
_CLEARLY = 10.0  # what excludes is this many times the tolerance
_FINE = 1e-2  # of the tolerance, where answers that are all but right are compared; float32 stays below it

LOW = -1e6
"""Below it a number stands for minus infinity: a fill that no score can reach is as right as another one."""

CASTS = ("float64", "float32")
"""What a right or wrong program may turn its arguments into first: a known mistake is tried after each of them."""

_ALIASES: Mapping[str, str] = {
    "UFuncTypeError": "TypeError",
    "_UFuncOutputCastingError": "TypeError",
    "_UFuncInputCastingError": "TypeError",
    "_UFuncNoLoopError": "TypeError",
    "_UFuncBinaryResolutionError": "TypeError",
    "DTypePromotionError": "TypeError",
    "AxisError": "ValueError",
    "LinAlgError": "ValueError",
    "UnboundLocalError": "NameError",
    "FloatingPointError": "ArithmeticError",
    "ZeroDivisionError": "ArithmeticError",
    "OverflowError": "ArithmeticError",
}


class CallAnswer:
    """What one call gave: arrays, or an exception; and which arguments it changed.

    `parts` are the results as arrays, one for a function that returns one thing. `numbers` are all of them, flat:
    float64 or complex128. `signature` is what has to be equal exactly. A `fine` answer has hardly any tolerance.
    """

    __slots__ = ("__dict__", "changed", "exact", "fine", "parts", "raised", "signature")

    def __init__(
        self, parts: tuple[Array, ...], changed: frozenset[int | str], raised: str, exact: bool, fine: bool = False
    ) -> None:
        self.parts, self.changed, self.raised, self.exact, self.fine = parts, changed, raised, exact, fine
        self.signature = (tuple((part.shape, _kind(part.dtype)) for part in parts), changed, raised)

    @functools.cached_property
    def numbers(self) -> Array:
        """All entries, one after another, (sum of sizes,)."""
        wide = np.complex128 if any(part.dtype.kind == "c" for part in self.parts) else np.float64
        flat = [part.astype(wide).ravel() for part in self.parts]
        return flat[0] if len(flat) == 1 else np.concatenate(flat) if flat else np.empty(0)

    @functools.cached_property
    def tolerance(self) -> Array:
        """How far another answer may be from each entry, (sum of sizes,)."""
        if self.exact:
            return np.zeros(self.numbers.shape)
        numbers = np.abs(self.numbers)
        if not np.isfinite(numbers).all():
            numbers = np.where(np.isfinite(numbers), numbers, 0.0)
        reach, start = RTOL * numbers, 0
        for part in self.parts:  # each result has a scale of its own
            piece = np.s_[start : start + part.size]
            reach[piece] += ATOL * _scale(numbers[piece])
            start += part.size
        if self.fine:
            return reach * _FINE
        return reach * _HALF if any(part.dtype == np.float16 for part in self.parts) else reach


def _scale(sizes: Array) -> float:
    """The size that rounding is relative to: the largest entry, unless it dwarfs the middle one (a fill of -1e9)."""
    if not sizes.size:
        return 0.0
    ordered = np.sort(sizes)
    largest, middle = float(ordered[-1]), float(ordered[ordered.size // 2])
    return min(largest, 100 * middle) if middle else largest


def alike(given: CallAnswer, known: CallAnswer) -> int:
    """SAME, NEARLY or OTHER: nan stands for nan, an infinity for the same infinity. Wants `quiet()` around it."""
    if given is known:
        return SAME
    if given.signature != known.signature:
        return OTHER
    if not given.parts:
        return SAME
    a, b = given.numbers, known.numbers
    if given.exact and known.exact:
        return SAME if np.array_equal(a, b) else OTHER
    off, reach = np.abs(a - b), given.tolerance
    if (off <= reach).all():
        return SAME
    same = (a == b) | ((a != a) & (b != b)) | (b.real == -np.inf) & (a.real < LOW)
    if not ((off <= _CLEARLY * reach) | same).all():
        return OTHER
    return SAME if ((off <= reach) | same).all() else NEARLY


class Screen:
    """The one entry by which an answer is farthest from the reference's: what misses it need not be looked at."""

    __slots__ = ("_place", "_reach", "_signature", "_value")

    def __init__(self, given: CallAnswer, reference: CallAnswer) -> None:
        self._signature, self._place = given.signature, -1
        if given.signature == reference.signature and given.parts:
            with np.errstate(all="ignore"):
                off = np.abs(given.numbers - reference.numbers)
                place = int(np.argmax(np.where(np.isfinite(off), off, -1.0)))
            if off[place] > 0 and np.isfinite(off[place]):
                self._place = place
                self._value, self._reach = given.numbers[place], _CLEARLY * given.tolerance[place]

    def passes(self, known: CallAnswer) -> bool:
        """May `known` be the same answer?"""
        if known.signature != self._signature:
            return False
        if self._place < 0:
            return True
        there = known.numbers[self._place]
        return bool(abs(there - self._value) <= self._reach or (there == -np.inf and self._value.real < LOW))


def informative(given: CallAnswer, reference: CallAnswer) -> int:
    """How much does an answer that differs from the reference's show: nothing (0), something (1), or plenty (2)?

    An exception shows nothing, nor do only zeros, ones, nan or infinities: many mistakes give those. Minus infinity in
    some places shows something. Where a third of
    the wrong entries are ordinary numbers, they show plenty. Wants `quiet()` around it.
    """
    if given.changed != reference.changed or given.fine:
        return 2 if given.parts else 0
    most = 0
    for i, part in enumerate(given.parts):
        right = reference.parts[i] if len(given.parts) == len(reference.parts) else None
        if right is not None and _equal(part, right):
            continue
        plain = part[np.isfinite(part)]
        if plain.size and (np.isneginf(part) | np.isfinite(part)).all() and plain.size < part.size:
            most = max(most, 1)  # who writes minus infinity into some places means it
        if not plain.size or 3 * plain.size < part.size or (plain[0] in (0, 1) and (plain == plain[0]).all()):
            continue
        wrong = np.ones(part.shape, dtype=bool)
        if right is not None and right.shape == part.shape:
            wrong = ~(np.abs(part * 1.0 - right) <= 1e-3 * np.abs(right) + 1e-6)
        ordinary = wrong & np.isfinite(part) & (part != 0) & (part != 1)
        if 3 * ordinary.sum() >= wrong.sum():
            return 2
        most = 1
    return most


def _equal(part: Array, other: Array) -> bool:
    return alike(CallAnswer((part,), frozenset(), "", False), CallAnswer((other,), frozenset(), "", False)) != OTHER


class PosedCall:
    """A call as it is put to the reference and to the mistakes, with their answers so far."""

    __slots__ = ("_args", "_call", "_kwargs", "answers")

    def __init__(self, call: Call) -> None:
        """Keeps copies of the arguments: a check may go on to change its own."""
        self._args = [_frozen(value) for value in call.args]
        self._kwargs = {name: _frozen(value) for name, value in call.kwargs.items()}
        self._call = call.function
        self.answers: dict[str, CallAnswer] = {}

    def put(self, space: Mapping[str, Any], cast: str = "") -> CallAnswer:
        """What the function in that namespace answers. Only one that writes into its arguments gets copies.

        With a `cast`, arrays of numbers come in that dtype, and writing into them changes nobody's argument.
        """
        function = space[self._call]
        if cast:
            try:
                return _answer(function(*(_as(value, cast) for value in self._args), **self._kwargs), frozenset())
            except Exception as error:
                return CallAnswer((), frozenset(), _family(error), False)
        try:
            return _answer(function(*self._args, **self._kwargs), frozenset())
        except ValueError as error:
            if "read-only" not in str(error):
                return CallAnswer((), frozenset(), _family(error), False)
        except Exception as error:
            return CallAnswer((), frozenset(), _family(error), False)
        args = [_thawed(value) for value in self._args]
        kwargs = {name: _thawed(value) for name, value in self._kwargs.items()}
        try:
            value = function(*args, **kwargs)
        except Exception as error:
            return CallAnswer((), frozenset(), _family(error), False)
        changed = {i for i, (old, new) in enumerate(zip(self._args, args, strict=True)) if _differs(old, new)}
        named = {name for name, old in self._kwargs.items() if _differs(old, kwargs[name])}
        return _answer(value, frozenset(changed | named))


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """No warnings: wrong formulas divide by zero and overflow, and that is what is asked for."""
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def of_call(call: Call, *, fine: bool = False) -> CallAnswer:
    """What the learner answered; `fine` to find out in which way it is all but right."""
    if call.raised:
        return CallAnswer((), frozenset(), _ALIASES.get(call.raised, call.raised), False)
    return _answer(call.value, frozenset(call.changed), fine=fine)


def key(call: Call) -> object:
    """A hashable mark of what is asked: function and arguments, arrays by their bytes."""
    named = tuple((name, _mark(value)) for name, value in sorted(call.kwargs.items()))
    return call.function, tuple(_mark(value) for value in call.args), named


def _mark(value: object) -> object:
    if isinstance(value, np.ndarray):
        return value.shape, value.dtype.str, value.tobytes()
    if isinstance(value, list | tuple):
        return type(value), tuple(_mark(item) for item in value)
    return type(value), value


def _frozen(value: object) -> object:
    if isinstance(value, np.ndarray):
        copy = np.array(value, order="K")
        copy.setflags(write=False)
        return copy
    return list(value) if isinstance(value, list) else value


def _thawed(value: object) -> object:
    return np.array(value, order="K") if isinstance(value, np.ndarray) else value


def _differs(old: object, new: object) -> bool:
    if isinstance(old, np.ndarray) and isinstance(new, np.ndarray):
        return old.shape != new.shape or old.tobytes() != new.tobytes()
    return isinstance(old, list) and old != new


def _as(value: object, cast: str) -> object:
    """A copy of an array of numbers in another dtype; anything else as it is."""
    return value.astype(cast) if isinstance(value, np.ndarray) and value.dtype.kind in "iuf" else value


def _answer(value: object, changed: frozenset[int | str], *, fine: bool = False) -> CallAnswer:
    values = value if isinstance(value, list | tuple) else (value,)
    parts, exact = [], True
    for item in values:
        exact = exact and isinstance(item, int) and not isinstance(item, bool)
        try:
            part = np.asarray(item)
        except ValueError:
            part = np.empty(0, dtype=object)
        if part.dtype.kind not in "biufc":
            return CallAnswer((), changed, "none" if item is None else "unfit", False)
        parts.append(part.view(np.ndarray))
    return CallAnswer(tuple(parts), changed, "", exact and bool(parts), fine)


def _kind(dtype: np.dtype[Any]) -> str:
    """What about a dtype has to agree: whole numbers and floats pass for each other, float16 and bool do not."""
    return "half" if dtype == np.float16 else {"b": "bool", "c": "complex"}.get(dtype.kind, "number")


def _family(error: BaseException) -> str:
    """The name under which an exception is compared: numpy's own kinds stand with the built-in ones."""
    name = type(error).__name__
    return _ALIASES.get(name, name)
