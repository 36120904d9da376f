"""Whether a report from disk is whole as far as figures, exports and pages of a class look into it.

`grader.reports.loading` knows the report itself. Here is the rest: the quiz, which a page of one learner shows as
far as it goes, and what would put one learner's marks into another's row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from grader.core.errors import UsageError
from grader.reports.json_path import JsonPath
from grader.reports.loading import from_data
from grader.reports.writable import refuse_unwritable

__all__ = ["sound"]

_MOST = 10**9  # of a count


def sound(report: object) -> Mapping[str, Any]:
    """The report, which is whole. Raises UsageError in one sentence: where, what stands there, what is wanted."""
    refuse_unwritable(report)
    known = from_data(report)
    top = JsonPath(report, "")
    top.get("grade").flag()
    _once(top.get("steps"), (step.id for step in known.steps), "step")
    _once(top.get("steps"), (check.id for step in known.steps for check in step.checks), "check")
    if known.quiz is not None:
        _quiz(top.get("quiz"))
    return top.mapping()


def _quiz(quiz: JsonPath) -> None:
    for key in ("earned", "possible"):
        quiz.get(key).points()
    quiz.get("pending", 0).points()
    items = quiz.get("items", None)
    if items.value is not None:
        _once(items, items.each(_item), "question")
    beliefs = quiz.get("misconceptions", None)
    for name in beliefs.mapping_or_none() or ():
        belief = beliefs.get(name)
        _words(belief.get("claim"))
        for key in ("asked", "shown"):
            _count(belief.get(key))


def _item(item: JsonPath) -> str:
    """A question's id, once the question is whole."""
    _words(item.get("title"))
    item.get("outcome").text()
    for key in ("earned", "possible"):
        item.get(key).points()
    for key in ("diagnoses", "misconceptions"):
        names = item.get(key, None)
        if names.value is not None:
            names.each(JsonPath.text)
    return item.get("id").text()


def _words(place: JsonPath) -> None:
    """A text, or one in each language."""
    if isinstance(place.value, Mapping):
        for language in place.mapping():
            place.get(language).text()
    else:
        place.text()


def _count(place: JsonPath) -> None:
    if place.whole() > _MOST:
        raise place.wrong(f"a count of at most {_MOST} is wanted")


def _once(place: JsonPath, names: Iterable[str], what: str) -> None:
    twice = next((name for name, times in Counter(names).items() if times > 1), None)
    if twice is not None:
        raise UsageError(f"not a report: {place.where} has the {what} {twice!r} twice")
