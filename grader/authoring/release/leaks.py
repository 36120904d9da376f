"""Does a kit hold anything that is the instructor's? Every file of it is searched, whatever its name.

`leaks` tells what of the secrets it found; an empty list is the proof. A question sheet is held to a list of the keys
that it may have.
"""

from __future__ import annotations

import ast
import dataclasses
import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from grader.core.languages import is_code
from grader.core.model import Assignment
from grader.course.renamed_checks import FILE

__all__ = ["Secret", "leaks", "secrets", "strings"]

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
    title = data.get("title")
    languages = {str(language) for language in title if is_code(str(language))} if isinstance(title, Mapping) else set()
    yield from (f"the key {key!r} does not belong in a sheet" for key in data if key not in _SHEET[""])
    for question in data.get("questions") or ():
        name = question.get("id")
        extra = [key for key in question if key not in _SHEET["questions"]]
        yield from (f"{name}: the key {key!r} does not belong in a sheet" for key in extra)
        slots = (question.get("slots") or {}).values()
        groups = [question.get("options") or {}, *((slot.get("options") or {}) for slot in slots)]
        for options in groups:
            for option, words in options.items():
                more = sorted(set(words) - languages) if isinstance(words, Mapping) else []
                yield from (f"{name}.{option}: the key {key!r} does not belong in a sheet" for key in more)


_SHORTEST = 20  # characters of a text or of an expression that can be told from chance
_QUIZ_PRIVATE = ("why", "explanation", "rubric", "samples", "view", "diagnoses")


@dataclasses.dataclass(frozen=True, slots=True)
class Secret:
    """Something that must not be in a kit: a text as normalised words, or a statement as its tree prints."""

    text: str
    source: str  # file it stands in
    what: str
    statement: bool = False


def secrets(assignment: Assignment, told: Collection[str] = ()) -> list[Secret]:
    """Everything private of an assignment, each once; headers of the mistakes in `told` may be in a kit."""
    folder = assignment.folder
    found: list[Secret] = []
    for path in sorted(folder.rglob("*.py")):
        inside = path.relative_to(folder)
        if inside.parts[0] == "public" or "__pycache__" in inside.parts:
            continue
        open_header = inside.parts[0] == "mistakes" and path.stem in told
        found += _of_python(path.read_text(encoding="utf-8"), f"{folder.name}/{inside.as_posix()}", open_header)
    for path in sorted((folder / "hidden").glob("*.yaml")):
        if path.name == FILE:
            continue  # ids, which every report names
        found += [
            Secret(text, f"{folder.name}/hidden/{path.name}", "words of a hidden check") for text in _texts(_yaml(path))
        ]
    if (folder / "quiz.yaml").is_file():
        data = _yaml(folder / "quiz.yaml")
        asked = "\n".join(_asked(data))  # what a question says itself is no secret where a reason says the same
        found += [
            Secret(text, f"{folder.name}/quiz.yaml", f"the quiz's {key}")
            for key, text in _quiz(data, "")
            if text not in asked
        ]
    private = _yaml(folder / "assignment.yaml").get("private")
    found += [Secret(text, f"{folder.name}/assignment.yaml", "the private block") for text in _texts(private)]
    visible = _visible_words(folder / "public")
    return list({s.text: s for s in reversed(found) if s.text not in visible and not _is_call(s, assignment)}.values())


