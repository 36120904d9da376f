"""What is counted, and that it is counted exactly."""

import json
import math
import subprocess
import sys

import numpy as np
import pytest

SOFTMAX = """
    import numpy as np
    def softmax(S):
        E = np.exp(S - S.max(axis=-1, keepdims=True))
        return E / E.sum(axis=-1, keepdims=True)
    def self_attention(X, W_Q, W_K, W_V):
        Q, K, V = X @ W_Q, X @ W_K, X @ W_V
        A = softmax(Q @ K.T / np.sqrt(Q.shape[-1]))
        return A @ V, A
"""


def inputs(n, d=4):
    rng = np.random.RandomState(n)
    return (rng.normal(size=(n, d)), *(rng.normal(size=(d, d)) for _ in range(3)))


@pytest.mark.parametrize("n", [8, 17, 64])
def test_the_textbook_by_formula(counter, load, n):
    d = 4
    work = counter.measure(load(SOFTMAX)["self_attention"], inputs(n))["work"]
    assert work["matmul"] == 3 * 2 * n * d * d + 2 * 2 * n * n * d
    assert work["elementwise"] == 4 * n * n + 1  # and one square root
    assert work["reduce"] == 2 * n * n
    assert work["list"] == work["move"] == 0


IMPORTS = "import numpy as np, math, copy, statistics, itertools, operator, functools, collections, heapq\n"


def body(expression, setup=""):
    return f"{IMPORTS}{setup}\ndef f(x):\n    return {expression}\n"


ROW = list(map(float, range(1000)))
A = np.arange(1000.0)
M = np.arange(400.0).reshape(20, 20)

LISTS = [
    "sum(x)",
    "max(x)",
    "min(x)",
    "sorted(x)",
    "any(v < 0 for v in x)",
    "x[:]",
    "x[1:]",
    "list(x)",
    "tuple(x)",
    "x + [1]",
    "x * 2",
    "[*x]",
    "x.copy()",
    "copy.copy(x)",
    "copy.deepcopy(x)",
    "statistics.fmean(x)",
    "math.fsum(x)",
    "x.index(998.0)",
    "x.count(3.0)",
    "998.0 in x",
    "5000 in x",
    "x.insert(0, 1.0)",
    "x.pop(0)",
    "x == x[:]",
    "list(reversed(x))",
    "list(itertools.accumulate(x))",
    "collections.deque(itertools.accumulate(x), maxlen=1)",
    "sum(map(abs, x))",
    "functools.reduce(operator.add, x)",
    "operator.indexOf(x, 998.0)",
    "operator.contains(x, 5000)",
    "str(x)",
    "repr(x)",
    "np.array(x)",
    "np.sum(x)",
    "list(map(float, x))",
    "list(zip(x, x))",
    "dict(enumerate(x))",
    "set(x)",
    "hash(tuple(x))",
    "max(*x)",
    "print(*x, file=open('/dev/null', 'w'))",
    "operator.methodcaller('copy')(x)",
    "collections.Counter(x)",
    "list(itertools.chain.from_iterable([x]))",
    "list(itertools.islice(x, 998, None))",
    "sum(itertools.compress(x, x))",
    "sum(iter(x))",
    "max(enumerate(x))",
    "[0.0].extend(x)",
    "f'{x}'",
    "''.join(map(str, x))",
    "x.sort()",
    "heapq.nlargest(3, x)",
    "all(x[1:])",
    "bytes(1000)",
    "[None] * 1000",
    "' ' * 1000",
    "list(range(1000))",
    "sum(range(1000))",
    "next(filter(None, [0] * 1000), 0)",
    "list.copy(x)",
    "getattr(x, 'copy')()",
    "x.__add__([])",
    "(lambda *a: 0)(*x)",
    "dict.fromkeys(x)",
    "next(itertools.dropwhile(lambda v: v < 998, x))",
]


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("expression", LISTS)
def test_work_inside_one_call_is_seen(counter, load, expression):
    """Each of these runs through a thousand items in C."""
    work = counter.measure(load(body(expression))["f"], (list(ROW),))["work"]
    assert sum(work.values()) >= 900
    assert not counter.tally.errors


