"""A JSON report (schema `grader/report/1`) read back: the inverse of `grader.report.data.to_data`.

Every complaint says where it is and what stands there: `steps[2].checks[0].outcome is 'fine'; ...`. Reports come
from disk, so nothing in them is trusted; what a reader sees is escaped by the page.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any, TypeVar

from grader.errors import UsageError
from grader.model import LEVELS, CheckResult, Isolation, Outcome, Provenance, Report, StepResult
from grader.report.data import SCHEMA

__all__ = ["from_data"]

T = TypeVar("T")
_MISSING = object()


def from_data(data: object) -> Report:
    """The report that `data` (parsed JSON) holds. Raises UsageError in one sentence."""
    top = _Place(data, "")
    schema = top.get("schema").value if isinstance(data, Mapping) and "schema" in data else None
    if schema != SCHEMA:
        raise UsageError(f"not a report: its schema is {schema!r}, this version reads {SCHEMA!r}")
    submission, bonus = top.get("submission"), top.get("bonus")
    assignment = top.get("assignment").text()
    return Report(
        assignment=assignment,
        title=top.get("title", assignment).text(),
        submission_id=submission.get("id").text(),
        submission_path=submission.get("path").text(),
        earned=top.get("earned").points(),
        possible=top.get("possible").points(),
        pending=top.get("pending").points(),
        bonus=bonus.get("earned").points(),
        bonus_possible=bonus.get("possible").points(),
        steps=top.get("steps").each(_step),
        isolation=_isolation(top.get("isolation")),
        provenance=_provenance(top.get("provenance")),
        seconds=top.get("seconds").number(),
        notes=top.get("notes").each(_Place.text),
        quiz=top.get("quiz").mapping_or_none(),
        quiz_possible=top.get("quiz_possible", 0).whole(least=0),
        only=top.get("only", []).each(_Place.text),
    )


def _step(step: _Place) -> StepResult:
    return StepResult(
        id=step.get("id").text(),
        number=step.get("number").whole(least=1),
        title=step.get("title").text(),
        outcome=step.get("outcome").outcome(),
        earned=step.get("earned").points(),
        possible=step.get("possible").points(),
        pending=step.get("pending").points(),
        bonus=step.get("bonus").flag(),
        checks=step.get("checks").each(_check, least=1),
    )


def _check(check: _Place) -> CheckResult:
    return CheckResult(
        id=check.get("id").text(),
        title=check.get("title").text(),
        outcome=check.get("outcome").outcome(),
        earned=check.get("earned").points(),
        possible=check.get("possible").points(),
        message=check.get("message").text(),
        hint=check.get("hint").text(),
        diagnosis=check.get("diagnosis").mapping_or_none(),
        evidence=check.get("evidence", None).mapping_or_none(),
    )


def _isolation(held: _Place) -> Isolation:
    return Isolation(
        level=held.get("level").one_of(LEVELS),
        required=held.get("required").one_of(LEVELS),
        layers=held.get("layers").mapping(),
        probe={str(name): held.get("probe").get(name).text() for name in held.get("probe").mapping()},
        missing=held.get("missing").each(
            lambda one: {str(name): one.get(name).text() for name in one.mapping()}
        ),
    )  # fmt: skip


def _provenance(source: _Place) -> Provenance:
    return Provenance(
        engine=source.get("engine").text(),
        suite=source.get("suite").text(),
        seed=source.get("seed").whole(),
        python=source.get("python").text(),
        numpy=source.get("numpy").text(),
        graded_at=source.get("graded_at").text(),
    )


class _Place:
    """A value of the report with the way to it, for complaints."""

    def __init__(self, value: Any, where: str) -> None:
        self.value, self.where = value, where

    def get(self, key: str, default: object = _MISSING) -> _Place:
        inside = self.mapping()
        where = f"{self.where}.{key}" if self.where else key
        if key in inside:
            return _Place(inside[key], where)
        if default is not _MISSING:
            return _Place(default, where)
        close = difflib.get_close_matches(key, [str(name) for name in inside], 1)
        near = f"; did you mean {close[0]!r} to be it?" if close else ""
        raise UsageError(f"not a report: {where} is missing{near}")

    def wrong(self, wanted: str) -> UsageError:
        shown = repr(self.value)
        return UsageError(
            f"not a report: {self.where or 'the whole'} is {shown[:60]}{'...' * (len(shown) > 60)}; {wanted}"
        )

    def mapping(self) -> Mapping[str, Any]:
        if not isinstance(self.value, Mapping):
            raise self.wrong("a mapping is wanted")
        return self.value

    def mapping_or_none(self) -> Mapping[str, Any] | None:
        return None if self.value is None else self.mapping()

    def each(self, read: Callable[[_Place], T], least: int = 0) -> tuple[T, ...]:
        if not isinstance(self.value, list) or len(self.value) < least:
            raise self.wrong("a list is wanted" + (f" of at least {least}" if least else ""))
        return tuple(read(_Place(one, f"{self.where}[{i}]")) for i, one in enumerate(self.value))

    def text(self) -> str:
        if not isinstance(self.value, str):
            raise self.wrong("a text is wanted")
        return self.value

    def flag(self) -> bool:
        if not isinstance(self.value, bool):
            raise self.wrong("true or false is wanted")
        return self.value

    def whole(self, least: int = 0) -> int:
        if type(self.value) is not int or self.value < least:
            raise self.wrong(f"a whole number from {least} up is wanted")
        return self.value

    def number(self) -> float:
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
        return Outcome(self.one_of(tuple(Outcome)))

    def one_of(self, allowed: Iterable[str]) -> str:
        names = [str(name) for name in allowed]
        if not isinstance(self.value, str) or self.value not in names:
            close = difflib.get_close_matches(str(self.value), names, 1)
            raise self.wrong(f"did you mean {close[0]!r}?" if close else f"one of {', '.join(names)} is wanted")
        return self.value
