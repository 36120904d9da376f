"""What one numpy call costs, from the shapes that went in and came out.

One unit is one arithmetic operation, comparison or moved element; a multiply-add counts two. The figures are
those of the textbook algorithm, not of a particular BLAS: what matters is how they grow. Every figure is a sum
of products of dimensions, so work of degree p never grows by more than 2**p when n doubles, exactly.

Loaded with `counter.py` in the learner's process: standard library and numpy only.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

__all__ = ["CATEGORIES", "FREE", "einsum", "matmul", "method_alias", "numpy_call", "size", "ufunc_method"]

CATEGORIES = ("matmul", "elementwise", "reduce", "move", "sort", "linalg", "python", "list")
"""matmul: products of arrays; elementwise: one result per element; reduce: sums, maxima; move: copies, new
arrays, fancy indices; sort; linalg: decompositions, inverses, transforms; python: steps of the learner's own
loops and calls; list: work on lists, tuples, strings and iterators done inside one call (`sum(row)`)."""

_SIZE = np.ndarray.size.__get__  # a subclass may lie about `size`

FREE = frozenset(
    "shape ndim size isscalar can_cast result_type promote_types common_type min_scalar_type issubdtype "
    "isdtype "
    "may_share_memory shares_memory iscomplexobj isrealobj isfortran iterable finfo iinfo dtype errstate "
    "seterr geterr "
    "printoptions get_printoptions set_printoptions broadcast_shapes ndindex ndenumerate nditer broadcast "
    "einsum_path item itemset setflags __len__ __class_getitem__ default_rng RandomState Generator seed "
    "vectorize frompyfunc errstate __enter__ __exit__".split()
)
_VIEWS = frozenset(
    "asarray asanyarray ascontiguousarray asfortranarray array require reshape ravel transpose permute_dims "
    "matrix_transpose swapaxes moveaxis rollaxis squeeze expand_dims atleast_1d atleast_2d atleast_3d "
    "broadcast_to "
    "broadcast_arrays split array_split hsplit vsplit dsplit unstack diagonal diag real imag flip fliplr "
    "flipud rot90 "
    "view astype sliding_window_view as_strided meshgrid frombuffer asmatrix mat ix_ get set_shape __array__".split()
)
_REDUCE = frozenset(
    "sum prod max min amax amin mean std var any all argmax argmin cumsum cumprod nansum nanprod nanmax "
    "nanmin "
    "nanmean nanstd nanvar nancumsum nanargmax nanargmin ptp average count_nonzero allclose array_equal "
    "array_equiv "
    "median nanmedian percentile nanpercentile quantile nanquantile partition argpartition vector_norm "
    "cumulative_sum cumulative_prod bincount histogram digitize".split()
)
_SORT = frozenset(
    "sort argsort lexsort unique unique_values unique_counts unique_inverse unique_all sort_complex "
    "intersect1d "
    "union1d setdiff1d setxor1d isin in1d searchsorted".split()
)
_PICK = frozenset("take put take_along_axis put_along_axis".split())  # cost what is picked, not what it is picked from
_LINALG = frozenset("roots poly polyfit lstsq".split())
_OPERATORS = {"__matmul__": "matmul", "__rmatmul__": "rmatmul", "__imatmul__": "matmul"}


def size(x: object) -> int:
    """Elements of an array, 1 for anything else."""
    return int(_SIZE(x)) if isinstance(x, np.ndarray) else 1


def method_alias(name: str) -> str:
    """The function that does the same as a dunder method: `__add__` -> `add`."""
    return _OPERATORS.get(name, name.strip("_") if name.startswith("__") and name not in FREE else name)


def matmul(a: Any, b: Any, result: object) -> int:
    """2 · elements of the result · length of the shared axis."""
    shape = np.shape(a)
    return 2 * size(result) * int(shape[-1] if shape else 1)


def einsum(args: Sequence[Any], kwargs: Mapping[str, Any]) -> int:
    """K operands over indices of lengths n_i: k · Π n_i; with `optimize`, the same for each pair of the path."""
    if isinstance(args[0], str):
        inputs, _, output = args[0].replace(" ", "").partition("->")
        operands, terms = list(args[1:]), inputs.split(",")
        if "->" not in args[0]:
            output = "".join(sorted({c for c in inputs if c.isalpha() and inputs.count(c) == 1}))
    else:  # operands and lists of integers in turn
        operands = list(args[0::2][: len(args) // 2])
        terms = ["".join("..." if i is Ellipsis else chr(97 + i) for i in sub) for sub in args[1::2]]
        output = "".join("..." if i is Ellipsis else chr(97 + i) for i in args[-1]) if len(args) % 2 else ""
    lengths: dict[str, int] = {}
    plain = []
    for term, operand in zip(terms, operands, strict=False):
        shape = np.shape(operand)
        if "..." in term:
            before, after = term.split("...")
            spare = len(shape) - len(before) - len(after)
            term = before + "".join(chr(0x391 + i) for i in reversed(range(spare))) + after
        plain.append(term)
        for letter, length in zip(term, shape, strict=False):
            lengths[letter] = max(lengths.get(letter, 1), length)
    dots = "".join(sorted(letter for letter in lengths if letter >= "Α"))
    keep = set(output.replace("...", "") + (dots if "..." in output or "->" not in str(args[0]) else ""))

    def volume(letters: set[str]) -> int:
        return math.prod(lengths[letter] for letter in letters)

    optimize = kwargs.get("optimize", False)
    if optimize is False or len(plain) < 3:
        return len(plain) * volume(set(lengths))
    total, remaining = 0, [set(term) for term in plain]
    path = np.einsum_path(*args, optimize=optimize)[0]
    for pick in path[1:]:
        used = set().union(*(remaining[i] for i in pick))
        remaining = [term for i, term in enumerate(remaining) if i not in pick]
        total += len(pick) * volume(used)
        remaining.append(used & keep.union(*remaining))
    return total


def _tensordot(a: Any, b: Any, axes: Any, result: object) -> int:
    shape = np.shape(a)
    if isinstance(axes, int):
        shared = math.prod(shape[len(shape) - axes :])
    else:
        first = axes[0]
        shared = math.prod(shape[i] for i in ([first] if isinstance(first, int) else first))
    return int(2 * size(result) * shared)


def _multi_dot(arrays: Sequence[Any]) -> int:
    """The cheapest order of a chain of products, as `multi_dot` finds it."""
    shapes = [np.shape(a) for a in arrays]
    p = [shapes[0][0] if len(shapes[0]) == 2 else 1] + [s[-1] if len(s) == 2 else s[0] for s in shapes]
    if len(shapes[-1]) == 1:
        p[-2], p[-1] = shapes[-1][0], 1
    k = len(shapes)
    best = [[0] * k for _ in range(k)]
    for span in range(1, k):
        for i in range(k - span):
            j = i + span
            best[i][j] = min(best[i][m] + best[m + 1][j] + 2 * p[i] * p[m + 1] * p[j + 1] for m in range(i, j))
    return best[0][-1]


def _logarithm(n: int) -> int:
    """The whole number of comparisons that finding one of n takes, at least 1."""
    return max(1, (max(n, 1) - 1).bit_length())


def _linear(args: Sequence[Any], results: Sequence[object]) -> int:
    inside = sum(size(a) for a in args if isinstance(a, np.ndarray))
    return max([inside, *(size(r) for r in results)])


def ufunc_method(method: str, args: Sequence[Any], result: object) -> tuple[str, int]:
    """`np.add.reduce(S)` and its siblings."""
    if method == "outer":
        return "elementwise", size(result)
    if method == "at":
        return "elementwise", max(size(np.asarray(args[1])), 1)
    return "reduce", size(args[0])


def numpy_call(
    name: str, module: str, args: Sequence[Any], kwargs: Mapping[str, Any], result: object
) -> tuple[str, int]:
    """Category and cost of numpy's function or method `name`; a method gets its array as the first argument.

    Unknown functions are taken to be linear in what goes in and what comes out.
    """
    if name in FREE:
        return "move", 0
    if name in _VIEWS and "out" not in kwargs:
        return "move", _view(args, result)
    first: Any = args[0] if args else next(iter(kwargs.values()), 0)
    rule = _RULES.get(name)
    if rule is not None:
        return rule(name, first, args, kwargs, result)
    if module.startswith("numpy.fft"):
        return "linalg", max(int(np.size(first)), size(result)) * _logarithm(max(np.shape(first), default=1))
    if name in _LINALG or (module.startswith("numpy.linalg") and name not in ("outer", "cross", "trace", "diagonal")):
        return "linalg", _decomposition(first, args)
    if name in _REDUCE:
        return "reduce", max(int(np.size(first)), size(result))
    if name in _PICK:
        return "move", size(result) + sum(size(np.asarray(a)) for a in args[1:])
    if name in ("trace", "fill_diagonal"):
        return "move", min(np.shape(first), default=1)
    results = result if isinstance(result, tuple | list) else [result]
    if name in ("kron", "outer", "where", "clip", "exp", "divide", "cross") or isinstance(result, bool):
        return "elementwise", _linear(args, results)
    return "move", _linear(args, results)


def _view(args: Sequence[Any], result: object) -> int:
    """Nothing where the result shares the memory of an argument, its elements where it is a copy."""
    results = result if isinstance(result, tuple | list) else [result]
    arrays = [a for a in args if isinstance(a, np.ndarray)]
    owned = [r for r in results if isinstance(r, np.ndarray)]
    if owned and arrays and all(any(r is a or np.may_share_memory(r, a) for a in arrays) for r in owned):
        return 0
    return max((size(r) for r in owned), default=0)


def _decomposition(first: Any, args: Sequence[Any]) -> int:
    arrays = [a for a in args if isinstance(a, np.ndarray)]
    square = max((np.shape(a)[-1] for a in arrays if a.ndim), default=int(np.size(first)))
    return sum(map(size, arrays)) * square if arrays else square * square


# Rules for functions by name: (name, first argument, arguments, keywords, result) -> category and cost.


def _dot(name: str, first: Any, args: Sequence[Any], kwargs: Mapping[str, Any], result: object) -> tuple[str, int]:
    second = args[1] if len(args) > 1 else kwargs.get("b", kwargs.get("x2", 1))
    scalar = name == "dot" and (np.ndim(first) == 0 or np.ndim(second) == 0)
    return ("elementwise", size(result)) if scalar else ("matmul", matmul(first, second, result))


def _sum_of_products(
    name: str, first: Any, args: Sequence[Any], kwargs: Mapping[str, Any], result: object
) -> tuple[str, int]:
    """Products of arrays other than `matmul` and `dot`."""
    match name:
        case "rmatmul":
            cost = matmul(args[1], first, result)
        case "vecmat":
            cost = 2 * size(result) * np.shape(first)[-1]
        case "inner":
            cost = matmul(first, args[1], result)
        case "vdot":
            cost = 2 * int(np.size(first))
        case "tensordot":
            cost = _tensordot(first, args[1], args[2] if len(args) > 2 else kwargs.get("axes", 2), result)
        case "multi_dot":
            cost = _multi_dot(first)
        case "cov" | "corrcoef":
            cost = 2 * int(np.size(first)) * (np.shape(first)[0] if np.ndim(first) else 1)
        case "matrix_power":
            cost = 2 * int(np.size(first)) * np.shape(first)[-1] * _logarithm(abs(int(args[1])) + 1)
        case _:  # convolve, correlate, polymul
            cost = 2 * int(np.size(first)) * int(np.size(args[1]))
    return "matmul", cost


def _einsum(name: str, first: Any, args: Sequence[Any], kwargs: Mapping[str, Any], result: object) -> tuple[str, int]:
    several = sum(isinstance(a, np.ndarray) for a in args) > 1
    return ("matmul" if several else "reduce"), einsum(args, kwargs)


def _norm(name: str, first: Any, args: Sequence[Any], kwargs: Mapping[str, Any], result: object) -> tuple[str, int]:
    order = args[1] if len(args) > 1 else kwargs.get("ord")
    full = np.ndim(first) > 1 and order in (2, -2, "nuc") and not isinstance(kwargs.get("axis"), int)
    return ("linalg", int(np.size(first)) * np.shape(first)[-1]) if full else ("reduce", int(np.size(first)))


def _sort(name: str, first: Any, args: Sequence[Any], kwargs: Mapping[str, Any], result: object) -> tuple[str, int]:
    items, most = int(np.size(first)), max(np.shape(first), default=1)
    if name in ("searchsorted", "isin", "in1d") and len(args) > 1:
        items, most = int(np.size(args[1])) + (0 if name == "searchsorted" else items), max(int(np.size(first)), 1)
    return "sort", items * _logarithm(most)


_Rule = Callable[[str, Any, Sequence[Any], Mapping[str, Any], object], tuple[str, int]]
_PRODUCTS = "rmatmul vecmat inner vdot tensordot multi_dot convolve correlate polymul cov corrcoef matrix_power".split()
_RULES: dict[str, _Rule] = {
    **dict.fromkeys(("matmul", "vecdot", "matvec", "dot"), _dot),
    **dict.fromkeys(_PRODUCTS, _sum_of_products),
    **dict.fromkeys(("einsum", "c_einsum"), _einsum),
    **dict.fromkeys(("norm", "matrix_norm"), _norm),
    **dict.fromkeys(_SORT, _sort),
}