ONE_STEP = [
    "x[5]",
    "x[-1]",
    "len(x)",
    "x.append(1.0)",
    "x.pop()",
    "iter(x)",
    "isinstance(x, list)",
    "(x, 1)",
    "[x]",
    "enumerate(x)",
    "zip(x, x)",
    "range(len(x))",
    "operator.itemgetter(3)(x)",
    "operator.getitem(x, 3)",
    "x.index(2.0)",
    "1.0 in x",
    "x[2:5]",
    "next(iter(x))",
    "reversed(x)",
    "{'k': x}['k']",
    "{'k': x}.get('k')",
    "next(itertools.islice(x, 3))",
    "heapq.heappush(x, 9e9)",
    "x.__len__()",
    "x is x",
    "bool(x)",
    "operator.itemgetter('k')({'k': x})",
    "grow(set(), x)",
    "x.__iadd__([1])",
    "cut(x)",
    "collections.deque([1, 2]).rotate(1)",
    "cached(3)",
    "Holder(x)[0]",
    "Holder(x).rows",
    "next(iter([x]))",
    "last(x)",
    "sorted({1: x, 2: x})",
    "max({1: x})",
    "sorted([x])",
]


HELPERS = """
class Holder:
    def __init__(self, rows): self.rows = rows
    def __getitem__(self, i): return self.rows
@functools.lru_cache
def cached(n): return list(range(1000))
def cut(x):
    del x[-1]
    del x[-2]
def last(x):
    x += [1]
def grow(s, x):
    s |= {1}
    x += (2,)
"""


@pytest.mark.parametrize("expression", ONE_STEP)
def test_a_step_costs_a_step(counter, load, expression):
    """Charging the whole list here would fail honest learners."""
    space = load(body(expression, HELPERS))
    space["cached"](3)
    work = counter.measure(space["f"], (list(ROW),))["work"]
    assert sum(work.values()) <= 20


VIEWS = [
    "x.T",
    "x.reshape(40, 10)",
    "x[3]",
    "x[:, 2:5]",
    "np.transpose(x)",
    "np.asarray(x)",
    "x.ravel()",
    "np.expand_dims(x, 0)",
    "len(x)",
    "x.shape[0]",
    "np.swapaxes(x, 0, 1)",
    "np.broadcast_to(x, (9, 20, 20))",
    "np.shape(x)",
    "x[3, 4]",
    "x.item(3)",
    "x.view(np.ndarray)",
    "np.split(x, 4)",
    "x.take(3, axis=0)",
    "np.diag(x)",
    "np.squeeze(x)",
    "x.astype(float, copy=False)",
    "iter(x)",
]


@pytest.mark.parametrize("expression", VIEWS)
def test_a_view_is_free(counter, load, expression):
    work = counter.measure(load(body(expression))["f"], (M.copy(),))["work"]
    assert sum(work.values()) <= 30


PRODUCTS = [
    "x @ x",
    "np.dot(x, x)",
    "x.dot(x)",
    "np.matmul(x, x)",
    "np.einsum('ij,jk->ik', x, x)",
    "np.einsum(x, [0, 1], x, [1, 2])",
    "np.tensordot(x, x, 1)",
    "np.tensordot(x, x, axes=([1], [0]))",
    "np.inner(x, x)",
    "x.__matmul__(x)",
    "np.ndarray.__matmul__(x, x)",
    "operator.matmul(x, x)",
    "np.linalg.multi_dot([x, x])",
    "functools.reduce(np.matmul, [x, x])",
    "list(map(operator.matmul, [x], [x]))",
    "functools.partial(np.matmul, x)(x)",
    "np.asmatrix(x) * np.asmatrix(x)",
    "getattr(np, 'mat' + 'mul')(x, x)",
    "np.asarray(x).view(np.ndarray) @ np.frombuffer(memoryview(x)).reshape(x.shape)",
    "np.matmul.__call__(x, x)",
    "np.einsum('...ij,...jk->...ik', x[None], x[None])",
    "np.einsum('ij,jk->ik', x, x, optimize=True)",
    "x.__rmatmul__(x)",
]


