"""What is true of a wrong answer, found on the learner's own machine: sums, ratios, transposition, shape.

The known mistakes are the instructor's and not here; the facts are `grader.diagnosis.facts`, the same sentences as in
a graded report. The learner's process calls `explain` when all its checks are over, since numpy is loaded there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from grader.diagnosis.records import Fact

if TYPE_CHECKING:
    import numpy as np

__all__ = ["explain", "of_row_sums", "result_name", "row_sums"]

_DULL = ("right", "wrong", "first", "dtype", "negative", "no_negative")  # signs alone say little about tiny numbers
_FIRST = (
    "special_array",
    "other_result",
    "transposed",
    "normalised",
    "opposite",
    "columns",
    "total",
    "ratio",
    "negated",
    "nan",
    "swapped",
)
_MOST = 2


def explain(ended: Mapping[str, Any], source: str) -> list[tuple[str, dict[str, str | int]]]:
    """At most two facts about a check that failed on values, ids and parameters, the most telling first.

    `ended` is the check's line, `source` the learner's file.
    """
    error, calls = ended.get("error") or {}, ended.get("calls") or ()
    if "got" not in error or not calls or calls[-1].get("value") is None:
        return []
    try:
        found = list(_special(calls[-1]))
        found += _compared(error, calls[-1], source) if _is_result(error, calls[-1]) else _alone(error, calls[-1])
    except (ValueError, TypeError, KeyError, IndexError, ArithmeticError):  # a fact more or less is not worth a check
        return []
    telling = [fact for fact in found if fact.id not in _DULL]
    if len(set(error["expected"].get("values") or (0, 1))) == 1:  # the right answer is one number everywhere too
        telling = [fact for fact in telling if fact.id not in ("constant", "zeros")]
    if any(fact.id in ("columns", "total") for fact in telling):
        telling = [fact for fact in telling if fact.id != "not_rows"]
    telling.sort(key=lambda fact: fact.id not in _FIRST)
    return [(fact.id, dict(fact.params)) for fact in telling[:_MOST]]


def row_sums(data: Mapping[str, Any] | None) -> list[float] | None:
    """The sum of every row of a matrix, if it is one."""
    if not data or len(data.get("shape") or ()) != 2 or data.get("values") is None or not data["shape"][1]:
        return None
    width = data["shape"][1]
    return [sum(data["values"][i : i + width]) for i in range(0, len(data["values"]), width)]


def result_name(label: str) -> str:
    """Which of several results a check names: "K" for "K of project_qkv"."""
    named = re.match(r"([A-Z]\w*|d[A-Z]\w*) of ", label)
    return named.group(1) if named else ""


def of_row_sums(label: str) -> bool:
    """Does a check compare the sums of a result's rows?"""
    return label.startswith("the row sums of ")


def _array(data: Mapping[str, Any]) -> np.ndarray[Any, Any]:
    """The numbers that crossed, as an array again. Raises KeyError where they were too many."""
    import numpy as np

    return np.array(data["values"], dtype=data["dtype"]).reshape(data["shape"])


def _parts(value: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    return value["items"] if value["kind"] == "tuple" else [value]


def _is_result(error: Mapping[str, Any], call: Mapping[str, Any]) -> bool:
    """Was a result of the call compared as it came, rather than something made from it?"""
    key = (error["got"].get("shape"), error["got"].get("values"))
    return any((part.get("shape"), part.get("values")) == key for part in _parts(call["value"]))


def _compared(error: Mapping[str, Any], call: Mapping[str, Any], source: str) -> Iterator[Fact]:
    """The facts about a result compared with the right one."""
    from grader.core.model import Call
    from grader.diagnosis.answers import CallAnswer
    from grader.diagnosis.facts import facts
    from grader.diagnosis.known_mistakes import Outline

    name = result_name(str(error.get("call") or ""))
    between = list(_between(error, call, name, source))
    yield from between
    if any(fact.id == "other_result" for fact in between):
        return
    args = tuple(_array(value) if value.get("shape") else _plain(value) for value in call["args"])
    changed = tuple(call.get("changed") or ())
    got, expected = _array(error["got"]), _array(error["expected"])
    given, right = CallAnswer((got,), frozenset(changed), "", False), CallAnswer((expected,), frozenset(), "", False)
    for fact in facts(Outline(source), [Call(call["function"], args, {}, got, changed)], [given], [right], shown=True):
        yield Fact(fact.id, {"what": name, **fact.params}) if name else fact


def _plain(value: Mapping[str, Any]) -> object:
    return value["values"][0] if value["kind"] == "number" else None


def _special(call: Mapping[str, Any]) -> Iterator[Fact]:
    """An array of a kind with arithmetic of its own came back."""
    from grader.diagnosis.near_misses import SPECIAL

    kinds = (SPECIAL.get(str(part.get("type"))) for part in _parts(call["value"]))
    yield from (Fact("special_array", {"kind": kind}) for kind in dict.fromkeys(kinds) if kind)


def _between(error: Mapping[str, Any], call: Mapping[str, Any], name: str, source: str) -> Iterator[Fact]:
    """What the compared result of a tuple has to do with the others: exchanged with one, or equal to it."""
    from grader.diagnosis.known_mistakes import Outline
    from grader.diagnosis.near_misses import same_part
    from grader.diagnosis.relations import result_names

    parts = _parts(call["value"])
    node = Outline(source).nodes.get(call["function"])
    names = result_names(node, len(parts)) if node is not None and name else ()
    if len(parts) < 2 or name not in names:
        return
    got, expected = _array(error["got"]), _array(error["expected"])
    for other, part in zip(names, parts, strict=True):
        if other == name:
            continue
        value = _array(part)
        if same_part(value, expected):
            yield Fact("other_result", {"what": other, "name": name})
        elif value.size > 1 and same_part(value, got):
            yield Fact("equal_results", {"what": name, "name": other})


def _alone(error: Mapping[str, Any], call: Mapping[str, Any]) -> Iterator[Fact]:
    """What can be said of a result where something made from it was compared; of sums only where a sum was."""
    import numpy as np

    sums = of_row_sums(str(error.get("call") or ""))
    for part in _parts(call["value"]):
        value = _array(part)
        if value.ndim < 2 or value.dtype.kind not in "iuf" or not value.size:
            continue
        odd = np.argwhere(np.isnan(value))
        if len(odd):
            index = "[" + ", ".join(str(int(i)) for i in odd[0]) + "]"
            yield Fact("nan", {"count": len(odd), "of": value.size, "index": index})
        elif (value == 0).all():
            yield Fact("zeros")
        elif not sums:
            continue
        elif np.allclose(value.sum(axis=-2), 1, rtol=1e-4) and value.shape[-2] > 1:
            yield Fact("columns")
        elif np.allclose(value.sum(axis=(-2, -1)), 1, rtol=1e-4) and value.shape[-2] > 1:
            yield Fact("total")
