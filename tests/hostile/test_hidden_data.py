"""Hidden data stay hidden: whatever a learner's code does with what it is given, no number of it is in the report."""

import json
import re

import numpy as np
import pytest

from grader import submissions
from grader.core.model import Cell, Submission
from grader.course import loading
from grader.grading import run
from grader.grading.hidden_data import Told
from grader.reports.schema import report_json

MANIFEST = """
schema: grader/assignment/1
id: tiny
title: {en: Tiny}
file: tiny.py
languages: [en]
points: {code: 10}
steps:
- {id: first, title: {en: First}, functions: [first], points: 6}
- {id: second, title: {en: Second}, functions: [second], points: 4, needs: [first]}
"""
REFERENCE = '''"""Two functions."""
import numpy as np


# %% first
def first(X: np.ndarray, word: str, factor: float) -> np.ndarray:
    """Return X times the factor."""
    return X * factor


# %% second
def second(X: np.ndarray) -> np.ndarray:
    """Return the sums of the rows."""
    return X.sum(axis=-1)
'''
CHECKS = {
    "first": """
import numpy as np

X = np.array([[7361.25, 52417.5, 0.618475], [91.7235, 48213.0, 3.14926]])


def test_first(learner, approx):
    \"\"\"It is the product.\"\"\"
    assert learner.first(X, "canaryword", 2.718281) == approx(X * 2.718281)
""",
    "second": """
import numpy as np

X = np.array([[615243.0, 7361.25], [829.375, 48213.0]])


def test_second(learner, approx):
    \"\"\"It is the sum.\"\"\"
    assert learner.second(X) == approx(X.sum(axis=-1))
""",
}
NUMBERS = ("7361", "52417", "618475", "917235", "48213", "314926", "2718281", "615243", "829375")
HEAD = "import numpy as np\n_SEEN = []\n"
# What a function does with `given`, all that it was called with.
LEAKS = {
    "words": "raise ValueError(repr(given))",
    "digits apart": "raise ValueError(' '.join(str(given[0].flat[0])))",
    "letters": "raise ValueError(str(float(given[0].flat[0])).translate(str.maketrans('0123456789', 'abcdefghij')))",
    "hexadecimal": "raise ValueError(given[0].tobytes().hex())",
    "class": "raise type('E' + str(given[0].flat[0]).replace('.', '_'), (Exception,), {})('x')",
    "base": "raise type('E', (type('B' + str(given[0].flat[0]).replace('.', '_'), (ValueError,), {}),), {})('x')",
    "line": "exec(compile(chr(10) * int(given[0].flat[0]) + 'raise ValueError(1)', 'tiny.py', 'exec'))",
    "file": "exec(compile('raise ValueError(1)', str(given[0].flat[0]) + '.py', 'exec'))",
    "key": "{}[str(given[0].flat[0])]",
    "attribute": "getattr(np, 'n' + str(given[0].flat[0]).replace('.', '_'))",
    "literal": "int('x' + str(given[0].flat[0]))",
    "module": "__import__('m' + str(given[0].flat[0]).replace('.', '_'))",
    "broadcast": "np.zeros(int(given[0].flat[0])) + np.zeros(int(given[0].flat[1]))",
    "name": "eval('n' + str(given[0].flat[0]).replace('.', '_'))",
    "signature": "raise TypeError('first() takes ' + str(given[0].flat[0]))",
    "permission": "raise PermissionError(str(given))",
    "exit": "raise SystemExit(str(given))",
    "notes": "e = ValueError('x'); e.add_note(str(given)); raise e",
    "value": "return given[0]",
    "first entry": "return np.full(given[0].shape, given[0].flat[0])",
    "shape": "return np.zeros((int(given[0].flat[0]), 0, int(given[0].flat[1])))",
    "length": "return [0.5] * int(given[0].flat[0])",
    "text": "return str(given)",
    "kind": "return type('K' + str(given[0].flat[0]).replace('.', '_'), (), {})()",
    "dtype": "return np.zeros(3, [('n' + str(given[0].flat[0]).replace('.', '_'), 'f8')])",
    "large": "return np.broadcast_to(0.0, (int(given[0].flat[0]) * 10**6, 9))",
    "changed": "given[0][:] = 0; return given[0]",
    "later": "_SEEN.append(given) or (_ for _ in ()).throw(ValueError(str(_SEEN)))",
    "printed": "print(given); import sys; print(given, file=sys.stderr); return None",
    "warning": "import warnings; warnings.warn(str(given)); return None",
    "assertion": "assert False, given",
    "recursion": "def r(n=str(given)): return r(n)\n    r()",
    "group": "raise ExceptionGroup(str(given), [ValueError(str(given))])",
}


def learner(leak):
    """A file whose functions do that; where it calls itself by another name, the file says so when it is read again."""
    functions = "".join(f"\ndef {name}(*given):\n    {leak}\n" for name in ("first", "second"))
    return f"{HEAD}{functions}"


