"""Exceptions explained: what Python and numpy really raise gets its sentence."""

import json
import math
import re
import subprocess
import sys

import numpy as np
import pytest

from grader.core.languages import say
from grader.diagnosis.exceptions import RaisedCall, explained

M, N = np.ones((2, 3)), np.ones((4, 3))
BATCH = np.ones((2, 4, 3))
WHOLE = np.arange(6).reshape(2, 3)

CASES = {
    "M @ N": "matmul",
    "np.dot(M, N)": "matmul",
    "np.matmul(N, M)": "matmul",
    "M @ 2": "matmul_number",
    "M / M.sum(axis=1)": "keepdims",
    "BATCH - BATCH.max(axis=-1)": "keepdims",
    "M + N": "broadcast",
    "np.ones(3) * np.ones(4)": "broadcast",
    "M.sum(axis=2)": "axis",
    "np.max(np.ones(3), axis=1)": "axis",
    "M.transpose(0, 2, 1)": "axes",
    "BATCH.transpose(-2, -1)": "axes",
    "max(M)": "truth",
    "1 if M > 0 else 2": "truth",
    "M > 0 and N > 0": "truth",
    "math.exp(np.ones(3))": "math",
    "math.sqrt(M)": "math",
    "float(M)": "one_number",
    "np.array([[1, 2], [3]])": "ragged",
    "np.stack([np.ones(2), np.ones(3)])": "stacked",
    "np.concatenate([np.ones((2, 2)), np.ones((3, 3))])": "stacked",
    "M.sum(axis=1, keepdim=True)": "other_word",
    "M.sum(dim=1)": "other_word",
    "M.size(-1)": "size_call",
    "M.shape(0)": "size_call",
    "2(3)": "not_callable",
    "M.unsqueeze(0)": "array_method",
    "M.masked_fill(M > 0, 0)": "array_method",
    "M.exp()": "array_method",
    "M.reshap(3, 2)": "array_near",
    "M.zzzzzz": "array_missing",
    "np.sun(M)": "module_near",
    "np.concat_all_of_it(M)": "module_missing",
    "math.softplus(1)": "module_missing",
    "M[5]": "index",
    "M[:, 3]": "index",
    "[1, 2][4]": "list_index",
    "M[0, 0, 0]": "indices",
    "M[0.5]": "index_type",
    "M[np.array([0.5])]": "index_type",
    "[[1, 2]][0, 1]": "list_of_lists",
    "[1, 2][1.0]": "index_type",
    "(lambda p: [a for a, b, c in [p]])((1, 2))": "unpack_few",
    "(lambda p: [a for a, b in [p]])((1, 2, 3))": "unpack_many",
    "wieghts": "name_near",
    "qqqqqq": "name",
    "torch.ones(3)": "module_name",
    "-(M > 0)": "bool_minus",
    "(M > 0) - (M > 0)": "bool_minus",
    "None[0]": "none_value",
    "None + 1": "none_value",
    "[1, 2] / 2.0": "lists",
    "[1, 2] * 2.0": "lists",
    "[1, 2] - [1]": "lists",
    "(lambda a: a)(1, 2)": "arguments",
    "(lambda a, b: a)(1)": "arguments",
    "M.reshape(4, 4)": "reshape",
    "np.einsum('ijk,kl->il', M, N)": "einsum",
    "1 / 0": "zero",
    "math.log(-1.0)": "domain",
    "math.exp(1000)": "range",
    "len(2)": None,
    "{}['a']": None,
    "int('x')": None,
}
STATEMENTS = {
    "WHOLE = np.arange(6).reshape(2, 3); WHOLE /= 2.5": "casting",
    "WHOLE = np.arange(6); WHOLE -= 0.5": "casting",
    "A = np.zeros((2, 2)); A[0] = np.ones(3)": "assigned",
    "A = np.zeros(3); A += np.ones((3, 3))": "assigned",
    "A = np.zeros(3); A[0] = [1, 2]": "element",
    "def f():\n    x = x + 1\nf()": "unbound",
    "n, d = np.ones((2, 3, 4)).shape": "unpack_many",
    "a, b, c = np.ones((2, 3)).shape": "unpack_few",
}
NAMES = ("weights", "scores", "total")


def sentence(code, line=None):
    space = {"np": np, "math": math, "M": M, "N": N, "BATCH": BATCH, "WHOLE": WHOLE}
    try:
        exec(code, space)
    except Exception as error:
        return explained(RaisedCall(str(error), line or code, NAMES))
    raise AssertionError(f"{code} raises nothing")


@pytest.mark.parametrize("code", [*CASES, *STATEMENTS])
def test_what_is_raised_gets_its_sentence(code):
    wanted = (CASES | STATEMENTS)[code]
    found = sentence(code)
    assert (found and found.id) == (wanted and f"raised.{wanted}")
    if found:
        for language in ("en", "ko"):
            said = say(language, found.id, **found.params)
            assert "{" not in said
            assert said != found.id


def test_the_sentences_hold_this_calls_shapes():
    assert sentence("M @ N").params == {"left": "3", "right": "4"}
    assert sentence("np.dot(M, N)").params == {"left": "3", "right": "4"}
    assert sentence("M / M.sum(axis=1)").params == {"left": "(2, 3)", "right": "(2,)", "column": "(2, 1)"}
    assert sentence("M[5]").params == {"axis": "0", "size": "2", "last": "1"}
    assert sentence("M.sum(dim=1)").params == {"name": "dim", "right": "axis"}
    assert sentence("np.sun(M)").params == {"name": "np.sun", "near": "np.sum"}
    assert sentence("wieghts").params == {"name": "wieghts", "near": "weights"}


def test_every_sentence_of_the_catalogue_is_used(root):
    text = (root / "grader/core/locale/en/LC_MESSAGES/grader.po").read_text("utf-8")
    known = set(re.findall(r'^msgid "raised\.(\w+)"', text, re.MULTILINE)) - {"here", "called"}
    reached = {name for name in (*CASES.values(), *STATEMENTS.values()) if name}
    code = (root / "grader/diagnosis/exceptions.py").read_text("utf-8")
    assert known - reached <= {"all_axes", "keyword", "single"}
    assert all(f'"raised.{name}"' in code or f'_says("{name}")' in code for name in known)


def test_explaining_loads_no_numpy():
    code = "import sys, json; import grader.diagnosis.exceptions; print(json.dumps('numpy' in sys.modules))"
    assert json.loads(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout) is False
