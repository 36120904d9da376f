"""Folders on disk -> Assignment: where the courses live, what an assignment says, what its suite's hash is.

A repository holds `solutions/<id>/` (private) and `exercises/<id>/` (public). An assignment is found by walking
up from where the command runs until a folder with `solutions/` or `exercises/` appears.
"""

from __future__ import annotations

import ast
import dataclasses
import hashlib
import math
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path

from grader.core import yaml_reader
from grader.core.errors import SpecError, UsageError
from grader.core.languages import both, is_code
from grader.core.model import COUNTING, FALLBACK, LEVELS, Assignment, Limits, Points, Step, Text
from grader.core.suggestions import did_you_mean, nearest
from grader.course.languages import languages_beside

__all__ = [
    "assignments",
    "find_root",
    "load",
    "load_beside",
    "pick",
    "read_all",
    "signatures",
    "step_of",
    "suite_hash",
    "to_be_named",
]

SCHEMA = "grader/assignment/1"
_TAKEN = "id"  # Indonesian, but an option of a quiz has its own id beside its texts, in every report


@dataclasses.dataclass(frozen=True)
class _Assignment:
    """The keys of an `assignment.yaml`."""

    schema: str
    id: str
    title: Text
    file: str
    points: Points
    steps: tuple[Step, ...]
    limits: Limits = dataclasses.field(default_factory=Limits)
    isolation: str = "confined"
    hint_cost: str = "0"
    attempts: str = "last"
    partial: Mapping[str, str] = dataclasses.field(default_factory=dict)  # dropped from the public part
    kit_hints: tuple[yaml_reader.Placed, ...] = ()  # ids of mistakes; dropped from the public part
    letters: Text | None = None
    languages: tuple[str, ...] | None = None
    private: Mapping[str, object] = dataclasses.field(default_factory=dict)  # dropped from the public part

    def __post_init__(self) -> None:
        complaints = _complaints(self)
        if complaints:
            raise yaml_reader.Amiss(*complaints)


def _complaints(file: _Assignment) -> list[tuple[tuple[str | int, ...], str]]:
    """What does not fit together in an assignment whose every key is of the right kind, with the keys to look at."""
    if file.schema != SCHEMA:
        return [(("schema",), f"schema is {file.schema!r}; this version reads {SCHEMA!r}")]
    if file.isolation not in LEVELS:
        return [(("isolation",), f"isolation is {file.isolation!r}{nearest(file.isolation, LEVELS)}")]
    if file.attempts not in COUNTING:
        return [(("attempts",), f"attempts is {file.attempts!r}{nearest(file.attempts, COUNTING)}")]
    if file.languages is not None and (wrong := _no_languages(file.languages)):
        return wrong
    out: list[tuple[tuple[str | int, ...], str]] = [
        (("partial", name), f'partial.{name} is {part!r}; it has to be a part such as "1/2"')
        for name, part in file.partial.items()
        if not _part(part)
    ]
    seen: list[str] = []
    if file.hint_cost != "0" and not _part(file.hint_cost):
        sentence = f'hint_cost is {file.hint_cost!r}; it has to be a part of a point such as "1/4"'
        out.append((("hint_cost",), sentence))
    for i, step in enumerate(file.steps):
        here = ("steps", i)
        if step.id in seen:
            out.append(((*here, "id"), f"step {step.id!r} stands twice"))
        for j, need in enumerate(step.needs):
            if need not in seen:
                sentence = f"step {step.id!r} needs {need!r}, which is no earlier step{nearest(need, seen)}"
                out.append(((*here, "needs", j), sentence))
        if step.points <= 0:
            out.append(((*here, "points"), f"step {step.id!r} has {step.points} points; it needs at least 1"))
        seen.append(step.id)
    total = sum(step.points for step in file.steps if not step.bonus)
    if total != file.points.code:
        sentence = f"the steps' points sum to {total}, but points.code says {file.points.code}"
        out.append((("points", "code"), sentence))
    numbers = dataclasses.asdict(file.limits)
    return out + [
        (("limits", name), f"limits.{name} is {value}; it has to be a number above 0")
        for name, value in numbers.items()
        if not 0 < value < math.inf
    ]


