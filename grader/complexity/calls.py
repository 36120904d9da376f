"""The gate of calls: `f(x)` in the learner's source is `<call>(f)(x)`.

A function whose own source goes through the gates is called as it is. Every other one gets a stand-in that
calls it and charges what runs inside, unseen: as much as the containers that go in and come out have elements.
Where that rule could undercount, the tally says so in `blind`, and the verdict is not decided.

- iterators given to a function are counted as they are consumed (`sum(map(...))`, `accumulate`, `zip`);
- functions given to a function are replaced by stand-ins (`map(sum, rows)`).

Loaded with `counter.py` in the learner's process: standard library and numpy only.
"""

from __future__ import annotations

import functools
import gc
import itertools
import operator
import sys
import types
import typing
from collections import deque
from typing import Any

import numpy as np

__all__ = ["Calls"]

_C_CALLABLES = (
    types.BuiltinFunctionType,
    types.MethodWrapperType,
    types.WrapperDescriptorType,
    types.MethodDescriptorType,
    types.ClassMethodDescriptorType,
    np.ufunc,
    type(np.sum),
)
_LAZY = frozenset(
    t
    for t in (map, filter, zip, enumerate, *(v for v in vars(itertools).values() if isinstance(v, type)))
    if t not in (itertools.repeat, itertools.count)
)
_HIGHER = _LAZY | {
    functools.reduce,
    sorted,
    min,
    max,
    functools.partial,
    np.vectorize,
    np.frompyfunc,
    np.apply_along_axis,
    np.apply_over_axes,
    np.fromfunction,
    np.piecewise,
    iter,
}
_SECOND = (itertools.accumulate, itertools.groupby)  # the function is their second argument
_FREE = frozenset(
    (
        isinstance,
        issubclass,
        type,
        callable,
        hasattr,
        getattr,
        setattr,
        delattr,
        id,
        len,
        iter,
        range,
        slice,
        super,
        property,
        staticmethod,
        classmethod,
        object,
        functools.partial,
        np.ndindex,
        np.ndenumerate,
        np.nditer,
        np.errstate,
        itertools.repeat,
        itertools.count,
        reversed,
        globals,
        locals,
        vars,
        dir,
        memoryview,
        bool,
        operator.is_,
        operator.is_not,
        operator.not_,
        operator.truth,
        typing.cast,
        __import__,
        sys.getsizeof,
        sys.getrefcount,
        gc.collect,
        gc.enable,
        gc.disable,
        gc.isenabled,
        BaseException,
        Exception,
        ValueError,
        TypeError,
    )
)
_ONE_STEP: dict[type, frozenset[str]] = {
    list: frozenset(("append", "__len__", "__getitem__", "__iter__", "__length_hint__")),
    dict: frozenset(
        (
            "get",
            "setdefault",
            "pop",
            "popitem",
            "keys",
            "items",
            "values",
            "__getitem__",
            "__setitem__",
            "__contains__",
            "__len__",
            "__iter__",
            "__delitem__",
        )
    ),
    set: frozenset(("add", "discard", "remove", "pop", "__contains__", "__len__", "__iter__")),
    deque: frozenset(("append", "appendleft", "pop", "popleft", "__len__")),
}
_LINEAR_MODULES = frozenset(
    "builtins math cmath operator _operator itertools functools _functools collections _collections "
    "_collections_abc copy statistics _statistics heapq _heapq bisect _bisect array random _random time "
    "typing "
    "types abc _abc enum dataclasses contextlib warnings _warnings string numbers fractions decimal _decimal "
    "struct _struct pprint reprlib logging json _json textwrap csv _csv io _io codecs _codecs encodings hashlib "
    "_hashlib _md5 _sha1 _sha2 _sha256 _sha512 _sha3 _blake2 zlib binascii base64 datetime _datetime traceback".split()
)
_HARD = frozenset(
    "os posix nt _thread threading _ctypes ctypes subprocess _posixsubprocess multiprocessing concurrent "
    "asyncio "
    "mmap signal gc importlib _frozen_importlib".split()
)
_TEXT = (print, str, repr, format, ascii)
_MAKE_CODE = (types.FunctionType, types.CodeType)
_UNSEEN = frozenset(("marshal", "code", "codeop", "runpy"))  # bring in code that no gate has seen
_PICKLES = frozenset(("pickle", "_pickle"))
_PACKING = frozenset(("dumps", "dump"))
_CODE_IN = (b"eval", b"exec", b"compile", b"getattr", b"import", b"ctypes", b"CodeType", b"FunctionType", b"marshal")
_RUNNING = frozenset(  # of numpy.testing: these run a text, or a function, that no gate has seen
    "measure rundocs runstring run_module_suite assert_raises assert_raises_regex assert_warns assert_no_warnings "
    "assert_no_gc_cycles run_threaded decorate_methods".split()
)
_SORTING = frozenset(("sorted", "sort", "median", "median_low", "median_high", "nsmallest", "nlargest", "merge"))
_AS_THEY_ARE = (np.ndarray, str)
_DESCRIPTORS = (types.MethodDescriptorType, types.WrapperDescriptorType)
_NUMPY_OWNERS = (np.ndarray, np.ufunc)
_SEQUENCES = (list, tuple, deque)
_STORES = (list, dict, set, deque)
_GETTERS = (operator.itemgetter, operator.attrgetter)
_UNKNOWN_NUMPY = ("numpy.polynomial", "numpy.ctypeslib", "numpy.f2py")
_ADDING = frozenset(
    ("extend", "extendleft", "update", "difference_update", "symmetric_difference_update", "__iadd__", "__ior__")
)
_LOGARITHMIC = frozenset(("heappush", "heappop", "heapreplace", "heappushpop", "bisect", "bisect_left", "bisect_right"))


