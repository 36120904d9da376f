"""Syntax of a later Python is recognised by text; what is wrong in every Python is not taken for it."""

import ast
import sys
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.submissions import newer_syntax
from grader.submissions.commands import file_without_commands, without_commands

NEWER = [
    ("3.12", 'x = f"{d["a"]}"'),
    ("3.12", "def f(d):\n    return f'{d['a']!r:>{w}} rows'"),
    ("3.12", 'x = f"{", ".join(names)}"'),
    ("3.12", "x = f\"{'\\n'.join(names)}\""),
    ("3.12", 'x = rf"{d["a"]}"'),
    ("3.12", 'x = f"{\n    a\n}"'),
    ("3.12", "x = f'''{a  # the first\n}'''"),
    ("3.12", "type Row = list[float]"),
    ("3.12", "type Pair[T] = tuple[T, T]"),
    ("3.12", "def first[T](rows: list[T]) -> T:\n    return rows[0]"),
    ("3.12", "async def first[T](rows):\n    return rows[0]"),
    ("3.12", "class Table[T]:\n    pass"),
    ("3.12", "x = 1\nif x:\n    type Row = int"),
    ("3.13", "def first[T = int](rows: list[T]) -> T:\n    return rows[0]"),
    ("3.13", "class Table[T=float]:\n    pass"),
    ("3.14", 'x = t"{a}"'),
    ("3.14", "x = rt'{a} rows'"),
    ("3.14", "try:\n    f()\nexcept ValueError, TypeError:\n    pass"),
    ("3.14", "try:\n    f()\nexcept* OSError, ValueError:\n    pass"),
]

WRONG = [
    "def f(:",
    "x = (1",
    'print "rows"',
    'x = f"{d[0]"',
    'x = f"{a} rows',
    "x = f'{a}' 'b",
    "if x = 1:\n    pass",
    'x = "type Row = int"\ny = (',
    "# type Row = int\ny = (",
    "'''\ntype Row = int\n'''\ny = (",
    "def f(x):\nreturn x",
    "x = {'a': f'{b}'\ny = 1",
    "type(x) = 3",
    "try:\n    f()\nexcept ValueError, e:\n    pass",  # Python 2
    "for i in range(3)\n    print(i)",
    'print("it\'s" f"{a}"',
]


def version_of(word):
    return tuple(map(int, word.split(".")))


@pytest.mark.parametrize(("version", "text"), NEWER)
def test_newer_syntax_is_recognised_where_this_python_lacks_it(version, text):
    assert newer_syntax(text) == (version if version_of(version) > sys.version_info[:2] else None)
    if version_of(version) <= sys.version_info[:2]:
        ast.parse(text)
    assert newer_syntax(f"x = 1\n\n{text}\ny = (") == newer_syntax(text)


@pytest.mark.parametrize("text", WRONG)
def test_what_is_wrong_in_every_python_is_not_newer(text):
    assert newer_syntax(text) is None


@given(st.text(alphabet="f\"'{}[]\\\n#t:=type def[T]x", max_size=60))
def test_any_text_has_an_answer(text):
    assert newer_syntax(text) in (None, "3.12", "3.13", "3.14")


@pytest.mark.parametrize(
    "part",
    [
        "x = !echo (\n",
        "%time x\n",
        "x?\n",
        "%%time\n",
        "'a",
        "\n",
        'f"',
        "f'{",
        'f"{"',
        "{[(",
        "def f[",
        "type x[",
        't"',
        "\\",
        "f'''{a",
        '"f"',
    ],
)
def test_a_megabyte_is_looked_at_once(part):
    """Some tenths of a second; what looks at the rest again and again takes minutes."""
    text, before = (part * (1 << 20))[: 1 << 20], time.process_time()
    newer_syntax(text)
    without_commands(text)
    file_without_commands(text)
    assert time.process_time() - before < 20
