"""Does a kit hold anything that is the instructor's? Every file of it is searched, whatever its name.

`leaks` tells what of the secrets it found; an empty list is the proof. A question sheet is held to a list of the keys
that it may have.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from grader.kit.secrets import Secret, strings

__all__ = ["leaks"]

_PRIVATE_PARTS = {"solutions", "hidden", "mistakes", "accepted", "examples"}
_SHEET = {
    "": {"schema", "id", "title", "points", "policy", "questions"},
    "questions": {"id", "type", "shape", "title", "about", "points", "unit", "prompt", "options", "slots", "numbers"},
}


def leaks(files: Mapping[str, bytes], private: Iterable[Secret]) -> list[str]:
    """What of it stands in these files (path -> content): one line a file and find."""
    texts = [secret for secret in private if not secret.statement]
    statements = {secret.text: secret for secret in private if secret.statement}
    wrong = []
    for path, content in sorted(files.items()):
        bad = _PRIVATE_PARTS & set(Path(path).parts)
        if bad:
            wrong.append(f"{path}: a folder that stays with the instructor ({', '.join(sorted(bad))})")
        text = content.decode("utf-8", errors="replace")
        words = " ".join(_readable(path, text).split())
        wrong += [f"{path}: {s.what} of {s.source}: {s.text[:60]}" for s in texts if s.text in words]
        for block in _code(path, text):
            wrong += [f"{path}: {s.what} of {s.source}: {s.text[:60]}" for s in _found(block, statements)]
        if path.startswith("quizzes/") and path.endswith(".yaml"):
            wrong += [f"{path}: {complaint}" for complaint in _sheet(text)]
    return list(dict.fromkeys(wrong))


def _readable(path: str, text: str) -> str:
    """The text with JSON's escapes undone, and comment signs of wrapped lines left out."""
    if path.endswith((".ipynb", ".json")):
        try:
            return " ".join(strings(json.loads(text)))
        except ValueError:
            return text
    return re.sub(r"^\s*(#|//|>)+ ?", "", text, flags=re.MULTILINE)


def _code(path: str, text: str) -> Iterator[str]:
    """The Python in a file: a module, a notebook's cells, or the fenced blocks of a text."""
    if path.endswith(".py"):
        yield text
    elif path.endswith(".ipynb"):
        try:
            cells = json.loads(text).get("cells", [])
        except (ValueError, AttributeError):
            return
        yield from ("".join(cell.get("source", "")) for cell in cells if isinstance(cell, Mapping))
    elif path.endswith((".md", ".txt", ".html")):
        yield from re.findall(r"```\w*\n(.*?)```", text, re.DOTALL)


def _found(block: str, statements: Mapping[str, Secret]) -> Iterator[Secret]:
    try:
        tree = ast.parse(block)
    except (SyntaxError, ValueError):
        lines = {line.strip().removeprefix(">>> ").removeprefix("... ") for line in block.splitlines()}
        yield from (statements[line] for line in sorted(lines) if line in statements)
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and not isinstance(node, ast.FunctionDef | ast.ClassDef):
            text = ast.unparse(node)
            if text in statements:
                yield statements[text]


def _sheet(text: str) -> Iterator[str]:
    """Keys of a question sheet that a sheet does not have."""
    import yaml

    data = yaml.safe_load(text)
    if not isinstance(data, Mapping):
        yield "no question sheet"
        return
    yield from (f"the key {key!r} does not belong in a sheet" for key in data if key not in _SHEET[""])
    for question in data.get("questions") or ():
        name = question.get("id")
        extra = [key for key in question if key not in _SHEET["questions"]]
        yield from (f"{name}: the key {key!r} does not belong in a sheet" for key in extra)
        slots = (question.get("slots") or {}).values()
        groups = [question.get("options") or {}, *((slot.get("options") or {}) for slot in slots)]
        for options in groups:
            for option, words in options.items():
                more = sorted(set(words) - {"en", "ko"}) if isinstance(words, Mapping) else []
                yield from (f"{name}.{option}: the key {key!r} does not belong in a sheet" for key in more)
