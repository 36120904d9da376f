"""Commands for the notebook in Python text, such as `!pip`, `%time` or `np.take?`: what they mean where code is graded.

IPython's rules, written here because one reader has to give the same program on every machine and IPython is not in the
base install: a command begins a logical line, or stands behind an assignment's `=`; it is never looked for inside a
string, a bracket or behind a backslash. tests/submissions/test_notebook_commands.py holds this against IPython itself.

Every line keeps its number: what is left out becomes `pass` at the same place.
"""

from __future__ import annotations

import dataclasses
import re
import textwrap
from collections.abc import Callable, Iterator

from grader.submissions.cell_magics import WrittenFile, cell_magic, opens_cell_magic, takes_the_rest, without_prompts
from grader.submissions.converted_script import SHELL as _SHELL
from grader.submissions.converted_script import converted
from grader.submissions.magics import assigned, line_magic, matters, runs_python
from grader.submissions.scanner import end_of_command, logical_line

__all__ = ["PythonText", "WrittenFile", "file_without_commands", "has_commands", "without_commands"]

Module = Callable[[str], str | None]
"""A file that a command names -> the name under which it can be imported, or None where it was not handed in."""

_MAYBE = (  # each begins with a sign of its own, since a search for `^` looks at every character
    re.compile(r"\n[ \t\f]*[%!?,;/]"),
    re.compile(r"=[ \t]*[%!](?!=)"),
    re.compile(r"\?[ \t\f]*(?:\n|\Z)"),
)
_ODD_START = re.compile(r"\s*(?:[ \t]|>>>|In \[\d)")
_COMMAND_VALUE = re.compile(r"[ \t\f]*(?:\\\n[ \t\f]*)*(?=!(?!=)|%[ \t]*[^\W\d])")
_OPERATORS = tuple("=,(.[<>*/%&|^!+-:;")
_AUTOMATIC = frozenset(
    ("cat", "cd", "conda", "cp", "ls", "mamba", "mkdir", "mv", "pip", "rm", "run", "time", "timeit", "uv", "who")
)  # magics that need no % in a cell of one line


@dataclasses.dataclass(frozen=True, slots=True)
class PythonText:
    """Text as Python, with as many lines as before."""

    text: str
    left_out: tuple[str, ...] = ()  # commands that were left out, such as "!pip": all of them, in their order
    missed: bool = False  # one of these may be missed where the program runs
    commands: bool = False  # the text is a notebook's
    files: tuple[WrittenFile, ...] = ()  # what `%%writefile` writes


def has_commands(text: str) -> bool:
    """False where the text cannot have a command; True says only that it may."""
    return text.lstrip(" \t\f")[:1] in ("%", "!", "?", ",", ";", "/") or any(sign.search(text) for sign in _MAYBE)


def without_commands(text: str, module: Module = lambda _: None) -> PythonText:
    """The text of a notebook's cell as Python. `module` says what `%run FILE` can be had as."""
    if not has_commands(text) and not _ODD_START.match(text):
        text = _automatic(text)
        return _lines(text, module, cell=True) if text.lstrip()[:1] == "%" else PythonText(text)
    whole = _plain_indent(without_prompts(text))
    if opens_cell_magic(whole):
        found = cell_magic(whole)
        inner = _lines(found.text, module, cell=True) if found.text.strip() else PythonText(found.text)
        left_out = (*((found.left_out,) if found.left_out else ()), *inner.left_out)
        return PythonText(inner.text, left_out, found.missed or inner.missed, True, (*found.files, *inner.files))
    return _lines(_automatic(whole), module, cell=True)


def file_without_commands(text: str, module: Module = lambda _: None) -> PythonText:
    """The text of a Python file, or of a cell of one, as Python."""
    if not has_commands(text) and _SHELL not in text:
        return PythonText(text)
    text = converted(text, module) if _SHELL in text else text
    first = re.match(r"(?:# ?%%[^\n]*\n|[ \t]*\n)*", text)
    head = first[0] if first is not None else ""
    if opens_cell_magic(text[len(head) :]):
        rest = without_commands(text[len(head) :], module)
        files = tuple(dataclasses.replace(file, line=file.line + head.count("\n")) for file in rest.files)
        return dataclasses.replace(rest, text=head + rest.text, files=files)
    return _lines(text, module, cell=False)


