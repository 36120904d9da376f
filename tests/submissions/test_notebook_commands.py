"""Commands of a notebook, held against IPython's own transformer; and what becomes of them where code is graded."""

import ast
import re
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.submissions.commands import file_without_commands, has_commands, without_commands

TransformerManager = pytest.importorskip("IPython.core.inputtransformer2").TransformerManager

PASS = ast.parse("pass").body
ORACLE = pytest.mark.skipif(sys.version_info >= (3, 12), reason="IPython stands on a tokenizer that refuses more there")


class Meaning(ast.NodeTransformer):
    """IPython's calls of its shell as what they mean here: `%time` runs, a captured command is a value, the rest is
    left out."""

    def asked(self, node):
        """The method and the arguments of `get_ipython().method(...)`."""
        call = node if isinstance(node, ast.Call) else None
        if call and isinstance(call.func, ast.Attribute) and ast.unparse(call.func.value) == "get_ipython()":
            return call.func.attr, [ast.literal_eval(argument) for argument in call.args]
        return None

    def visit_Expr(self, node):
        asked = self.asked(node.value)
        if asked is None:
            return node
        method, given_to = asked
        if method == "run_line_magic" and given_to[0] == "time" and given_to[1].strip():
            return body_of(given_to[1]) or PASS
        if method == "run_cell_magic" and given_to[0] in ("time", "capture"):
            return expected(given_to[2]).body or PASS
        return PASS

    def visit_Call(self, node):
        asked = self.asked(node)
        if asked is None:
            return node
        method, given_to = asked
        if method == "getoutput":
            return ast.parse("[]", mode="eval").body
        if given_to[0] == "time" and (body := body_of(given_to[1])) and isinstance(body[0], ast.Expr):
            return body[0].value
        return ast.parse("'.'" if given_to == ["pwd", ""] else "None", mode="eval").body


def body_of(text):
    try:
        return ast.parse(text.strip()).body
    except SyntaxError:
        return []


def expected(cell):
    """The module that IPython makes of a cell, by what its calls mean here. Raises SyntaxError."""
    return Meaning().visit(ast.parse(TransformerManager().transform_cell(cell)))


def same(cell):
    """Does the cell mean here what IPython says? None where it is no Python for IPython either."""
    ours = without_commands(cell)
    assert ours.text.count("\n") == cell.count("\n"), "every line keeps its number"
    try:
        wanted = expected(cell)
    except (SyntaxError, RuntimeError):
        return None
    got = ast.parse(ours.text)
    made = [[part for part in map(ast.dump, tree.body) if part != "Pass()"] for tree in (wanted, got)]
    return made[0] == made[1]


# No command at all: operators at the beginning of a line, strings, brackets, backslashes, comments.
PYTHON = """
x = (7\\n% 3)
if (a.shape[-1]\\n    != 0):\\n    pass
x = 7 \\\\\\n  % 3
x = [1\\n!= 2]
s = '''\\n%d rows\\n!ls\\n?x\\nwhy?\\n'''
s = "is it?"
s = 'a = !b'
x = 1  # why?
# !pip install x
x = {'a': 1,\\n'b': 2}
x %= 3
f(a=1, b=2)
def f(a=3, *, b=4) -> int:\\n    return a % b
x = a if b else c
x = y == z
x: int = 4
print("%d" % 3)
x = r'\\\\n'\\ny = 2
s = 'it\\\\'s'\\n
@decorator\\ndef f(): pass
lambda x=3: x
if (n := 10) > 5: x = n
x = y = z
'''doc'''
s = f"{x!r:>{w}}"
for i in range(3):\\n    x = i % 2\\nelse:\\n    y = 1
with open(a) as b, open(c) as d:\\n    pass
x = (  # open %time\\n  1)
x = "a" \\\\\\n    "b"
s = "\\\\\\n%time"
match x:\\n    case 1: pass
x = 1;
async def f():\\n    await g()
del x, y
x = a @ b
x = a // b
x = ~a
a[1:2, ::3] = 0
"""

