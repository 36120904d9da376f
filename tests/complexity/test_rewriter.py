"""What goes through the gates does what it did before."""

import importlib.util
import sys
import textwrap
import traceback
import types

import numpy as np
import pytest

SNIPPETS = {
    "order of evaluation": """
        log = []
        def see(x):
            log.append(x)
            return x
        table = {1: [0, 0, 0]}
        def target():
            log.append("t")
            return table[1]
        target()[see(2)] = see(5)
        target()[see(0)] += see(7)
        result = (log, table, see(1) + see(2) * see(3), see(9) < see(8) < see(7))
    """,
    "augmented assignment": """
        class Box:
            def __init__(self):
                self.__x = 1
                self.items = [1]
            def grow(self):
                self.__x += 2
                self.items += (3, 4)
                return self.__x, self.items
        def outer():
            n = 0
            def inner():
                nonlocal n
                n += 1
                return n
            inner()
            return inner()
        a = b = [1]
        a += [2]
        s = "x"
        s *= 3
        result = (Box().grow(), outer(), a is b, b, s)
    """,
    "slices and deletions": """
        a = list(range(10))
        a[2:5] = [7]
        del a[0], a[-1]
        b, a[0] = a[1:3], 99
        M = {(1, slice(None).start): 3}
        result = (a, b, a[::2], M[1, None], "abc"[1:], a[-1])
    """,
    "comprehensions and stars": """
        def f(*args, **kwargs):
            return args, kwargs
        first, *rest = range(4)
        result = (
            [x * y for x in range(3) if x for y in range(x)], {k: v for k, v in zip("ab", [1, 2])},
            {*range(3), *(4, 5)}, f(*[1, 2], *(i for i in (3,)), a=1, **{"b": 2}), first, rest, {**{"x": 1}, "y": 2},
            f"{first:>{3}} {rest!r}", [*map(str, rest)],
        )
    """,
    "classes": """
        from dataclasses import dataclass, field
        from collections import namedtuple
        class A:
            total = 0
            total += 5
            def __init__(self, x): self.x = x
            def __add__(self, other): return type(self)(self.x + other.x)
            def __getitem__(self, key): return key
            def __contains__(self, x): return x == self.x
            @property
            def double(self): return 2 * self.x
            @classmethod
            def make(cls): return cls(7)
            @staticmethod
            def plain(): return "plain"
        class B(A):
            def __init__(self, x):
                super().__init__(x + 1)
        class L(list):
            def head(self): return self[0]
        @dataclass
        class D:
            a: int
            b: list = field(default_factory=list)
        P = namedtuple("P", "x y")
        b = B(1) + A.make()
        made = (L([3]).head(), str(D(1)), P(1, y=2)._replace(x=5))
        result = (b.x, b.double, B.make().x, A(1)[2:3], 9 in b, A.total, A.plain(), made)
    """,
    "generators and control flow": """
        def numbers(n):
            i = 0
            while True:
                i += 1
                if i % 2:
                    continue
                if i > n:
                    return "end"
                got = yield i
                if got:
                    yield got
        def both():
            end = yield from numbers(6)
            yield end
        g = numbers(9)
        it = iter([1, 2, 3, 4])
        for x in it:
            if x == 2:
                break
        else:
            x = None
        try:
            raise KeyError("k")
        except KeyError as error:
            caught = error.args
        result = (list(both()), next(g), g.send("s"), list(it), x, caught, any(v > 2 for v in (1, 3)))
    """,
    "match": """
        def kind(x):
            match x:
                case []: return "empty"
                case [a, *rest] if len(rest) > 1: return rest
                case {"k": v}: return v
                case -1 | 2: return "number"
                case str(): return "text"
                case _: return None
        result = [kind(x) for x in ([], [1, 2, 3], {"k": 5}, -1, "s", 7)]
    """,
    "names and frames": """
        def f(x):
            y = 2
            return sorted(locals()), "f" in globals()
        result = f(1), eval("1 + 1"), isinstance(1, int), type(3) is int, callable(len), abs(-3), -(-2), not 0
    """,
    "functions passed on": """
        import functools, itertools, operator
        rows = [[3, 1], [2, 2]]
        result = (
            list(map(sum, rows)), sorted(rows, key=sum), max(rows, key=len), functools.reduce(operator.add, [1, 2, 3]),
            list(itertools.accumulate([1, 2, 3], operator.mul)),
            functools.partial(pow, 2)(5), list(filter(None, [0, 1])),
            [list(g) for _, g in itertools.groupby([1, 1, 2])], list(itertools.starmap(pow, [(2, 3)])),
            list(map(int, "12")), min((3, 1), (2, 9)), dict(zip("ab", itertools.count())), sum([[1], [2]], []),
            list(enumerate("ab", start=1)), list(iter(iter([5, None]).__next__, None)),
            isinstance(iter([]), type(iter([]))),
        )
    """,
    "numpy": """
        import numpy as np
        A = np.arange(12.0).reshape(3, 4)
        B = A[1:, ::2]
        B += 1
        A[0] = [9, 8, 7, 6]
        A[A > 8] = 0
        A[[0, 1], [1, 2]] *= 2
        A @= np.eye(4)
        result = tuple(x.tolist() for x in (
            A, A @ A.T, -A, A.sum(axis=1), np.einsum("ij,kj->ik", A, A), np.where(A > 3, A, 0), np.vectorize(abs)(A),
            np.apply_along_axis(max, 1, A), np.add.outer(A[0], A[1]), np.array([row for row in A]),
            np.r_[1:3, 5], abs(A),
            np.fromfunction(lambda i, j: i + j, (2, 2)), np.float64(3) * np.ones(2), sum(A[i] for i in range(2)),
        )), type(A) is np.ndarray, A.shape
    """,
}


