"""Cells of a notebook that begin with `%%`, and cells that were pasted with their prompts."""

from __future__ import annotations

import dataclasses
import re

__all__ = ["CellMagic", "WrittenFile", "cell_magic", "opens_cell_magic", "takes_the_rest", "without_prompts"]

_RUN = ("time", "capture", "prun", "snakeviz", "memray", "wandb")  # run their body as Python
_SILENT = ("html", "HTML", "javascript", "js", "latex", "markdown", "svg", "SVG", "timeit", "memit", "mprun", "lprun")
_FOREIGN = (
    *("bash", "sh", "script", "system", "sx", "!", "cmd", "powershell", "perl", "ruby", "pypy", "python", "python2"),
    *("python3", "sql", "bigquery", "R", "cython", "ai", "shell", "mermaid", "file", "writefile"),
)
_DEFINES = re.compile(r"^(?:async\s+)?def\s+\w", re.MULTILINE)
_CLASSIC = re.compile(r"^[ \t]*(?:>>>|\.\.\.)[ \t]?", re.MULTILINE)
_NUMBERED = re.compile(r"^(?:(?:\[(?:nav|ins)\] )?In \[\d+\]: ?|[ \t]*\.{3,}: ?)", re.MULTILINE)


@dataclasses.dataclass(frozen=True, slots=True)
class WrittenFile:
    """What a cell writes to a file: `text`, which begins on that line of the cell."""

    name: str
    text: str
    line: int
    added: bool = False  # behind what the file already says


@dataclasses.dataclass(frozen=True, slots=True)
class CellMagic:
    """A cell without its magic: what is left to run, and what was left out."""

    text: str
    left_out: str = ""
    missed: bool = False
    files: tuple[WrittenFile, ...] = ()


def opens_cell_magic(text: str) -> bool:
    """True where the first line that is not blank begins with `%%` and does not ask for help."""
    found = re.match(r"\s*\n?(%%[^\n]*)", text) if text.lstrip().startswith("%%") else None
    return found is not None and not re.match(r"%%\w+\?", found[1])


def takes_the_rest(line: str) -> bool:
    """True for a magic in the middle of a cell, behind which no Python of this notebook stands."""
    return "".join(line[2:].split()[:1]) in (*_SILENT, *_FOREIGN)


def cell_magic(text: str) -> CellMagic:
    """The cell with its magic's meaning. Its lines keep their numbers."""
    begin = text.index("%%")
    newline = text.find("\n", begin)
    end = len(text) if newline < 0 else newline
    words = text[begin + 2 : end].split()
    name, options = (words[0], words[1:]) if words else ("", [])
    head, body = "\n" * text.count("\n", 0, begin), text[end:]
    if name in _RUN or (name not in (*_SILENT, *_FOREIGN) and _DEFINES.search(body)):
        return CellMagic(head + body)
    blank = head + "pass" + "\n" * body.count("\n")
    files: tuple[WrittenFile, ...] = ()
    named = [word.strip("\"'") for word in options if not word.startswith("-")]
    if name in ("writefile", "file") and named:
        added = "-a" in options or "--append" in options
        files = (WrittenFile(named[0], body.removeprefix("\n"), text.count("\n", 0, end) + 2, added),)
    return CellMagic(blank, f"%%{name}", name not in _SILENT and not files, files)


def without_prompts(text: str) -> str:
    """A cell that was pasted from a terminal, without `>>>` and `In [1]:` at the beginning of its lines."""
    first = re.match(r"\s*(>>>|(?:\[(?:nav|ins)\] )?In \[\d+\]: )", text)
    if first is None:
        return text
    return (_CLASSIC if first[1] == ">>>" else _NUMBERED).sub("", text)