COMMANDS = """
%matplotlib inline
%matplotlib inline\\nimport numpy as np
%time y = 3
%time y = f(1)\\nz = y
%time f(x)
%time for i in range(3): print(i)
%time
%timeit f(x)
%timeit -n 10 y = f(x)
y = %time f(x)
y = %timeit -o f(x)
here = %pwd
here = %env HOME
files = !ls
files = !ls *.py | head
files = !echo "it's"
files = !echo (
files=!ls
a, b = !ls
x: list = !ls
if a: x = !ls
x = !!ls
!pip install numpy
!pip install \\\\\\n   numpy \\\\\\n   scipy
!!ls -l
!ls\\n!pwd\\nx = 1
!echo "open
!echo '''
!echo {x}
!echo $HOME && ls
!ls ?
!wget https://x.y/z?a=b&c=d
?np.take
??np.take
np.take?
np.take??
x = np.take?
np.*load*?
a.b[0].c?
%timeit?
%%timeit?
%timeit??
np.take?\\nx = 1
%pip install x
%cd ..
%load_ext autoreload\\n%autoreload 2
%config InlineBackend.figure_format = 'retina'
%run helpers.py
%%time\\nx = 1
%%time\\ndef f(x):\\n    return x\\n
%%capture\\nx = 1
%%capture out --no-stderr\\nx = 1\\n!ls
%%time\\n%matplotlib inline\\nx = 1
%%timeit\\nx = 1
%%bash\\nls | grep x\\nif [ 1 ]; then
%%html\\n<b>x</b>
%%javascript\\nalert(1)
%%latex\\n$x$
%%writefile a.txt\\nx = 1
%%file a.txt\\nx = 1
%%sh\\necho (
%%time
\\n\\n%%time\\nx = 1
if x:\\n    !ls\\ny = 1
if x:\\n    %time y = 1
for i in a:\\n    x = !ls\\n    y = i
def f():\\n    %time z = 1\\n    return z
def f():\\n    display(1)\\n    np.take?\\n    return 1
class A:\\n    %time x = 1
try:\\n    !ls\\nexcept Exception:\\n    %pwd
/f x y
/f
,f a b
;f a b
/f x\\ny = 1
  x = 1\\n  y = 2
    if x:\\n        y = 1
>>> x = 1\\n>>> y = 2
>>> def f():\\n...     return 1\\n...
In [1]: x = 1
In [3]: def f():\\n   ...:     return 1
x = 1\\n\\n\\n%time y = x\\n\\n
%time y = f(1, \\\\\\n   2)\\nz = 1
y = %time f(1, \\\\\\n   2)\\nz = 1
x = 1 # a\\n!ls # b?
x = '''\\n!ls\\n'''\\n!ls\\ny = '''%d'''
x = (1 +\\n2)\\n%time y = 1
@d\\ndef f(): pass\\n!ls
%time x = {'a': 1}['a']
%time "a?b"
%prun f(x)
%who
%env X=1
%time x = 5 % 3
%time y = 1; z = 2
"""


def listed(text):
    """The cells of a table, a line each, with `\\n` for a line's end and `\\\\` for a backslash."""
    return [
        re.sub(r"\\(.)", lambda m: "\n" if m[1] == "n" else m[1], line) for line in text.split("\n") if line.strip()
    ]


def test_the_tables_are_large():
    assert len(listed(PYTHON)) + len(listed(COMMANDS)) >= 120


@pytest.mark.parametrize("cell", listed(PYTHON))
def test_python_stays_as_it_is(cell):
    ast.parse(cell)
    found = without_commands(cell)
    assert (found.text, found.left_out, found.commands) == (cell, (), False)
    assert file_without_commands(cell).text == cell
    assert same(cell)


@ORACLE
@pytest.mark.parametrize("cell", listed(COMMANDS))
def test_a_command_means_what_ipython_says(cell):
    assert same(cell) is True
    ast.parse(without_commands(cell).text)


PARTS = st.sampled_from(
    [
        *listed(PYTHON),
        # IPython joins the lines behind a command that leaves a bracket or a quote open, and asks about them all
        *(cell for cell in listed(COMMANDS) if not re.search(r"^(files = )?!echo ['\"(]", cell)),
        "x = 1",
        "def f(a):\n    return a",
        "",
        "# why?",
        "if x:",
        "    y = 2",
        ")",
        "'''",
    ]
)


@ORACLE
@settings(max_examples=300)
@given(st.lists(PARTS, min_size=1, max_size=5).map("\n".join))
def test_commands_among_others_mean_what_ipython_says(cell):
    if re.search(r"\n(?:>>> |In \[|%%)", cell):  # IPython looks for prompts further down, and stops at `%%` there
        without_commands(cell)
    else:
        assert same(cell) is not False


@given(st.text(alphabet="x=%!?,;/()[]'\"\\\n# ta:", max_size=40))
def test_any_text_keeps_its_lines(text):
    for read in (without_commands, file_without_commands):
        assert read(text).text.count("\n") == text.count("\n")


@given(st.text(alphabet="x=%!?/('\"\\\n# ", max_size=30))
def test_what_is_python_is_never_changed(text):
    try:
        ast.parse(text)
    except (SyntaxError, ValueError):
        return
    assert without_commands(text).text == text or text.lstrip(" \n")[:1] == "#" or not has_commands(text)
    assert file_without_commands(text).text == text


def test_commands_are_read_without_ipython(root, tmp_path):
    """One reader gives the same program on every machine, whether IPython is installed there or not."""
    (tmp_path / "attention.py").write_text("%time x = 1\n!ls\ndef embed(token_ids, E):\n    return E[token_ids]\n")
    code = (
        "import sys; from pathlib import Path; from grader import submissions; from grader.course import loading;"
        f"one, = submissions.find([Path({str(tmp_path)!r})], loading.load(Path({str(root)!r}), 'self_attention'));"
        "assert one.notebook and one.cells; print(sorted({'IPython', 'nbformat', 'numpy'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