def _plain_indent(text: str) -> str:
    """A cell that is indented as a whole, which a notebook runs all the same."""
    first = re.match(r"(?:[ \t\f]*\n)*([ \t]?)", text)
    if first is None or not first[1]:
        return text
    plain = textwrap.dedent(text)
    return plain if plain.count("\n") == text.count("\n") else text


def _automatic(text: str) -> str:
    """A cell of one line such as `pip install x`, with the sign of the command that it is."""
    word, _, rest = text.strip().partition(" ")
    if word not in _AUTOMATIC or "\n" in rest or rest.lstrip().startswith(_OPERATORS):
        return text
    if rest and runs_python(text.strip()):
        return text
    begin = text.index(word)
    return f"{text[:begin]}%{text[begin:]}"


def _lines(text: str, module: Module, *, cell: bool) -> PythonText:
    """The text with its line commands as Python. In a cell, a magic for another language takes the rest with it."""
    pieces: list[str] = []
    left_out: list[str] = []
    missed, copied, commands = False, 0, False
    for start, end, line, name in _commands(text, module):
        commands = True
        taken = text[start:end]
        pieces += [text[copied:start], line, "\n" * taken.count("\n")]
        copied = end
        if name:
            left_out.append(name)
            missed = missed or matters(taken.strip())
        if cell and taken.startswith("%%") and takes_the_rest(taken):
            inner = cell_magic(text[start:])
            pieces.append("\n" * text.count("\n", end))
            return PythonText("".join(pieces), tuple(left_out), missed or inner.missed, True, inner.files)
    return PythonText("".join([*pieces, text[copied:]]), tuple(left_out), missed, commands)


def _commands(text: str, module: Module) -> Iterator[tuple[int, int, str, str]]:
    """Each command: where it begins and ends, its Python, and its name if it is left out."""
    at = 0
    while at < len(text):
        begin = at
        while begin < len(text) and text[begin] in " \t\f":
            begin += 1
        if _escaped(text, begin):
            end = end_of_command(text, begin)
            words = _joined(text[begin:end])
            nothing = (
                "pass" if begin > at else ""
            )  # an indented block may have nothing else; `from __future__` is first
            python, name = (None, "?") if words.endswith("?") else _command(words, module, indented=begin > at)
            yield begin, end, nothing if python is None else python, name
            at = end
            continue
        line = logical_line(text, at, _COMMAND_VALUE)
        at = line.end
        if line.asks:
            yield begin, line.end, "pass", "?"
        elif 0 <= line.value == line.end < len(text):
            at = end_of_command(text, line.value)
            words = _joined(text[line.value : at])
            if words.endswith("?"):
                yield begin, at, "pass", "?"
            else:
                python = assigned(words)
                yield line.value, at, python, _name(words) if python in ("None", "[]") else ""


def _escaped(text: str, at: int) -> bool:
    """True where a logical line that begins there is a command: `%`, `!`, `?`, `,`, `;` or `/`, and no operator."""
    sign, after = text[at : at + 1], text[at + 1 : at + 2]
    return bool(sign) and sign in "%!?,;/" and not (sign in "%!/" and after == "=") and not sign == after == "/"


def _joined(words: str) -> str:
    """A command as one line, those that a backslash joins put together."""
    return " ".join(part.rstrip() for part in words.split("\\\n")).rstrip()


def _command(words: str, module: Module, *, indented: bool) -> tuple[str | None, str]:
    """The Python of a command; None, and its name, where it is left out."""
    sign, rest = words[0], words[1:]
    python: str | None = None
    if sign == "%":
        python = line_magic(rest, module, indented=indented)
    elif sign in ",;/":
        python = _called(sign, rest)
    return (None, _name(words)) if python is None else (python, "")


def _called(sign: str, rest: str) -> str | None:
    """What `/f x`, `,f a b` and `;f a b` call, or None where it is no call."""
    name, _, words = rest.partition(" ")
    if sign == "/":
        python = f"{name}({', '.join(words.split())})"
    else:
        parts = '", "'.join(words.split()) if sign == "," else words
        python = f'{name}("{parts}")'
    return python if name and runs_python(python) else None


def _name(words: str) -> str:
    """A command as a note names it: `!pip`, `%cd`, `?`."""
    found = re.match(r"(!!?|%%?)\s*([\w.-]{1,20})", words)
    return found[1] + found[2] if found is not None else words[:1]
