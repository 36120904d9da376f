"""Answers in a notebook: the cells that ask, and reading them back as text.

    answers["m1-row"] = "computed"              one option
    answers["m1-triangle"] = ["p1", "p4"]       several, or an order
    answers["m3-wait"] = {"truth": "false", "reason": "hidden"}
    answers["m1-mix"] = 3/4                     a number
    answers = {"m1-row": "computed", ...}       several at once

Nothing is run: a value is what its own characters say, by a scanner and `ast`, bounded in size and depth.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from grader.core.languages import both
from grader.core.model import Cell, Text
from grader.quiz.answers import AnswerEntry, Answers
from grader.quiz.questions import Raw, is_blank

__all__ = ["Strays", "answered", "merged", "read_cells"]

Strays = list[tuple[str, Text]]
"""Statements about `answers` that name no question: where, and what is wanted instead."""

_ENTRY = re.compile(r"""answers\s*\[\s*r?(["'])([^"'\\\n]{1,80})\1\s*\]\s*=(?!=)(.*)""", re.DOTALL)
_TABLE = re.compile(r"answers\s*\|?=\s*(\{.*)", re.DOTALL)
_NUMBER = re.compile(r"(?=[^0-9]*[0-9])[-+0-9.,/eE%_ ]+")  # in linear time, also for a megabyte of digits
_LONGEST = 1 << 16  # characters of one answer
_TOKENS = 600  # of one answer; a text of any length is one
_DEPTH = 3
_TOKEN = re.compile(  # each character is looked at once, which Python's own tokenizer does not promise (3.11)
    r"""\s+ | \#[^\n]* | \\\n
    | [bBrRuU]{0,2} (?: "{3} (?:[^\\"]|\\.|"(?!""))*+ "{3} | '{3} (?:[^\\']|\\.|'(?!''))*+ '{3}
                      | " (?:[^"\\\n]|\\.)*+ " | ' (?:[^'\\\n]|\\.)*+ ' )
    | [0-9.][0-9.a-zA-Z_]* | (?:True|False|None)\b | [-+*/%,:()\[\]{}|&^~@<>=!;]""",
    re.VERBOSE | re.DOTALL,
)


def answered(cells: Iterable[Cell]) -> bool:
    """True where anything was written: the cells of an untouched notebook are blank."""
    values, strays = read_cells(cells)
    return bool(strays) or any(entry.problem or not is_blank(entry.raw) for entry in values.values())


def read_cells(cells: Iterable[Cell]) -> tuple[Mapping[str, AnswerEntry], Strays]:
    """What the statements answer, by question. Two different answers to one question are a problem, named there."""
    found: dict[str, AnswerEntry] = {}
    strays: Strays = []
    for cell in cells:
        where = f"{cell.name}:{cell.line}"
        several = list(_entries(cell.text))
        if not several:
            strays.append((where, both("quiz.cell_statement")))
        for name, raw, problem in several:
            entry = AnswerEntry(raw, cell.line, problem, where)
            before = found.get(name)
            if before is None or (is_blank(before.raw) and not before.problem):
                found[name] = entry
            elif (entry.problem or not is_blank(entry.raw)) and (before.raw, before.problem) != (raw, problem):
                found[name] = replace(before, problem=both("quiz.cell_twice", one=before.where, other=where))
    return found, strays


def merged(
    written: Answers, cells: Mapping[str, AnswerEntry], same: Callable[[str, Raw, Raw], bool], name: str
) -> tuple[Answers, frozenset[str]]:
    """The answers of the file `name` and those of the notebook, and which are the notebook's.

    Where both answer a question differently (`same` says what is the same), it is a problem that names both.
    """
    values, taken = dict(written.values), set[str]()
    for item, entry in cells.items():
        blank = is_blank(entry.raw) and not entry.problem
        before = values.get(item)
        if before is None or (is_blank(before.raw) and not before.problem):
            if not blank or before is None:
                values[item] = entry
                taken.add(item)
        elif not blank and (entry.problem or before.problem or not same(item, before.raw, entry.raw)):
            values[item] = replace(
                entry, problem=both("quiz.cell_conflict", one=f"{name}:{before.line}", other=entry.where)
            )
            taken.add(item)
    return replace(written, values=values), frozenset(taken)


def _entries(statement: str) -> Iterator[tuple[str, Raw, Text | None]]:
    """Question, answer, problem of each answer in a statement."""
    one = _ENTRY.match(statement)
    if one is not None:
        yield one[2], *_value(one[3].strip())
        return
    table = _TABLE.match(statement)
    node = _parsed(table[1]) if table is not None else None
    if table is None or not isinstance(node, ast.Dict):
        return
    source = _Source(table[1])
    for key, value in zip(node.keys, node.values, strict=True):
        if isinstance(key, ast.Constant) and isinstance(key.value, str):
            yield key.value, *_value(source.segment(value))


def _value(text: str) -> tuple[Raw, Text | None]:
    """An answer's own characters as words, or why they cannot be taken for any."""
    number = text.partition("#")[0].strip()
    if not number:
        return None, None
    if len(number) <= _LONGEST and _NUMBER.fullmatch(number):
        return number.replace("_", ""), None
    node = _parsed(text)
    raw = _words(node, _Source(text)) if node is not None else None
    if raw is None:
        shown = " ".join((text if "'" in text or '"' in text else text.partition("#")[0]).split())
        return None, both("quiz.cell_value", got=shown if len(shown) <= 40 else shown[:39] + "…")
    return raw, None


def _parsed(text: str) -> ast.expr | None:
    """The expression, where it is made of nothing but texts, numbers, lists and dictionaries; else None."""
    if len(text) > _LONGEST or "\r" in text:
        return None
    at = depth = count = 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            return None
        at = token.end()
        count += not token[0].isspace()
        depth += (token[0] in "([{") - (token[0] in ")]}")
        if count > _TOKENS or depth > _DEPTH:
            return None
    try:
        return ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None


class _Source:
    """An expression's text, cut at its line ends once: `ast.get_source_segment` does that for every node."""

    def __init__(self, text: str) -> None:
        self.lines = text.encode("utf-8", "surrogatepass").split(b"\n")

    def segment(self, node: ast.expr) -> str:
        """The node's own characters."""
        first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
        lines = self.lines[first : last + 1]
        lines[-1] = lines[-1][: node.end_col_offset]
        lines[0] = lines[0][node.col_offset :]
        return b"\n".join(lines).decode("utf-8", "surrogatepass")


def _words(node: ast.expr, source: _Source) -> Raw:
    """The answer that an expression says; None where it says something else."""
    if isinstance(node, ast.Dict):
        pairs = [
            (_word(key, source) if key else None, _word(value, source))
            for key, value in zip(node.keys, node.values, strict=True)
        ]
        slots = {key: value for key, value in pairs if key is not None and value is not None}
        return slots if len(slots) == len(pairs) else None
    if isinstance(node, ast.List | ast.Tuple | ast.Set):
        words = tuple(word for item in node.elts if (word := _word(item, source)) is not None)
        return words if len(words) == len(node.elts) else None
    return _word(node, source)


def _word(node: ast.expr, source: _Source) -> str | None:
    if isinstance(node, ast.Constant):
        if node.value is None or isinstance(node.value, str):
            return node.value or ""
        if isinstance(node.value, bool):
            return str(node.value).lower()
    segment = source.segment(node).strip()
    return segment.replace("_", "") if _NUMBER.fullmatch(segment) else None
