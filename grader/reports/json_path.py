"""A value of a report that came from disk, with the way to it, so that a complaint says where it stands."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any, TypeVar

from grader.core.errors import UsageError
from grader.core.model import Outcome

__all__ = ["JsonPath"]

T = TypeVar("T")
_MISSING = object()


class JsonPath:
    """A value and the way to it. Each method raises UsageError where another kind of value stands there."""

    def __init__(self, value: Any, where: str) -> None:
        self.value, self.where = value, where

    def get(self, key: str, default: object = _MISSING) -> JsonPath:
        """The value under `key`; `default` where it is missing and there is one."""
        inside = self.mapping()
        where = f"{self.where}.{key}" if self.where else key
        if key in inside:
            return JsonPath(inside[key], where)
        if default is not _MISSING:
            return JsonPath(default, where)
        close = difflib.get_close_matches(key, [str(name) for name in inside], 1)
        near = f"; did you mean {close[0]!r} to be it?" if close else ""
        raise UsageError(f"not a report: {where} is missing{near}")

    def wrong(self, wanted: str) -> UsageError:
        """The complaint that this value is not what is `wanted`."""
        shown = repr(self.value)
        return UsageError(
            f"not a report: {self.where or 'the whole'} is {shown[:60]}{'...' * (len(shown) > 60)}; {wanted}"
        )

    def mapping(self) -> Mapping[str, Any]:
        """The value, a mapping."""
        if not isinstance(self.value, Mapping):
            raise self.wrong("a mapping is wanted")
        return self.value

    def mapping_or_none(self) -> Mapping[str, Any] | None:
        """The value, a mapping or null."""
        return None if self.value is None else self.mapping()

    def each(self, read: Callable[[JsonPath], T], least: int = 0) -> tuple[T, ...]:
        """What `read` makes of each value of the list."""
        if not isinstance(self.value, list) or len(self.value) < least:
            raise self.wrong("a list is wanted" + (f" of at least {least}" if least else ""))
        return tuple(read(JsonPath(one, f"{self.where}[{i}]")) for i, one in enumerate(self.value))

    def text(self) -> str:
        """The value, a text."""
        if not isinstance(self.value, str):
            raise self.wrong("a text is wanted")
        return self.value

    def flag(self) -> bool:
        """The value, true or false."""
        if not isinstance(self.value, bool):
            raise self.wrong("true or false is wanted")
        return self.value

    def whole(self, least: int = 0) -> int:
        """The value, a whole number."""
        if type(self.value) is not int or self.value < least:
            raise self.wrong(f"a whole number from {least} up is wanted")
        return self.value

    def number(self) -> float:
        """The value, a number that is neither negative nor huge."""
        if isinstance(self.value, bool) or not isinstance(self.value, int | float) or not 0 <= self.value < 1e12:
            raise self.wrong("a number from 0 up is wanted")
        return self.value

    def points(self) -> Fraction:
        """A whole number, or a text "p/q"; points are exact."""
        if type(self.value) is int and 0 <= self.value < 1e12:
            return Fraction(self.value)
        if isinstance(self.value, str) and len(self.value) <= 60:
            top, slash, bottom = self.value.partition("/")
            if slash and top.isascii() and top.isdigit() and bottom.isascii() and bottom.isdigit() and int(bottom):
                return Fraction(int(top), int(bottom))
        raise self.wrong('points are a whole number or a text "p/q"')

    def outcome(self) -> Outcome:
        """The value, an outcome of a check."""
        return Outcome(self.one_of(tuple(Outcome)))

    def one_of(self, allowed: Iterable[str]) -> str:
        """The value, one of the `allowed` words."""
        names = [str(name) for name in allowed]
        if not isinstance(self.value, str) or self.value not in names:
            close = difflib.get_close_matches(str(self.value), names, 1)
            raise self.wrong(f"did you mean {close[0]!r}?" if close else f"one of {', '.join(names)} is wanted")
        return self.value
