"""The top-level statements of a learner's text: which one raised, what each defines, what is left of a broken text.

Pure functions over text and `ast`; standard library only, loaded by path beside `loading.py`.
"""

from __future__ import annotations

import ast
import copy
import itertools
import re
import types
import warnings
from collections.abc import Iterator, Mapping, Sequence

__all__ = ["at_line", "bound", "defining", "first_line", "line_of", "named_in", "pieces", "place", "without_missing"]

_UNREADABLE = (SyntaxError, ValueError, MemoryError, RecursionError)
_NAMED = re.compile(r"^[ \t]*(?:async[ \t]+)?def[ \t]+(\w+)|^(\w+)[ \t]*(?::[^=\n]*)?=(?!=)", re.MULTILINE)
_CONTINUES = re.compile(r"[ \t\n)\]}#]|(?:else|elif|except|finally|case)\b|$")
_HEAD = re.compile(r"(?:def|class|async|import|from)\b|@")
_BLOCK = re.compile(r"(?:def|class|async|for|while|if|try|with|match)\b|@")
_JOINED, _TRIES = 40, 2000  # pieces that are read as one at most, and attempts at that in one text
_Scope = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda
_Position = tuple[int, int]


def first_line(statement: ast.stmt) -> int:
    """The line on which a statement begins: that of its first decorator, if it has one."""
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(one.lineno for one in decorators)])


def at_line(body: Sequence[ast.stmt], line: int) -> int:
    """The index of the last statement that begins on `line` or before it; 0 where none does."""
    return max((i for i, statement in enumerate(body) if first_line(statement) <= line), default=0)


def _frame(error: BaseException, name: str) -> types.TracebackType | None:
    """The outermost frame of the text called `name` among those that an exception has left."""
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_filename == name and code.co_name == "<module>":
            return trace
        trace = trace.tb_next
    return None


def line_of(error: BaseException, name: str) -> int | None:
    """The outermost line of the text called `name` in which an exception was raised."""
    trace = _frame(error, name)
    return None if trace is None else trace.tb_lineno


def place(body: Sequence[ast.stmt], error: BaseException, name: str) -> int:
    """The index of the statement that raised; that of the last one where the exception does not tell."""
    trace = _frame(error, name)
    if trace is None:
        return len(body) - 1
    position = _position(trace)
    before = (i for i, one in enumerate(body) if (first_line(one), _column(one)) <= position)
    return max(before, default=0)


