"""The gates of operators, subscripts and loops: each does what it stands for, and counts it.

A charge is made after the operation, from plain values; a charge that fails is noted, never raised.

Loaded with `counter.py` in the learner's process: standard library and numpy only.
"""

from __future__ import annotations

import operator
import types
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

__all__ = ["BINARY", "COMPARE", "Operators", "INPLACE", "UNARY"]

BINARY: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
    "**": operator.pow,
    "@": operator.matmul,
    "<<": operator.lshift,
    ">>": operator.rshift,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
}
INPLACE: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.iadd,
    "-": operator.isub,
    "*": operator.imul,
    "/": operator.itruediv,
    "//": operator.ifloordiv,
    "%": operator.imod,
    "**": operator.ipow,
    "@": operator.imatmul,
    "<<": operator.ilshift,
    ">>": operator.irshift,
    "&": operator.iand,
    "|": operator.ior,
    "^": operator.ixor,
}
COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
    "in": lambda a, b: a in b,
    "not in": lambda a, b: a not in b,
}
UNARY: dict[str, Callable[[Any], Any]] = {"-": operator.neg, "+": operator.pos, "~": operator.invert}


class Operators:
    """The gates over a tally (`tally.Tally`)."""

    def __init__(self, tally: Any) -> None:
        self.tally = tally
        self.costs = tally.costs
        self.scalars = tally.SCALARS

    # -- gates of loops and displays -------------------------------------------------------------------
    def iter(self, x: Any) -> Iterator[Any]:
        """`for item in x`: one step an item."""
        items: Iterator[Any] = self.tally.items(iter(x), "python")
        return items

    def step(self, x: Any) -> Any:
        """`while x`: one step a turn."""
        self.tally.work["python"] += 1
        return x

    def star(self, x: Any) -> Any:
        """`*x`: its items are copied."""
        if isinstance(x, self.tally.SIZED):
            self.tally.work["list"] += self.tally.length(x)
            return x
        return x if isinstance(x, types.GeneratorType) else self.tally.items(iter(x), "list")

    def touch(self, x: Any) -> Any:
        """An operation that runs through all of `x` at this place."""
        self.tally.work["python"] += 1
        if type(x) not in self.scalars:
            self.tally.work["list"] += self.tally.weight(x)
        return x

    def text(self, x: Any) -> Any:
        """`f"{x}"`: what is turned into text."""
        self.tally.work["python"] += 1
        if type(x) not in self.scalars:
            self.tally.work["list"] += self.tally.printed(x)
        return x

    # -- gates of operators ----------------------------------------------------------------------------
    def op(self, sign: str, a: Any, b: Any) -> Any:
        """`a + b` and its siblings."""
        self.tally.work["python"] += 1
        result = BINARY[sign](a, b)
        if type(a) not in self.scalars or type(b) not in self.scalars:
            self._charge_operator(sign, a, b, result)
        elif type(result) is int:
            self.tally.number(result)
        return result

    def inplace(self, sign: str, a: Any, b: Any) -> Any:
        """`a += b`: a list that grows costs what is added, not what it holds."""
        self.tally.work["python"] += 1
        if isinstance(a, list):
            b = self.tally.consumed(b)
        if type(a) is str and type(b) is str and sign == "+":
            self.tally.work["list"] += len(b)  # the interpreter lengthens a string in place
            return a + b
        result = INPLACE[sign](a, b)
        if result is a and sign != "*" and isinstance(a, self.tally.SIZED):  # it grew or shrank in place
            self.tally.work["list"] += self.tally.length(a if sign == "&" else b)
            return result
        if type(a) not in self.scalars or type(b) not in self.scalars:
            self._charge_operator(sign, a, b, result)
        return result

    def compare(self, sign: str, a: Any, b: Any) -> Any:
        """`a < b`, `a in b`."""
        self.tally.work["python"] += 1
        if type(a) in self.scalars and type(b) in self.scalars:
            return COMPARE[sign](a, b)
        inside = sign in ("in", "not in")
        if inside and hasattr(type(b), "__next__"):
            b = self.tally.items(b, "list")
        result = COMPARE[sign](a, b)
        try:
            if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
                self._charge_operator(sign, a, b, result)
            elif inside and isinstance(b, list | tuple):
                found = result is (sign == "in")
                self.tally.work["list"] += b.index(a) + 1 if found else self.tally.weight(b)
            elif inside and not isinstance(b, self.tally.HASHED):
                self.tally.work["list"] += self.tally.weight(b)
            elif not inside:
                self.tally.work["list"] += min(self.tally.weight(a), self.tally.weight(b))
        except Exception as error:
            self.tally.failed(error)
        return result

    def unary(self, sign: str, a: Any) -> Any:
        """`-a`."""
        self.tally.work["python"] += 1
        result = UNARY[sign](a)
        if isinstance(a, np.ndarray):
            self.tally.work["elementwise"] += self.costs.size(a)
            self.tally.built(result)
        return result

    def _charge_operator(self, sign: str, a: Any, b: Any, result: Any) -> None:
        try:
            if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
                product = sign == "@" or (sign == "*" and isinstance(result, np.matrix))
                lists = sum(self.tally.weight(x) for x in (a, b) if not isinstance(x, np.ndarray))
                self.tally.work["list"] += lists
                if sign == "**" and isinstance(a, np.matrix):
                    category, amount = self.costs.numpy_call("matrix_power", "", (a, b), {}, result)
                    self.tally.add(category, amount)
                elif product and np.ndim(a) and np.ndim(b):
                    self.tally.work["matmul"] += self.costs.matmul(a, b, result)
                else:
                    self.tally.work["elementwise"] += max(
                        self.costs.size(result), self.costs.size(a), self.costs.size(b)
                    )
                for x in (a, b, result):
                    self.tally.look(x)
                self.tally.built(result)
            elif isinstance(result, self.tally.SIZED):
                self.tally.work["list"] += max(map(self.tally.length, (a, b, result)))
        except Exception as error:
            self.tally.failed(error)

    # -- gates of subscripts ---------------------------------------------------------------------------
    def get(self, x: Any, key: Any) -> Any:
        """`x[key]`: a view is free, a copy costs its elements."""
        self.tally.work["python"] += 1
        result = x[key]
        if type(result) in self.scalars:
            return result
        try:
            if isinstance(result, np.ndarray):
                if not isinstance(x, np.ndarray):
                    if type(x).__module__.startswith("numpy"):  # `np.r_[a, b]` builds an array
                        self.tally.work["move"] += self.costs.size(result)
                elif not np.may_share_memory(result, x):
                    self.tally.work["move"] += self.costs.size(result) + self._mask(key)
                    self.tally.built(result)
            elif isinstance(key, slice) and isinstance(result, list | tuple | str | bytes | bytearray | deque):
                self.tally.work["list"] += self.tally.length(result)
        except Exception as error:
            self.tally.failed(error)
        return result

    def set(self, value: Any, x: Any, key: Any) -> None:
        """`x[key] = value`."""
        self.tally.work["python"] += 1
        if isinstance(x, np.ndarray):
            x[key] = value
            try:
                if not isinstance(value, np.ndarray):
                    self.tally.work["list"] += self.tally.weight(value)
                region = np.ndarray.__getitem__(x, key)
                self.tally.work["move"] += max(self.costs.size(region), 1) + self._mask(key)
            except Exception as error:
                self.tally.failed(error)
        elif isinstance(key, slice):
            value = self.tally.consumed(value)
            before = self.tally.length(x)
            x[key] = value
            after = self.tally.length(x)
            # A slice of another length moves everything behind it.
            self.tally.work["list"] += self.tally.length(value) + (after if after != before else 0)
        else:
            x[key] = value

    def delete(self, x: Any, key: Any) -> None:
        """`del x[key]`: what lies behind it in a list moves up."""
        self.tally.work["python"] += 1
        before = self.tally.length(x) if isinstance(x, list | deque | bytearray) else 0
        del x[key]
        if before:
            behind = before if isinstance(key, slice) else before - operator.index(key) - 1
            self.tally.work["list"] += behind if behind < before else -operator.index(key) - 1

    def _mask(self, key: Any) -> int:
        """Elements of Boolean masks in a key: all of them are looked at."""
        keys = key if isinstance(key, tuple) else (key,)
        return sum(self.costs.size(k) for k in keys if isinstance(k, np.ndarray) and k.dtype == bool)