def _no_languages(languages: Sequence[str]) -> list[tuple[tuple[str | int, ...], str]]:
    """What is wrong with a list of languages."""
    if not languages:
        return [(("languages",), "languages is empty; name at least one, as in [en]")]
    out: list[tuple[tuple[str | int, ...], str]] = []
    for i, language in enumerate(languages):
        if not is_code(language):
            out.append((("languages", i), f"{language!r} is no code of a language, such as en, de or pt-BR"))
        if language == _TAKEN:
            out.append((("languages", i), f"{language!r} names an option in reports; use the code {language}-ID"))
        if language in languages[:i]:
            out.append((("languages", i), f"language {language!r} stands twice"))
    return out


def _part(text: str) -> Fraction | None:
    """A text such as "1/2" as a fraction between 0 and 1; None where it is none."""
    try:
        part = Fraction(text)
    except (ValueError, ZeroDivisionError):
        return None
    return part if 0 < part <= 1 else None


def find_root(start: Path) -> Path:
    """The nearest folder at or above `start` that holds `solutions/` or `exercises/`. Raises UsageError."""
    start = start.resolve()
    for folder in (start, *start.parents):
        if (folder / "solutions").is_dir() or (folder / "exercises").is_dir():
            return folder
    raise UsageError(both("usage.no_course", folder=start))


def assignments(root: Path) -> tuple[str, ...]:
    """The ids of the assignments under `root`, sorted."""
    found = {p.parent.name for top in ("solutions", "exercises") for p in (root / top).glob("*/assignment.yaml")}
    return tuple(sorted(found))


def pick(root: Path, wanted: str | None, hint: Path | None = None) -> str:
    """The assignment that is meant: the named one, the only one, or the one whose name stands in `hint`'s path.

    Raises UsageError with the known names otherwise.
    """
    known = assignments(root)
    if not known:
        top = "solutions" if (root / "solutions").is_dir() else "exercises"
        raise UsageError(both("usage.no_assignments", folder=root / top))
    if wanted is not None:
        if wanted in known:
            return wanted
        raise UsageError(both("usage.no_assignment", word=wanted, near=did_you_mean(wanted, known, known)))
    if len(known) == 1:
        return known[0]
    named = [part for part in (hint.resolve().parts if hint else ()) if part in known]
    if len(set(named)) == 1:
        return named[0]
    raise UsageError(both("usage.several_assignments", names=", ".join(known), first=known[0]))


def to_be_named(root: Path, assignment_id: str, hint: Path | None = None) -> bool:
    """Does a command that runs at `hint` need the assignment's name?"""
    try:
        return pick(root, None, hint) != assignment_id
    except UsageError:
        return True


def load(root: Path, assignment_id: str, *, public: bool = False) -> Assignment:
    """Read an assignment from `solutions/` (or, where `public`, from `exercises/`). Raises SpecError."""
    folder = root / ("exercises" if public else "solutions") / assignment_id
    if not public and not folder.parent.is_dir():
        raise SpecError(
            f"{root}: no solutions/ here, so this is a learner's kit; this command needs the instructor's repository "
            "(--course FOLDER), and `grader check` runs the visible checks"
        )
    languages, manifest = languages_beside(folder), folder / "assignment.yaml"
    file = yaml_reader.read(
        manifest, _Assignment, root=root, languages=languages if all(map(is_code, languages)) else ()
    )
    if file.id != assignment_id:
        raise SpecError(f"{_at(manifest, root, 'id')}: id is {file.id!r}, but the folder is {assignment_id!r}")
    returns: dict[str, str] = {}
    if not public:
        _known_mistakes(file.kit_hints, folder / "mistakes")
        source = read_source(folder / file.file, root)
        functions = signatures(source)
        missing = [
            f"{_at(manifest, root, 'steps', i, 'functions', j)}: step {step.id!r} asks for {name}(), which {file.file} "
            f"does not define{nearest(name, functions)}"
            for i, step in enumerate(file.steps)
            for j, name in enumerate(step.functions)
            if name not in functions
        ]
        if missing:
            raise SpecError("\n".join(missing))
        returns = {name: ast.unparse(f.returns) for name, f in functions.items() if f.returns is not None}
    return _assignment(file, folder, returns, languages)