@pytest.mark.filterwarnings("ignore:the matrix subclass:PendingDeprecationWarning")
@pytest.mark.parametrize("expression", PRODUCTS)
def test_a_product_by_any_name_costs_the_same(counter, load, expression):
    work = counter.measure(load(body(expression))["f"], (M.copy(),))["work"]
    assert work["matmul"] == 2 * 20**3


ARRAYS = [
    ("x + 1", "elementwise", 400),
    ("np.exp(x)", "elementwise", 400),
    ("x[:, None] - x", "elementwise", 8000),
    ("x > 3", "elementwise", 400),
    ("abs(x)", "elementwise", 400),
    ("-x", "elementwise", 400),
    ("np.add.outer(x[0], x[0])", "elementwise", 400),
    ("np.outer(x[0], x[0])", "elementwise", 400),
    ("x.sum(axis=1)", "reduce", 400),
    ("np.max(x)", "reduce", 400),
    ("np.add.reduce(x)", "reduce", 400),
    ("np.mean(x, axis=0)", "reduce", 400),
    ("np.linalg.norm(x)", "reduce", 400),
    ("np.einsum('ij->i', x)", "reduce", 400),
    ("x.copy()", "move", 400),
    ("np.zeros((20, 20))", "move", 400),
    ("np.diag(x[0])", "move", 400),
    ("x[[1, 2]]", "move", 40),
    ("x[x > 1e9]", "move", 400),
    ("np.concatenate([x, x])", "move", 800),
    ("x.tolist()", "move", 400),
    ("np.eye(20)", "move", 400),
    ("np.sort(x)", "sort", 2000),
    ("np.linalg.inv(x)", "linalg", 8000),
    ("np.linalg.solve(x + np.eye(20), x)", "linalg", 16000),
    ("np.fft.fft(x)", "linalg", 2000),
    ("np.linalg.matrix_power(x, 4)", "matmul", 2 * 8000 * 3),
    ("np.einsum('ij,jk,kl->il', x, x, x)", "matmul", 3 * 20**4),
    ("np.einsum('ij,jk,kl->il', x, x, x, optimize=True)", "matmul", 2 * 2 * 20**3),
]


@pytest.mark.parametrize(("expression", "category", "amount"), ARRAYS)
def test_array_operations_by_category(counter, load, expression, category, amount):
    x = M.copy() + np.eye(20) * 100
    work = counter.measure(load(body(expression))["f"], (x,))["work"]
    assert work[category] == amount


def test_stores_cost_what_they_store(counter, load):
    space = load("def f(x):\n    x[0] = 1.0\n    x[:, 1:3] = 2.0\n    x[x > 1e9] = 0\n    x[3, 4] += 1\n    return x\n")
    work = counter.measure(space["f"], (M.copy(),))["work"]
    row, columns, mask, cell = 20, 40, 400 + 1, 1
    assert work["move"] == row + columns + mask + cell


def test_loops_count_their_turns(counter, load):
    space = load(
        "def f(n):\n    t = 0\n    for i in range(n):\n        for j in range(n):\n            t += i * j\n "
        "   return t\n"
    )
    steps = {n: counter.measure(space["f"], (n,))["work"]["python"] for n in (10, 20)}
    # per inner turn: the item, the product, the sum; per outer turn: the item and the call of range
    assert steps == {n: 1 + n * (2 + 3 * n) for n in (10, 20)}


def test_the_largest_array(counter, load):
    space = load(body("(x[:, None, :] * x[None, :, :]).sum()"))
    assert counter.measure(space["f"], (M.copy(),))["largest"] == 20**3
    space = load(body("np.broadcast_to(x, (900, 20, 20))"))
    assert counter.measure(space["f"], (M.copy(),))["largest"] == 400