def course(place):
    folder = place / "solutions" / "tiny"
    (folder / "hidden").mkdir(parents=True)
    (folder / "assignment.yaml").write_text(MANIFEST.lstrip(), encoding="utf-8")
    (folder / "tiny.py").write_text(REFERENCE, encoding="utf-8")
    for name, text in CHECKS.items():
        (folder / "hidden" / f"test_{name}.py").write_text(text.lstrip(), encoding="utf-8")
    return loading.load(place, "tiny")


AGAIN = """import builtins, numpy as np
if hasattr(builtins, "kept"):
    raise ImportError("No module named " + builtins.kept)

def first(*given):
    builtins.kept = repr(given)
    return None

def second(*given):
    builtins.kept = repr(given)
    return None
"""


@pytest.fixture(scope="module")
def reports(tmp_path_factory):
    """The report of each leak, all graded in one session."""
    assignment = course(tmp_path_factory.mktemp("hidden"))
    files = {name: learner(leak) for name, leak in LEAKS.items()} | {"loaded again": AGAIN, "right": REFERENCE}
    handed = [Submission(name, name, submissions.python_cells(text, "tiny.py")) for name, text in files.items()]
    found = {}
    run.grade(assignment, handed, lambda report: found.update({report.submission.id: report}))
    return found


def test_the_course_is_sound(reports):
    assert reports["right"].score.full


@pytest.mark.parametrize("leak", [*LEAKS, "loaded again"])
def test_no_number_that_a_function_was_given_is_in_the_report(reports, leak):
    report = reports[leak]
    told = [c.message for step in report.steps for c in step.checks if c.message]
    assert told or report.score.full
    assert report.score.earned == 0
    data = json.loads(report_json(report))
    del data["provenance"], data["isolation"], data["seconds"]
    text = json.dumps(data, ensure_ascii=False)
    bare = re.sub(r"[\s._,]", "", text)
    assert [number for number in NUMBERS if number in bare] == []
    assert "canaryword" not in text
    assert "hdg" not in text  # 736 in letters
    assert np.float64(7361.25).tobytes().hex() not in text


FILE = """
def centre(X, axis=-1):
    if X.ndim != 2:
        raise ValueError("centre() wants a matrix")
    return helper(X)
"""


@pytest.fixture(scope="module")
def told():
    return Told(Submission("ada", "ada", (Cell(FILE, "tiny.py"), Cell("print(1)\n", "tiny.ipynb cell 3", 5))))


@pytest.mark.parametrize(
    "said",
    [
        "centre() wants a matrix",
        "operands could not be broadcast together with shapes (3,4) (5,) ",
        "matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (n?,k),(k,m?)->(n?,m?) "
        "(size 5 is different from 4)",
        "shapes (2,3) and (2,3) not aligned: 3 (dim 1) != 2 (dim 0)",
        "index 7 is out of bounds for axis 0 with size 3",
        "name 'helper' is not defined",
        "'NoneType' object is not subscriptable",
        "'int' object is not callable",
        "unsupported operand type(s) for +: 'NoneType' and 'float'",
        "centre() missing 1 required positional argument: 'X'",
        "centre() got an unexpected keyword argument 'axis'",
        "module 'numpy' has no attribute 'helper'. Did you mean: 'empty'?",
        "cannot reshape array of size 6 into shape (4,4)",
        "The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()",
        "division by zero",
        "not enough values to unpack (expected 3, got 2)",
    ],
)
def test_what_honest_code_meets_is_told(told, said):
    assert told.words(said) == said


@pytest.mark.parametrize(
    "said",
    [
        "centre() wants a matrix, not 3.25",
        "operands could not be broadcast together with shapes (48213,) (91,) ",
        "name 'n48213' is not defined",
        "module 'numpy' has no attribute 'n1.n2.n3'",
        "invalid literal for int() with base 10: 'x'",
        "index 48213 is out of bounds for axis 0 with size 3",
        "'a.b.c.d.e' object is not callable",
        "3.5",
        "cen",
    ],
)
def test_what_code_made_up_is_not(told, said):
    assert told.words(said) == ""


def test_places_and_classes_are_those_of_the_file(told):
    assert told.place(("tiny.py", 3)) == ("tiny.py", 3)
    assert told.place(("tiny.ipynb cell 3", 5)) == ("tiny.ipynb cell 3", 5)
    assert told.place(("tiny.py", 48213)) is None
    assert told.place(("tiny.ipynb cell 3", 4)) is None
    assert told.place(("x48213.py", 1)) is None
    assert told.place(None) is None
    assert [told.kind(name) for name in ("ValueError", "LinAlgError", "E48213", "helper")] == [
        "ValueError",
        "LinAlgError",
        "Exception",
        "helper",
    ]
