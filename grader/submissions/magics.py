"""What IPython's line commands mean where code is graded: run as Python, given a harmless value, or left out."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable

__all__ = ["assigned", "line_magic", "matters", "runs_python"]

_PYLAB = (
    "import numpy; import numpy as np; from numpy import *; from numpy.fft import *; "
    "from numpy.random import *; from numpy.linalg import *"
)
_RUN_OPTIONS = re.compile(r"(?:-[a-zA-Z]+(?:=?\d+)?\s+)*(?:-m\s+)?")
_QUIET = frozenset(  # nobody misses these where no notebook is watched
    "alias autoreload colors config debug doctest_mode hist history lprun ls lsmagic ll magic matplotlib "
    "memit mprun page pdb pdef pdoc pfile pinfo pinfo2 pprint precision prun psearch psource pwd pycat quickref "
    "load_ext reload_ext rehashx tb tensorboard timeit time unload_ext who who_ls whos xmode".split()
)
_QUIET_SHELL = frozenset(
    "cat clear date df du echo free grader head hostname ls lscpu nproc nvidia-smi ps pwd tail top tree uname uptime "
    "wc whereis which whoami".split()
)
_INSTALLERS = frozenset(("conda", "mamba", "pip", "pip3", "python", "python3", "uv"))
_BASE_PACKAGE = re.compile(
    r"-.*|(?:numpy|matplotlib|ipykernel|ipywidgets|jupyter|jupyterlab|notebook|pip|pytest|grader)(?:[=<>~!\[].*)?|install"
)


def runs_python(text: str) -> bool:
    """True where the text is Python."""
    try:
        ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def line_magic(words: str, module: Callable[[str], str | None], *, indented: bool) -> str | None:
    """The Python that stands for `%words`, None where the command is left out."""
    name, _, rest = words.partition(" ")
    rest = rest.strip()
    if name == "time" and rest and runs_python(rest):
        return rest
    if name == "pylab" and not indented:
        return _PYLAB
    if name in ("run", "load", "loadpy") and not indented:
        file = _RUN_OPTIONS.sub("", rest, count=1).strip()
        found = module(_first_word(file))
        return f"from {found} import *" if found else None
    return None


def assigned(words: str) -> str:
    """The Python that stands for a command whose value is assigned."""
    if words[0] == "!":
        return "[]"
    name, _, rest = words[1:].strip().partition(" ")
    rest = rest.strip()
    if name == "time" and rest and "\n" not in rest and _is_value(rest):
        return rest
    return '"."' if name == "pwd" and not rest else "None"


def matters(command: str) -> bool:
    """True where something of the program may miss the command: not help, a picture's settings, a listing."""
    found = re.match(r"(!!?|%%?)\s*([\w.-]*)\s*([^\n]*)", command)
    if found is None:
        return False
    name = found[2]
    if found[1][0] == "!" and name in _QUIET_SHELL:
        return False
    if name in _INSTALLERS and all(_BASE_PACKAGE.fullmatch(word) for word in found[3].split()):
        return False
    return found[1][0] == "!" or name not in _QUIET


def _first_word(words: str) -> str:
    """The first word, which quotes may hold together."""
    found = re.match(r"\"([^\"]*)\"|'([^']*)'|(\S*)", words)
    return next((part for part in found.groups() if part), "") if found is not None else ""


def _is_value(text: str) -> bool:
    try:
        ast.parse(text, mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True
