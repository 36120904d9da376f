"""An exception of the learner's code explained in one sentence: what Python or numpy met, and what usually helps.

    told = explained(RaisedCall(words, "return Q @ K"))
    told.id, told.params        # "raised.matmul", {"left": "2", "right": "3"}: a message of the catalogue

At home and in graded reports the same sentences. None of them holds a number of an argument: lengths of axes and what
stands in the learner's own line are all they are filled with. Neither numpy nor any other large package is loaded here.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Mapping, Sequence

from grader.core.suggestions import closest
from grader.diagnosis.other_libraries import ARRAY_NAMES, FUNCTION_NAMES, MODULES, OF_OTHER_LIBRARIES

__all__ = ["Explained", "RaisedCall", "explained"]


@dataclasses.dataclass(frozen=True, slots=True)
class RaisedCall:
    """What is known of an exception: its words, the learner's line, and which names their code has."""

    words: str
    line: str = ""
    names: Sequence[str] = ()


@dataclasses.dataclass(frozen=True, slots=True)
class Explained:
    """A message id of the catalogue and its parameters."""

    id: str
    params: Mapping[str, str] = dataclasses.field(default_factory=dict)


Explain = Callable[[re.Match[str], RaisedCall], Explained]


def _says(name: str) -> Explain:
    """The sentence of that name, with the pattern's named groups as its parameters."""
    return lambda found, _: Explained(f"raised.{name}", {k: v for k, v in found.groupdict().items() if v is not None})


def _product(found: re.Match[str], raised: RaisedCall) -> Explained:
    if re.search(r"\.T\b|transpose\(\)", raised.line) and raised.words.count(",") and _batched(raised.words):
        return Explained("raised.all_axes")
    return Explained("raised.matmul", {"left": found["left"], "right": found["right"]})


def _batched(words: str) -> bool:
    """Do the shapes in an exception's words have more than two axes?"""
    return any(shape.count(",") > 1 for shape in re.findall(r"\([\d, ]+\)", words))


def _broadcast(found: re.Match[str], _: RaisedCall) -> Explained:
    left, right = (tuple(int(n) for n in re.findall(r"\d+", found[side])) for side in ("left", "right"))
    shown = {"left": _shape(left), "right": _shape(right)}
    for table, vector in ((left, right), (right, left)):
        if len(vector) == len(table) - 1 and vector == table[:-1]:
            return Explained("raised.keepdims", {**shown, "column": _shape((*vector, 1))})
    return Explained("raised.broadcast", shown)


def _shape(lengths: tuple[int, ...]) -> str:
    return "(" + ", ".join(map(str, lengths)) + ("," if len(lengths) == 1 else "") + ")"


def _index(found: re.Match[str], _: RaisedCall) -> Explained:
    size = int(found["size"])
    return Explained("raised.index", {"axis": found["axis"], "size": found["size"], "last": str(size - 1)})


def _one_number(_: re.Match[str], raised: RaisedCall) -> Explained:
    return Explained("raised.math" if "math." in raised.line else "raised.one_number")


def _other_word(found: re.Match[str], _: RaisedCall) -> Explained:
    return Explained(
        "raised.other_word", {"name": found["name"], "right": {"dim": "axis", "keepdim": "keepdims"}[found["name"]]}
    )


def _not_callable(_: re.Match[str], raised: RaisedCall) -> Explained:
    return Explained("raised.size_call" if re.search(r"\.(size|shape)\s*\(", raised.line) else "raised.not_callable")


def _array_attribute(found: re.Match[str], _: RaisedCall) -> Explained:
    name = found["name"]
    if name in OF_OTHER_LIBRARIES:
        return Explained("raised.array_method", {"name": name, "right": OF_OTHER_LIBRARIES[name]})
    if name in FUNCTION_NAMES:
        return Explained("raised.array_method", {"name": name, "right": f"np.{name}(...)"})
    near = closest(name, ARRAY_NAMES)
    return _near("raised.array_near", "raised.array_missing", name, near)


def _module_attribute(found: re.Match[str], _: RaisedCall) -> Explained:
    name, module = found["name"], found["module"]
    shown = {"numpy": "np"}.get(module, module)
    if module == "numpy":
        near = OF_OTHER_LIBRARIES.get(name) or (f"np.{one}" if (one := closest(name, FUNCTION_NAMES)) else "")
        return _near("raised.module_near", "raised.module_missing", f"{shown}.{name}", near)
    return Explained("raised.module_missing", {"name": f"{shown}.{name}"})


def _near(with_one: str, without: str, name: str, near: str | None) -> Explained:
    return Explained(with_one, {"name": name, "near": near}) if near else Explained(without, {"name": name})


