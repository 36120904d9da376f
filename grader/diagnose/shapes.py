"""The letters of a call: which length is `n`, which `d_k`, read from the reference's own docstrings.

A docstring of the course says `Q: (n_q, d_k), one row a query.` and `Returns O: (n_q, d_v), the outputs, and
A: (n_q, n_k), the weights`. From these lines a fact can say "√d_k times" rather than a number, and name a result.
"""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Mapping

from grader.model import Call

__all__ = ["lengths", "result_names"]

_NAMED = re.compile(r"\b([A-Za-z]\w*(?:, [A-Za-z]\w*)*): \(([^()]*)\)")


def _split(node: ast.FunctionDef) -> tuple[str, str]:
    """What the docstring says about the arguments, and the sentence about what is returned."""
    before, _, after = (ast.get_docstring(node) or "").partition("\nReturns ")
    return before, after.partition("\n\n")[0]


@functools.cache
def result_names(node: ast.FunctionDef, count: int) -> tuple[str, ...]:
    """The names of the results, where the docstring gives one to each; else empty names (one result), or "1", "2"."""
    if count == 1:
        return ("",)
    names = [name for group, _ in _NAMED.findall(_split(node)[1]) for name in group.split(", ")]
    return tuple(names) if len(names) == count else tuple(str(i + 1) for i in range(count))


def lengths(node: ast.FunctionDef, call: Call) -> dict[str, int]:
    """The value of each letter in a call, where it has one value; whole-number arguments count by their names."""
    given = dict(zip((argument.arg for argument in node.args.args), call.args, strict=False)) | dict(call.kwargs)
    found: dict[str, set[int]] = {}
    for name, value in given.items():
        if type(value) is int:
            found.setdefault(name, set()).add(value)
    for name, letters in _letters(node).items():
        shape = getattr(given.get(name), "shape", ())
        if len(shape) >= len(letters):  # axes in front of the last ones are a batch
            for letter, length in zip(letters, shape[len(shape) - len(letters) :], strict=True):
                if letter.isidentifier():
                    found.setdefault(letter, set()).add(int(length))
    return {letter: values.pop() for letter, values in found.items() if len(values) == 1}


@functools.cache
def _letters(node: ast.FunctionDef) -> Mapping[str, tuple[str, ...]]:
    """Argument -> the letters of its axes."""
    found: dict[str, tuple[str, ...]] = {}
    for group, axes in _NAMED.findall(_split(node)[0]):
        letters = tuple(axis.strip() for axis in axes.split(",") if axis.strip())
        found |= dict.fromkeys(group.split(", "), letters)
    return found