def _visible_words(public: Path) -> set[str]:
    """What visible checks say of themselves: a hidden check that bears the same title has none to hide."""
    found: set[str] = set()
    for path in sorted(public.glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and (words := ast.get_docstring(node)):
                found.update(_lines(words))
    return found


def _is_call(secret: Secret, assignment: Assignment) -> bool:
    """Does a statement only call one of the learner's functions with plain names, as every lesson does?"""
    if not secret.statement:
        return False
    [node] = ast.parse(secret.text.removeprefix("return ")).body
    value = node.value if isinstance(node, ast.Assign | ast.Expr) else None
    return (
        isinstance(value, ast.Call)
        and isinstance(value.func, ast.Name)
        and value.func.id in assignment.functions
        and all(isinstance(argument, ast.Name) for argument in value.args)
        and not value.keywords
    )


def _of_python(source: str, name: str, open_header: bool = False) -> Iterator[Secret]:
    """Statements inside functions, long expressions in them, and the words of docstrings that are not a stub's."""
    tree = ast.parse(source)
    private_words = "/hidden/" in name or "/mistakes/" in name
    shortest = _SHORTEST if "/figures" in name else 0  # drawing has its usual phrases, such as `return canvas.svg()`
    if private_words and not open_header and (header := ast.get_docstring(tree)):
        yield from (Secret(text, name, "a module's header") for text in _lines(header))
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef):
            continue
        if private_words and (words := ast.get_docstring(node)):
            yield from (Secret(text, name, "words of a check") for text in _lines(words))
        body = node.body[1:] if ast.get_docstring(node) is not None else node.body
        for statement in (inner for top in body for inner in ast.walk(top) if isinstance(inner, ast.stmt)):
            if isinstance(statement, _Telling):
                yield from (one for one in _statement(statement, name) if len(one.text) >= shortest)


_Telling = ast.Return | ast.Assign | ast.AugAssign | ast.Assert | ast.Expr


def _statement(statement: _Telling, name: str) -> Iterator[Secret]:
    """A statement that does some work, and its expression where that is long."""
    value = statement.test if isinstance(statement, ast.Assert) else statement.value
    parts = list(ast.walk(value)) if value is not None else []
    work = sum(isinstance(part, ast.BinOp | ast.Call | ast.Compare | ast.Subscript) for part in parts)
    text = ast.unparse(statement)
    if not work or value is None or (isinstance(statement, ast.Expr) and work < 2):
        return
    yield Secret(text, name, "a statement", statement=True)
    expression = ast.unparse(value)
    if work > 1 and len(expression) >= _SHORTEST:
        yield Secret(expression, name, "an expression")


def _lines(text: str) -> Iterator[str]:
    """The paragraphs and the lines of a docstring, where they are long enough to rule out coincidence."""
    pieces = {" ".join(piece.split()) for piece in (*text.split("\n\n"), *text.splitlines())}
    yield from (piece for piece in sorted(pieces) if _long(piece))


def _long(text: str) -> bool:
    return len(text) + sum("가" <= c <= "힣" for c in text) >= _SHORTEST


def _yaml(path: Path) -> dict[str, Any]:
    import yaml

    data = yaml.load(path.read_text(encoding="utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    return data if isinstance(data, dict) else {}


def strings(data: object) -> Iterator[str]:
    """Every text in plain data."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, Mapping):
        for value in data.values():
            yield from strings(value)
    elif isinstance(data, list):
        for value in data:
            yield from strings(value)


def _texts(data: object) -> Iterator[str]:
    """Every long text in a YAML value."""
    yield from (" ".join(text.split()) for text in strings(data) if _long(text))


def _quiz(data: object, under: str) -> Iterator[tuple[str, str]]:
    """The texts of a bank that a sheet never has, with the key they stand under."""
    if under:
        yield from ((under, text) for text in _texts(data))
    elif isinstance(data, Mapping):
        for key, value in data.items():
            yield from _quiz(value, str(key) if key in _QUIZ_PRIVATE else "")
    elif isinstance(data, list):
        for value in data:
            yield from _quiz(value, "")


def _asked(data: object) -> Iterator[str]:
    """The texts of a bank that stand in its sheet."""
    if isinstance(data, Mapping):
        for key, value in data.items():
            if key not in _QUIZ_PRIVATE:
                yield from [" ".join(value.split())] if isinstance(value, str) else _asked(value)
    elif isinstance(data, list):
        for value in data:
            yield from _asked(value)