def load_beside(folder: Path) -> Assignment:
    """The public assignment whose manifest lies in `folder`, whatever the folder is called. Raises SpecError."""
    file = yaml_reader.read(folder / "assignment.yaml", _Assignment, root=folder)
    return _assignment(file, folder, {}, languages_beside(folder))


def _assignment(file: _Assignment, folder: Path, returns: Mapping[str, str], languages: tuple[str, ...]) -> Assignment:
    return Assignment(
        id=file.id,
        title=file.title,
        file=file.file,
        points=file.points,
        steps=file.steps,
        limits=file.limits,
        isolation=file.isolation,
        folder=folder,
        returns=returns,
        partial={name: Fraction(part) for name, part in file.partial.items()},
        hint_cost=Fraction(file.hint_cost),
        kit_hints=file.kit_hints,
        attempts=file.attempts,
        letters=file.letters,
        languages=languages or (FALLBACK,),
    )


def _at(path: Path, root: Path, *keys: str | int) -> str:
    """Where keys lead in a YAML file, as file:line:column."""
    return f"{path.relative_to(root).as_posix()}:{yaml_reader.place(path.read_text(encoding='utf-8'), keys)}"


def _known_mistakes(named: Sequence[yaml_reader.Placed], folder: Path) -> None:
    """Raise SpecError with a line for each name that is no mistake's in `folder`, or stands twice."""
    known = sorted(path.stem for path in folder.glob("*.py"))
    wrong = [
        f"{name.place}: kit_hints: no mistake {name!r} in mistakes/{nearest(name, known)}"
        for name in named
        if name not in known
    ]
    wrong += [f"{name.place}: kit_hints: {name!r} stands twice" for i, name in enumerate(named) if name in named[:i]]
    if wrong:
        raise SpecError("\n".join(wrong))


def read_source(path: Path, root: Path) -> str:
    """An author's Python file as text. Raises SpecError with file and line where it is no Python."""
    shown = path.relative_to(root) if path.is_relative_to(root) else path
    try:
        text = path.read_text(encoding="utf-8")
        ast.parse(text)
    except FileNotFoundError:
        raise SpecError(f"{shown}: no such file") from None
    except UnicodeDecodeError as error:
        raise SpecError(f"{shown}: not UTF-8 (byte {error.start})") from None
    except SyntaxError as error:
        raise SpecError(f"{shown}:{error.lineno}: {error.msg}") from None
    return text


def signatures(source: str) -> dict[str, ast.FunctionDef]:
    """The top-level functions of a Python source, by name."""
    return {node.name: node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)}


def suite_hash(assignment: Assignment) -> str:
    """SHA-256 over everything that decides a result: manifest, reference, hidden suite, mistakes, quiz.

    Names and contents in sorted order, so that the hash depends on nothing else. Which attempt counts is decided when
    grades are asked for, so that key of the manifest is left out. The first 16 hex digits.
    """
    digest = hashlib.sha256()
    folder = assignment.folder
    files = [folder / "assignment.yaml", folder / assignment.file, folder / "quiz.yaml", folder / "generators.py"]
    files += sorted((folder / "hidden").rglob("*.py")) + sorted((folder / "hidden").glob("*.yaml"))
    files += [*sorted((folder / "mistakes").glob("*.py")), folder / "misconceptions.yaml"]
    for path in files:
        if path.is_file():
            content = path.read_bytes()
            if path.name == "assignment.yaml":
                content = re.sub(rb"(?m)^attempts[ \t]*:.*\n?", b"", content)
            digest.update(f"{path.relative_to(folder).as_posix()} {len(content)}\n".encode())
            digest.update(content)
    return digest.hexdigest()[:16]


def read_all(folder: Path, language: str) -> dict[str, str]:
    """Step id -> its first picture in `folder`, a folder of the author's; empty where there is none."""
    found: dict[str, str] = {}
    for path in sorted(folder.glob(f"*.{language}.svg")):
        text = path.read_text(encoding="utf-8")
        if text.startswith("<svg ") and "<script" not in text.lower():
            found.setdefault(step_of(path.name), text)
    return found


def step_of(name: str) -> str:
    """The id of the step that a picture explains: what stands before the first hyphen of its name."""
    return name.partition("-")[0]