class Calls:
    """The gate of calls over the tally of the other gates."""

    def __init__(self, gates: Any, operators: types.ModuleType) -> None:
        self.gates, self.tally, self.costs = gates, gates.tally, gates.costs
        self.files: set[str] = set()  # whose operations go through the gates
        self.operators: dict[Any, tuple[Any, ...]] = {
            **{f: (gates.op, sign) for sign, f in operators.BINARY.items()},
            **{f: (gates.inplace, sign) for sign, f in operators.INPLACE.items()},
            **{f: (gates.compare, sign) for sign, f in operators.COMPARE.items() if "in" not in sign},
            **{f: (gates.unary, sign) for sign, f in operators.UNARY.items()},
            operator.concat: (gates.op, "+"),
            operator.iconcat: (gates.inplace, "+"),
        }

    def _own(self, f: Any) -> bool:
        """True for a function whose source went through the gates."""
        return type(f) is types.FunctionType and f.__code__.co_filename in self.files

    def call(self, f: Any) -> Any:
        """The function to call instead of `f`: `f` itself where its own source counts, a stand-in elsewhere."""
        self.tally.work["python"] += 1
        kind = type(f)
        if kind is types.FunctionType:
            seen = f.__code__.co_filename in self.files
        elif kind is types.MethodType:
            seen = self._own(f.__func__)
        elif isinstance(f, type):
            made = _maker(f)
            written = hasattr(f, "__dataclass_fields__") or (issubclass(f, tuple) and hasattr(f, "_fields"))
            seen = self._own(made) or written or (made is object.__new__ and not _is_hard(f))
        elif kind is functools.partial:
            seen = self._own(f.func) or f.func == self.run
        else:
            seen = self._own(getattr(kind, "__call__", None))  # noqa: B004  # the function, not whether
        return f if seen else functools.partial(self.run, f)

    def _prepared(self, x: Any, lazy: bool, types_too: bool = False) -> Any:
        """An argument such that what a function does with it is counted: iterators, and functions."""
        kind = type(x)
        if kind in self.tally.SCALARS or kind is types.FunctionType or isinstance(x, _AS_THEY_ARE):
            return x
        if isinstance(x, _C_CALLABLES) or (types_too and isinstance(x, type)):
            return functools.partial(self.run, x)
        if lazy and isinstance(x, self.tally.SIZED):
            return self.tally.items(iter(x), "list")
        return self.tally.consumed(x)

    def run(self, f: Any, /, *args: Any, **kwargs: Any) -> Any:
        """Call a function that is not the learner's, and charge for it."""
        self.tally.calls += 1
        if isinstance(f, _DESCRIPTORS) and args:
            f, args = f.__get__(args[0]), args[1:]  # `np.ndarray.__matmul__(X, Y)` is `X.__matmul__(Y)`
        if type(f) is types.BuiltinFunctionType and f in self.operators and not kwargs:
            gate, sign = self.operators[f]  # `operator.matmul(a, b)` is `a @ b`
            return gate(sign, *args)
        if getattr(f, "__name__", "") == "__call__" and callable(getattr(f, "__self__", None)):
            return self.call(f.__self__)(*args, **kwargs)
        owner = getattr(f, "__self__", None)
        if isinstance(owner, types.ModuleType):
            owner = None
        name = getattr(f, "__name__", type(f).__name__)
        module = _home(f, name, owner)
        is_numpy = isinstance(owner, _NUMPY_OWNERS) or isinstance(f, np.ufunc) or module.startswith("numpy")
        try:
            free, lazy, higher = f in _FREE, f in _LAZY, f in _HIGHER and not (f is iter and len(args) == 1)
        except TypeError:  # not hashable
            free = lazy = higher = False
        if higher or not (free or is_numpy or f is next) or (is_numpy and name in ("fromiter", "sum")):
            stores = isinstance(owner, _STORES)  # a function put into a list is not called by it
            function = higher and (1 if f in _SECOND else 0)  # where a class is called and not just passed on
            args = tuple(
                a if stores and callable(a) else self._prepared(a, lazy, higher and i == function)
                for i, a in enumerate(args)
            )
            kwargs = {k: self._prepared(v, False, higher and k in ("key", "func")) for k, v in kwargs.items()}
            if f is sum and len(args) + len(kwargs) > 1:
                args = (list(args[0]), *args[1:])  # how many lists were added up is part of the cost
        before = self.tally.length(owner) if isinstance(owner, _SEQUENCES) else 0
        result = f(*args, **kwargs)
        try:
            if is_numpy:
                self._charge_numpy(f, name, module, owner, args, kwargs, result)
            elif f is next:
                self.tally.add("list", 1)
            elif not free and not lazy:
                self._charge_call(f, name, module, owner, before, args, kwargs, result)
        except Exception as error:
            self.tally.failed(error)
        return result

    def _charge_numpy(
        self, f: Any, name: str, module: str, owner: Any, args: tuple[Any, ...], kwargs: dict[str, Any], result: Any
    ) -> None:
        tally, size = self.tally, self.costs.size
        given = (*args, *kwargs.values())
        # Lists become arrays first; up to four numbers are a shape or axes.
        tally.add("list", sum(tally.weight(a) for a in given if isinstance(a, _SEQUENCES) and len(a) > 4))
        if isinstance(owner, np.ufunc):
            category, amount = self.costs.ufunc_method(name, args, result)
        elif isinstance(f, np.ufunc) and f.signature is None:
            results = result if isinstance(result, tuple) else (result,)
            category, amount = "elementwise", max(map(size, (*args, *results)))
        elif isinstance(f, np.vectorize):
            category, amount = "move", max(map(size, (*args, result)))
        else:
            if isinstance(owner, np.ndarray):
                args = (owner, *args)
            name = self.costs.method_alias(name)
            if name in ("getitem", "setitem"):
                category, amount = "move", max(size(result), 1)
            else:
                category, amount = self.costs.numpy_call(name, module, args, kwargs, result)
        tally.add(category, amount)
        for x in (result, *args):
            tally.look(x)
        tally.built(result)
        testing = module.startswith("numpy.testing") and (name in _RUNNING or not name.startswith("assert"))
        if testing or module.startswith(_UNKNOWN_NUMPY):
            tally.see_nothing(f"!{module}.{name}")

    def _known(self, f: Any, name: str, module: str, owner: Any, before: int, args: Any, result: Any) -> int | None:
        """The cost where the general rule would charge too much; None where it holds."""
        for kind, names in _ONE_STEP.items():
            if isinstance(owner, kind) and name in names:
                return 0
        if isinstance(owner, _SEQUENCES) and name == "pop":
            place = operator.index(args[0]) if args else -1
            return -place - 1 if place < 0 else before - place
        if isinstance(owner, _SEQUENCES) and name == "index":
            return int(result) + 1 - (args[1] if len(args) > 1 and 0 <= args[1] <= result else 0)
        if name in _LOGARITHMIC and module in ("_heapq", "_bisect"):
            return len(args[0]).bit_length()
        if isinstance(f, _GETTERS):
            fetched = f.__reduce__()[1]  # (its class, its arguments)
            return int(self.tally.weight(result, 0)) if any(isinstance(key, slice) for key in fetched) else 0
        if self._own(getattr(f, "__wrapped__", None)):  # `lru_cache`: a look in a table; misses are seen where they run
            return sum(int(self.tally.length(a)) for a in args if isinstance(a, tuple | str))
        if name == "rotate" and isinstance(owner, deque):
            return abs(operator.index(args[0])) if args else 1
        if f is operator.getitem or f is operator.setitem:
            return int(self.tally.weight(result, 0)) if any(isinstance(a, slice) for a in args) else 0
        if name == "choice":  # of random: one item, wherever it lies
            return 0
        return None

    def _charge_call(
        self,
        f: Any,
        name: str,
        module: str,
        owner: Any,
        before: int,
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        result: Any,
    ) -> None:
        """C code or the standard library: as much as goes in and comes out."""
        tally = self.tally
        known = self._known(f, name, module, owner, before, args, result)
        if known is not None:
            tally.add("list", known)
            return
        shallow = isinstance(f, type) or f in (any, all) or name in ("copy", "extend") or name in _SORTING
        depth = 0 if shallow else 3
        given = (*args, *kwargs.values())
        amount = (
            sum(map(tally.printed, given))
            if f in _TEXT
            else sum(
                tally.length(a) if isinstance(a, dict) and module == "builtins" else tally.weight(a, depth)
                for a in given
            )
        )  # what runs through a dictionary runs through its keys
        if name not in _ADDING and isinstance(owner, tally.SIZED):
            amount += tally.weight(owner, depth)
        if isinstance(result, tally.SIZED) and result is not owner:
            amount += tally.length(result)
            if f is sum:  # `sum(rows, [])` copies what it has for every row
                amount += tally.length(result) * len(args[0])
        if isinstance(result, np.ndarray):  # `abs(S)`, `sum(rows)`
            tally.built(result)
        if f in (abs, round) and isinstance(args[0], np.ndarray):
            tally.add("elementwise", amount)
        elif name in _SORTING:
            tally.add("sort", amount * max(1, (max(before, amount, 1) - 1).bit_length()))
        else:
            tally.add("list", amount)
        self._note_unseen(f, name, module, owner, args, amount)

    def _note_unseen(self, f: Any, name: str, module: str, owner: Any, args: tuple[Any, ...], amount: int) -> None:
        """Tell the tally where a call may have done work that no gate sees."""
        tally, top = self.tally, module.partition(".")[0]
        makes_code = f in _MAKE_CODE or name in ("exec", "eval", "compile") or isinstance(owner, types.CodeType)
        if top in _PICKLES and name not in _PACKING:
            data = next((a for a in args if isinstance(a, bytes | bytearray)), None)
            if data is None or any(word in data for word in _CODE_IN):
                tally.taint(name)
            else:
                tally.see_nothing(f"{top}.{name}", 1 + amount)
        elif makes_code or top in _UNSEEN:
            tally.taint(name)
        elif top in _HARD or _is_hard(f):
            tally.see_nothing(f"!{top}.{name}")
        elif top not in _LINEAR_MODULES and top not in _PICKLES:
            numbers = sum(abs(a) for a in args if type(a) is int)
            tally.see_nothing(f"{top}.{name}", 1 + amount + min(numbers, 1 << 40))


def _maker(kind: type) -> Any:
    """The function that fills a new object of a class."""
    return kind.__init__ if kind.__init__ is not object.__init__ else kind.__new__  # type: ignore[misc]


def _is_hard(f: Any) -> bool:
    """True for a class that comes from a module which may do anything."""
    return isinstance(f, type) and any(base.__module__.partition(".")[0] in _HARD for base in f.__mro__)


def _home(f: Any, name: str, owner: Any) -> str:
    """The module that a function's work is done in, however a learner's class inherited it."""
    if isinstance(f, type):
        return (
            f.__module__ if f.__module__.startswith("numpy") else getattr(_maker(f), "__module__", None) or "builtins"
        )
    if owner is not None and not isinstance(owner, type):
        return next((kind.__module__ for kind in type(owner).__mro__ if name in kind.__dict__), type(owner).__module__)
    return str(getattr(f, "__module__", None) or type(f).__module__)