def test_memory_on_request(counter, load):
    f = load("import numpy as np\ndef f(n):\n    return float(np.ones(n).sum())\n")["f"]
    assert counter.measure(f, (50_000,))["peak"] is None
    peaks = [counter.measure(f, (n,), memory=True)["peak"] for n in (50_000, 100_000)]
    assert 8 * 50_000 <= peaks[0] < 8 * 60_000
    assert 8 * 100_000 <= peaks[1] < 8 * 110_000


UNSEEN = [
    "exec('y = sum(x)')",
    "eval('sum(x)', {'x': x})",
    "__import__('os').getpid()",
    "__import__('ctypes').c_int(3)",
    "__import__('threading').Thread(target=sum, args=(x,))",
    "np.polynomial.Polynomial.fit(x, x, 1)",
    "__import__('types').FunctionType((lambda: 0).__code__, {})()",
    "(lambda: 0).__code__.replace(co_name='g')",
]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("expression", UNSEEN)
def test_what_cannot_be_seen_is_said(counter, load, expression):
    blind = counter.measure(load(body(expression))["f"], (list(ROW),))["blind"]
    assert any(name.startswith("!") for name in blind)


def test_text_run_while_loading_is_remembered(counter, load):
    space = load("exec('def helper(x): return sum(x)')\ndef f(x):\n    return helper(x)\n")
    assert counter.measure(space["f"], (list(ROW),))["blind"]["!exec"] == 1
    assert counter.measure(space["f"], (list(ROW),))["blind"]["!exec"] == 1


def test_an_exception_is_the_learners_and_the_next_call_is_clean(counter, load):
    space = load("def f(x):\n    if x:\n        raise ValueError('mine')\n    return 0\n")
    with pytest.raises(ValueError, match="mine"):
        counter.measure(space["f"], (1,))
    assert counter.measure(space["f"], (0,))["work"]["python"] == 0


def test_an_object_that_lies_about_itself_costs_no_crash(counter, load):
    space = load(
        """
        import numpy as np
        class Liar(list):
            def __len__(self): return 0
        class Small(np.ndarray):
            @property
            def size(self): return 0
        def f(x):
            list.__add__(Liar(x), [1])
            y = x.view(Small)
            return (y @ y).view(np.ndarray)
        """
    )
    events = counter.measure(space["f"], (M.copy(),))
    assert events["work"]["matmul"] == 2 * 20**3


PROGRAM = """
import importlib.util, json, sys
spec = importlib.util.spec_from_file_location("_counter", sys.argv[1])
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
counter = module.install()
counter.watch("attention.py")
space = {"__name__": "submission"}
exec(compile(sys.argv[2], "attention.py", "exec"), space)
events = counter.measure(space["f"], (40,))
del events["value"]
print(json.dumps(events, sort_keys=True))
assert not any(name.split(".")[0] == "grader" for name in sys.modules)
"""


SOURCE = """
import numpy as np
def f(n):
    names = {str(i) for i in range(n)}
    return [sorted(names), np.ones((n, n)) @ np.ones(n)]
"""


def test_alone_in_a_bare_interpreter():
    """Loaded by path, without the package, as the fork server does it; the same figures in every process."""
    from grader.complexity import counter

    command = [sys.executable, "-I", "-c", PROGRAM, counter.__file__, SOURCE]
    runs = [subprocess.run(command, capture_output=True, text=True, check=True).stdout for _ in range(2)]
    assert runs[0] == runs[1]
    assert json.loads(runs[0])["work"]["matmul"] == 2 * 40 * 40


def test_counts_are_of_degree_two_exactly(counter, load):
    """C(2n) <= 4 C(n) in every category: the whole case for counting."""
    f = load(SOFTMAX)["self_attention"]
    work = {n: counter.measure(f, inputs(n))["work"] for n in (8, 16, 32, 64)}
    for n in (8, 16, 32):
        for category, amount in work[n].items():
            assert work[2 * n][category] <= 4 * amount
    assert math.log2(sum(work[64].values()) / sum(work[32].values())) > 1.8