@pytest.mark.parametrize("name", SNIPPETS)
def test_same_meaning(counter, load, name, monkeypatch):
    for module in ("plain", "submission"):
        monkeypatch.setitem(sys.modules, module, types.ModuleType(module))  # dataclasses look there
    plain = {"__name__": "plain"}
    exec(compile(textwrap.dedent(SNIPPETS[name]), "plain.py", "exec"), plain)
    gated = load(SNIPPETS[name])
    assert repr(gated["result"]) == repr(plain["result"])
    assert not counter.tally.errors


def gated_module(counter, name):
    """A module of the standard library, with its source sent through the gates."""
    spec = importlib.util.find_spec(name)
    with open(spec.origin, encoding="utf-8") as file:
        source = file.read()
    counter.watch(spec.origin)
    space = {"__name__": name, "__file__": spec.origin, "__package__": name.rpartition(".")[0]}
    exec(compile(source, spec.origin, "exec"), space)
    return space


@pytest.mark.parametrize(
    ("module", "expression"),
    [
        ("statistics", "(fmean(X), median(X), stdev(X), quantiles(X), linear_regression(X, Y))"),
        ("heapq", "(nsmallest(3, X), list(merge(sorted(X), sorted(Y))), nlargest(2, Y))"),
        ("fractions", "(Fraction(3, 4) + Fraction('1/3'), Fraction(0.125), Fraction(7, 3) ** 2)"),
        ("difflib", "(list(ndiff('abc', 'abd')), SequenceMatcher(None, 'abcd', 'bcde').ratio())"),
        ("textwrap", "(wrap('the quick brown fox jumps over the lazy dog', 12), dedent('  a\\n  b'))"),
        ("copy", "(copy([1, [2]]), deepcopy({'a': [1, (2, 3)]}))"),
        ("ast", "dump(parse('a[1:2] += f(*b, c=3) if d else -e'))"),
        ("random", "(Random(3).shuffle(X), Random(5).sample(Y, 3), Random(1).gauss(0, 1))"),
    ],
)
def test_the_standard_library_through_the_gates(counter, module, expression):
    """Thousands of lines that nobody wrote with the gates in mind."""
    X, Y = [3.0, 1.5, 4.25, 1.0, 5.5, 9.0], [2.0, 7.0, 1.0, 8.0, 2.5, 8.5]
    plain = {**vars(importlib.import_module(module)), "X": list(X), "Y": list(Y)}
    gated = {**gated_module(counter, module), "X": list(X), "Y": list(Y)}
    wanted, got = eval(expression, plain), eval(expression, gated)
    assert repr(got) == repr(wanted)
    assert not counter.tally.errors


def test_a_traceback_shows_the_learners_line(load):
    space = load("def f(X):\n    y = 1\n    return X + 'a'\n")
    with pytest.raises(TypeError) as caught:
        space["f"](3)
    own = [frame for frame in traceback.extract_tb(caught.tb) if frame.filename == "attention.py"]
    assert own[-1].lineno == 3


def test_a_tree_given_to_compile_is_left_alone(counter):
    """The worker compiles the rest of a file again after an error: a tree must not be rewritten twice."""
    import ast

    tree = ast.parse("x = [1, 2][0] + 1", "attention.py")
    before = ast.dump(tree)
    compile(tree, "attention.py", "exec")
    assert ast.dump(tree) == before


def test_other_files_are_compiled_as_ever(counter):
    space = {}
    exec(compile("x = 1 + 2", "other.py", "exec"), space)
    counter.tally.reset()
    assert space["x"] == 3
    assert counter.tally.work["python"] == 0


def test_recursion_depth_is_the_learners(load):
    space = load("def f(n):\n    return 0 if n == 0 else 1 + f(n - 1)\n")
    assert space["f"](700) == 700


def test_arguments_arrive_as_they_are(counter, load):
    X = np.ones((2, 2))
    events = counter.measure(load("def f(X): return X")["f"], (X,))
    assert events["value"] is X
