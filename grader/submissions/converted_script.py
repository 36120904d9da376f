"""A script that nbconvert made of a notebook: its commands are calls of the notebook's shell, cells with `%%` strings.

get_ipython().run_line_magic('time', 'y = f()')
get_ipython().run_cell_magic('time', '', 'def f():\\n    return 1\\n')
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable

from grader.submissions.cell_magics import cell_magic
from grader.submissions.magics import line_magic, runs_python

__all__ = ["SHELL", "converted"]

SHELL = "get_ipython"  # no other script has the word
_CALL = re.compile(r"^([ \t]*)(get_ipython\(\)\.run_(line|cell)_magic\([^\n]*\))[ \t]*;?[ \t]*$", re.MULTILINE)


def converted(text: str, module: Callable[[str], str | None]) -> str:
    """The script with the calls that run Python replaced by that Python, line by line; the others stay as they are."""
    return _CALL.sub(lambda call: call[1] + (_python(call[2], call[3], module, bool(call[1])) or call[2]), text)


def _python(call: str, kind: str, module: Callable[[str], str | None], indented: bool) -> str | None:
    """The Python of one call on one line, None where it is none."""
    try:
        node = ast.parse(call).body[0]
        given = [ast.literal_eval(part) for part in node.value.args]  # type: ignore[attr-defined]  # else AttributeError
    except (SyntaxError, ValueError, TypeError, AttributeError, RecursionError, MemoryError):
        return None
    if not all(isinstance(part, str) for part in given):
        return None
    if kind == "line" and len(given) == 2:
        python = line_magic(f"{given[0]} {given[1]}", module, indented=indented)
        return python if python is not None and "\n" not in python else None
    if kind == "cell" and len(given) == 3:
        body = cell_magic(f"%%{given[0]} {given[1]}\n{given[2]}")
        if not body.left_out and not body.files and runs_python(body.text):
            return f"exec({body.text.lstrip()!r}, globals())"
    return None
