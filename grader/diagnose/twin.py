"""Calls worth making when the recorded ones say too little to conclude from.

Many slips end in one and the same exception as soon as the sizes differ (a missing transpose, an axis that lines up
by chance), and a check stops at its first failing call. In a call whose sizes all agree such code runs and shows
its numbers. The arguments are made from the shapes of a recorded call and from a fixed stream; nothing hidden is in
them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from grader.diagnose.answer import quiet
from grader.diagnose.corpus import Corpus
from grader.diagnose.match import Asked, fitting
from grader.model import Call

__all__ = ["twins"]

_SIDES = (4, 5)  # one alone could be the size that somebody wrote into their code
_NUMBERS = ((7, 3, 5, 2), (5, 11, 2, 3))  # whole-number arguments, where there are no arrays


def twins(corpus: Corpus, calls: Sequence[Call]) -> tuple[Call, ...]:
    """Calls of the functions that went wrong in `calls`, to be made next: where nothing told, or where too much fits.

    Their `value` is empty: make them through the door, add the calls that come of it to `calls`, diagnose again.
    """
    found: list[Call] = []
    with quiet():
        for function in corpus.outline.functions:
            asked = Asked.of(corpus, [call for call in calls if call.function == function])
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