def _name(found: re.Match[str], raised: RaisedCall) -> Explained:
    name = found["name"]
    if name in MODULES:
        return Explained("raised.module_name", {"name": name, "line": MODULES[name]})
    near = closest(name, [one for one in raised.names if one != name])
    return _near("raised.name_near", "raised.name", name, near)


_SHAPE = r"\([\d, ]*\)"
_TABLE: tuple[tuple[str, Explain], ...] = (
    (r"matmul: .*\(size (?P<right>\d+) is different from (?P<left>\d+)\)", _product),
    (rf"shapes {_SHAPE} and {_SHAPE} not aligned: (?P<left>\d+) .*!= (?P<right>\d+) ", _product),
    (r"matmul: Input operand \d does not have enough dimensions", _says("matmul_number")),
    (rf"could not be broadcast together with shapes (?P<left>{_SHAPE}) (?P<right>{_SHAPE})", _broadcast),
    (
        rf"output operand with shape (?P<right>{_SHAPE}) doesn't match the broadcast shape (?P<left>{_SHAPE})",
        _says("assigned"),
    ),
    (
        rf"could not broadcast input array from shape (?P<left>{_SHAPE}) into shape (?P<right>{_SHAPE})",
        _says("assigned"),
    ),
    (r"axis (?P<axis>-?\d+) is out of bounds for array of dimension (?P<count>\d+)", _says("axis")),
    (r"axes don't match array|repeated axis in transpose", _says("axes")),
    (r"truth value of an array .*ambiguous", _says("truth")),
    (r"only (length-1|size-1|0-dimensional) arrays can be converted", _one_number),
    (r"Cannot cast ufunc .* from dtype\('(?P<got>\w+)'\) to dtype\('(?P<into>\w+)'\)", _says("casting")),
    (r"inhomogeneous shape", _says("ragged")),
    (r"setting an array element with a sequence", _says("element")),
    (r"unexpected keyword argument '(?P<name>dim|keepdim)'", _other_word),
    (r"unexpected keyword argument '(?P<name>\w+)'", _says("keyword")),
    (r"object is not callable", _not_callable),
    (r"'numpy\.ndarray' object has no attribute '(?P<name>\w+)'", _array_attribute),
    (r"module '(?P<module>[\w.]+)' has no attribute '(?P<name>\w+)'", _module_attribute),
    (r"index -?\d+ is out of bounds for axis (?P<axis>\d+) with size (?P<size>\d+)", _index),
    (r"(list|tuple|string)( assignment)? index out of range", _says("list_index")),
    (
        r"too many indices for array: array is (?P<count>\d+)-dimensional, but (?P<given>\d+) were indexed",
        _says("indices"),
    ),
    (r"only integers, slices|arrays used as indices must be of integer", _says("index_type")),
    (r"(list|tuple) indices must be integers or slices, not tuple", _says("list_of_lists")),
    (r"(list|tuple) indices must be integers or slices, not", _says("index_type")),
    (r"too many values to unpack \(expected (?P<names>\d+)", _says("unpack_many")),
    (r"not enough values to unpack \(expected (?P<names>\d+), got (?P<values>\d+)\)", _says("unpack_few")),
    (r"^name '(?P<name>\w+)' is not defined|^free variable '\w+'", _name),
    (r"local variable '(?P<name>\w+)'", _says("unbound")),
    (r"numpy boolean (negative|subtract)", _says("bool_minus")),
    (r"NoneType", _says("none_value")),
    (
        r"for .*: '(list|tuple)' and|and '(list|tuple)'$|multiply sequence by non-int|can only concatenate",
        _says("lists"),
    ),
    (r"missing \d+ required positional argument|takes .* positional arguments? but", _says("arguments")),
    (rf"cannot reshape array of size (?P<size>\d+) into shape (?P<shape>{_SHAPE})", _says("reshape")),
    (r"must match exactly|all input arrays must have the same shape", _says("stacked")),
    (r"object is not (iterable|subscriptable)|iteration over a 0-d array|invalid index to scalar", _says("single")),
    (r"subscripts|einstein sum|einsum", _says("einsum")),
    (r"division by zero|modulo by zero", _says("zero")),
    (r"math domain error|expected a (positive|nonnegative) input", _says("domain")),
    (r"math range error|Numerical result out of range", _says("range")),
)
_PATTERNS = tuple((re.compile(pattern, re.DOTALL), explain) for pattern, explain in _TABLE)


def explained(raised: RaisedCall) -> Explained | None:
    """The sentence about an exception; None where nothing helpful is known about it."""
    for pattern, explain in _PATTERNS:
        found = pattern.search(raised.words)
        if found is not None:
            return explain(found, raised)
    return None