def _position(trace: types.TracebackType) -> _Position:
    """Line and column of what was being run, the column beyond every other where it is not known."""
    found = next(itertools.islice(trace.tb_frame.f_code.co_positions(), trace.tb_lasti // 2, None), None)
    if found is None or found[0] is None or found[0] != trace.tb_lineno or found[2] is None:
        return trace.tb_lineno, 1 << 30
    return found[0], found[2]


def _column(statement: ast.stmt) -> int:
    return 0 if getattr(statement, "decorator_list", ()) else statement.col_offset


def bound(statement: ast.stmt) -> list[str]:
    """The names that a statement gives to the module: functions, classes, what it assigns and imports ("*": many)."""
    names: dict[str, None] = {}
    todo: list[ast.AST] = [statement]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names[node.name] = None
        elif isinstance(node, ast.Import | ast.ImportFrom):
            names.update((alias.asname or alias.name.partition(".")[0], None) for alias in node.names)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names[node.id] = None
        if not isinstance(node, _Scope):
            todo += ast.iter_child_nodes(node)
    return list(names)


def named_in(text: str) -> list[str]:
    """The names that a text which cannot be read seems to define."""
    return list(dict.fromkeys(function or name for function, name in _NAMED.findall(text)))


def defining(statement: ast.stmt, namespace: Mapping[str, object]) -> bool:
    """Does a statement import, define or assign, without calling a function of the module's own?

    Blocks of such statements count too (`try: import ... except ImportError: ...`).
    """
    if isinstance(statement, ast.Import | ast.ImportFrom | _Scope | ast.Pass):
        return True
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Constant)
    if isinstance(statement, ast.Assign | ast.AnnAssign):
        names = {part.id for part in ast.walk(statement) if isinstance(part, ast.Name)}
        return not any(isinstance(namespace.get(name), types.FunctionType) for name in names)
    if isinstance(statement, ast.If):
        return all(defining(one, namespace) for one in (*statement.body, *statement.orelse))
    if isinstance(statement, ast.Try):
        handled = itertools.chain.from_iterable(handler.body for handler in statement.handlers)
        inner = (*statement.body, *handled, *statement.orelse, *statement.finalbody)
        return all(defining(one, namespace) for one in inner)
    return False


def without_missing(statement: ast.stmt, error: BaseException, name: str) -> tuple[ast.stmt, bool] | None:
    """The statement without what could not be had in it, and whether something was lost; None where it needs that.

    A decorator whose name is not there is left out: the function under it is what is graded. One that is there and
    raises is the learner's own doing. `from .helper import x` in a file that is in no package means the one beside it.
    """
    trace = _frame(error, name)
    if trace is None:
        return None
    if isinstance(statement, ast.ImportFrom) and statement.level and "no known parent package" in str(error):
        flat = copy.copy(statement)
        flat.level = 0
        return (flat, False) if flat.module else (_names_imported(flat), False)
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    if not decorators or trace.tb_next is not None or not _not_there(error):
        return None
    line = trace.tb_lineno
    gone = [one for one in decorators if one.lineno <= line <= (one.end_lineno or one.lineno)]
    if not gone:
        return None
    less = copy.copy(statement)
    less.decorator_list = [one for one in decorators if one is not gone[0]]  # type: ignore[attr-defined]
    return less, True


def _names_imported(flat: ast.ImportFrom) -> ast.stmt:
    """`from . import a, b` as `import a, b`."""
    return ast.copy_location(ast.Import(names=flat.names), flat)


def _not_there(error: BaseException) -> bool:
    """Does an exception say that a name, or what was to be called, is not there?"""
    if isinstance(error, NameError | AttributeError):
        return True
    return isinstance(error, TypeError) and "'NoneType' object" in str(error)


def pieces(text: str, first: int, whole: bool = False) -> Iterator[tuple[str, int, list[ast.stmt] | BaseException]]:
    """A text that cannot be read, cut where its statements begin: each part, its first line, and its statements.

    With `whole` it is tried in one piece before. What cannot be read comes with its error, whose `lineno` counts from
    the part's first line. Parts that can only be read together, such as a text in triple quotes, are read together.
    """
    if whole and not isinstance(body := _read(text, first), BaseException):
        yield text, first, body
        return
    parts, tries = _parts(text), 0
    while parts:
        line, piece = parts.pop()
        found, longer, joined = _read(piece, line + first - 1), piece, 0
        quoted = "triple-quoted" in str(found)
        following = parts[:-_JOINED:-1] if isinstance(found, BaseException) and not _well(piece, found) else []
        for _, more in following:
            tries += 1
            if tries > _TRIES or (_HEAD.match(more) and not quoted):
                break
            longer, joined = longer + more, joined + 1
            again = _read(longer, line + first - 1)
            if not isinstance(again, BaseException) or _well(longer, again):
                piece, found = longer, again
                del parts[-joined:]
                break
        if isinstance(found, BaseException) and (well := _well(piece, found)):
            lines = piece.splitlines(keepends=True)
            parts.append((line + well, "".join(lines[well:])))
            piece = "".join(lines[:well])
            found = _read(piece, line + first - 1)
        yield piece, line + first - 1, found


def _well(piece: str, error: BaseException) -> int:
    """How many lines of a part are well where the line behind them is too far right, which costs that line alone."""
    if not isinstance(error, IndentationError) or _BLOCK.match(piece):
        return 0
    return (error.lineno or 1) - 1


def _read(piece: str, line: int) -> list[ast.stmt] | BaseException:
    """The statements of a part of a text, at the lines of the whole; or why it cannot be read."""
    try:
        with warnings.catch_warnings():  # a warning would print the learner's line to whoever reads it here
            warnings.simplefilter("ignore")
            tree = ast.parse(piece)
            compile(tree, "<readable>", "exec")
    except _UNREADABLE as error:
        return error
    return ast.increment_lineno(tree, line - 1).body


def _parts(text: str) -> list[tuple[int, str]]:
    """A text cut at the lines that look like the beginning of a statement, the last part first; with its first line."""
    parts: list[tuple[int, list[str]]] = []
    decorated = False
    for number, line in enumerate(text.splitlines(keepends=True), start=1):
        if parts and (_CONTINUES.match(line) or decorated):
            parts[-1][1].append(line)
        else:
            parts.append((number, [line]))
        if not _CONTINUES.match(line):
            decorated = line.startswith("@")
    return [(number, "".join(lines)) for number, lines in reversed(parts) if any(line.strip() for line in lines)]
