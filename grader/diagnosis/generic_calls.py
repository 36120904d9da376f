"""Calls with nothing special about them: random numbers, and a size of its own for each letter of the docstring.

What is true of a wrong answer to such calls is true of the mistake. What is true of the tiny inputs of a visible check
only is an accident of these inputs: `grader verify` compares the two.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from typing import Any

import numpy as np

from grader.core.model import Call
from grader.diagnosis.relations import letters_of

__all__ = ["generic_call"]

_SIZES = (5, 7, 6, 3, 4, 8, 9, 2)  # of the letters, in the order in which the docstring names them
_HEADS = 3  # of a whole-number argument that is a factor of an axis, such as the number of heads


def generic_call(node: ast.FunctionDef, like: Call, seed: int) -> Call | None:
    """A call of the function with arrays as the docstring describes them and kinds of numbers as in `like`.

    None where the docstring does not say enough.
    """
    state, axes = np.random.RandomState(seed), letters_of(node)
    words = dict.fromkeys(w for letters in axes.values() for axis in letters for w in re.findall(r"[A-Za-z]\w*", axis))
    names = [argument.arg for argument in node.args.args][: len(like.args)]
    factors = {name for name in names if name in words and not isinstance(like.args[names.index(name)], np.ndarray)}
    sizes = {
        word: _HEADS if word in factors and word.startswith("num") else _SIZES[i % 8] for i, word in enumerate(words)
    }
    made: list[object] = []
    for name, value in zip(names, like.args, strict=False):
        if isinstance(value, np.ndarray):
            shape = _shape(axes.get(name), sizes, value)
            if shape is None:
                return None
            made.append(_array(value, shape, sizes, state, "positive" in (ast.get_docstring(node) or "")))
        else:
            made.append(sizes.get(name, 10 + seed) if type(value) is int else value)
    return Call(like.function, tuple(made), {})


def _shape(
    letters: tuple[str, ...] | None, sizes: Mapping[str, int], value: np.ndarray[Any, Any]
) -> tuple[int, ...] | None:
    """The lengths of an argument's axes; axes in front of those that the docstring names stay as they are."""
    if letters is None or len(letters) > value.ndim:
        return None
    lengths = []
    for axis in letters:
        found = [sizes[word] if word in sizes else int(word) for word in re.findall(r"[A-Za-z]\w*|\d+", axis)]
        lengths.append(int(np.prod(found)))
    return (*value.shape[: value.ndim - len(letters)], *lengths)


def _array(
    like: np.ndarray[Any, Any],
    shape: tuple[int, ...],
    sizes: Mapping[str, int],
    state: np.random.RandomState,
    positive: bool,
) -> np.ndarray[Any, Any]:
    if like.dtype.kind == "b":
        mask = state.random_sample(shape) < 0.6
        mask[..., 0] = True
        return mask
    if like.dtype.kind in "iu" and like.ndim == 1 and not positive:  # row numbers
        return state.randint(0, min(sizes.values(), default=2), shape)
    numbers = state.standard_normal(shape)
    return np.exp(numbers) if positive else numbers
