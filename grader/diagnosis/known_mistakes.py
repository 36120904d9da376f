"""The known mistakes of an assignment, and what each of them answers to a call.

A mistake runs in a namespace of its own: the reference, with the mistake's function defined over it. So a mistake
of `layer_norm` uses the reference's parts, and a mistake of `standardize` also has a `layer_norm`, the one
that a learner with this standardize would see. Modules are compiled when their function is first asked about;
headers are read (YAML) when a mistake is found. Answers are kept: a cohort is asked the same questions.
"""

from __future__ import annotations

import ast
import collections
import functools
import re
import traceback
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any

from grader.core.errors import SpecError
from grader.course.languages import languages_beside
from grader.diagnosis.records import Mistake

if TYPE_CHECKING:
    from grader.core.model import Call
    from grader.diagnosis.answers import CallAnswer, PosedCall

__all__ = ["KnownMistakes", "MistakeModule", "Outline", "read_headers"]

_KEPT = 256  # calls that are remembered with their answers
_LINE = re.compile(r"^(step|function|family|remembers|growth|combines): *(.*?) *$", re.MULTILINE)


class MistakeModule:
    """One mistake's module: what the search needs at once, and the rest when it is asked for."""

    def __init__(self, path: Path, shown: str) -> None:
        """Reads the text, not the YAML. Raises SpecError where there is no header."""
        self.id, self.path, self._shown = path.stem, path, shown
        try:
            self.text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            raise SpecError(f"{shown}:1:1: not UTF-8; save the file as UTF-8") from None
        found = re.match(r'"""(.*?)"""', self.text, re.DOTALL)
        if found is None:
            raise SpecError(f'{shown}:1:1: no header; a mistake begins with """ and its record in YAML')
        self.header = found.group(1)
        quick = dict(_LINE.findall(self.header))
        self.step, self.function = quick.get("step", ""), quick.get("function", "")
        self.family = quick.get("family", "")
        self.remembers = quick.get("remembers") == "true"
        self.growth = quick.get("growth") == "true"
        self.combines = tuple(re.findall(r"\w+", quick.get("combines", "")))

    @functools.cached_property
    def mistake(self) -> Mistake:
        """The whole header. Raises SpecError with one line a complaint."""
        from grader.core import yaml_reader

        languages = languages_beside(self.path.parent)
        record = yaml_reader.parse(self.header, Mistake, self._shown, languages=languages)
        if record.id != self.id:
            raise SpecError(f"{self._shown}:1:1: the id {record.id!r} is not the file's name")
        return record

    @functools.cached_property
    def code(self) -> CodeType:
        """The module, compiled."""
        return compile(self.text, self._shown, "exec", dont_inherit=True)


class Outline:
    """The reference as data: its functions in order, which of them each one uses, and its code."""

    def __init__(self, source: str) -> None:
        """`source` is the reference's text, percent cells and all."""
        tree = ast.parse(source)
        self.code = compile(tree, "<reference>", "exec", dont_inherit=True)
        self.nodes = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
        self.functions = tuple(self.nodes)
        self._uses = {name: self._named(node) for name, node in self.nodes.items()}

    def _named(self, node: ast.FunctionDef) -> set[str]:
        return {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and n.id in self.nodes} - {node.name}

    @functools.cache  # noqa: B019  # one outline lives as long as its corpus
    def parts(self, function: str) -> frozenset[str]:
        """`function` and every function of the reference that takes part in its answer."""
        found, todo = {function}, [function]
        while todo:
            new = self._uses.get(todo.pop(), set()) - found
            found |= new
            todo += new
        return frozenset(found)

    def names(self, function: str) -> tuple[str, ...]:
        """The names of the function's parameters, in order."""
        node = self.nodes.get(function)
        return tuple(argument.arg for argument in node.args.args) if node else ()


class KnownMistakes:
    """Known mistakes by id, over one reference."""

    def __init__(self, entries: Sequence[MistakeModule], outline: Outline) -> None:
        self.entries: Mapping[str, MistakeModule] = {entry.id: entry for entry in entries}
        self.outline = outline
        self._spaces: dict[str, dict[str, Any]] = {}
        self._asked: collections.OrderedDict[object, PosedCall] = collections.OrderedDict()
        self._concern: dict[str, tuple[MistakeModule, ...]] = {}
        self._replaced: Mapping[str, Any] = {}  # functions that stand in the place of the reference's

    @classmethod
    def load(cls, folder: Path, reference_source: str) -> KnownMistakes:
        """The mistakes in `folder` (solutions/<assignment>/mistakes), one module each. Raises SpecError."""
        return cls([MistakeModule(path, shown) for path, shown in _modules(folder, None)], Outline(reference_source))

    def __iter__(self) -> Iterator[Mistake]:
        return (entry.mistake for entry in self.entries.values())

    def __len__(self) -> int:
        return len(self.entries)

    def concerning(self, function: str) -> tuple[MistakeModule, ...]:
        """The mistakes that can show in an answer of `function`: its own first, then those of its parts."""
        if function not in self._concern:
            parts = self.outline.parts(function)
            parts -= self._replaced.keys()
            found = [entry for entry in self.entries.values() if entry.function in parts and not entry.growth]
            self._concern[function] = tuple(sorted(found, key=lambda entry: entry.function != function))
        return self._concern[function]

    def of_step(self, step: str) -> tuple[MistakeModule, ...]:
        """The mistakes of a step that show in values."""
        return tuple(entry for entry in self.entries.values() if entry.step == step and not entry.growth)

    def over(self, parts: Mapping[str, Any]) -> KnownMistakes:
        """The same mistakes over a reference in which some functions are replaced, say by calls of a learner's own."""
        return _OverParts(self, parts)

    def space(self, name: str = "", *, fresh: bool = False) -> dict[str, Any]:
        """The namespace of the reference, with the function of the mistake `name` in its place."""
        if fresh or name not in self._spaces:
            space: dict[str, Any] = {"__name__": name or "reference"}
            _run(self.outline.code, space, "the reference")
            space |= self._replaced
            if name:
                entry = self.entries[name]
                _run(entry.code, space, entry.code.co_filename)
                if not callable(space.get(entry.function)):
                    raise SpecError(f"{entry.path.name}:1:1: defines no function {entry.function!r}")
            if fresh:
                return space
            self._spaces[name] = space
        return self._spaces[name]

    def question(self, call: Call) -> PosedCall:
        """The call as something that the reference and the mistakes can be asked; the last ones are remembered."""
        from grader.diagnosis.answers import PosedCall, key

        mark = key(call)
        question = self._asked.get(mark)
        if question is None:
            question = self._asked[mark] = PosedCall(call)
            if len(self._asked) > _KEPT:
                self._asked.popitem(last=False)
        self._asked.move_to_end(mark)
        return question

    def answer(self, question: PosedCall, name: str = "", cast: str = "") -> CallAnswer:
        """What the mistake `name` (or the reference) answers, its arrays turned into the dtype `cast` first.

        Wants `quiet()` around it.
        """
        mark = f"{name}/{cast}" if cast else name
        if mark not in question.answers:
            question.answers[mark] = question.put(self.space(name), cast)
        return question.answers[mark]


class _OverParts(KnownMistakes):
    """Mistakes over replaced parts. What is replaced is given, so nothing is looked for there."""

    def __init__(self, corpus: KnownMistakes, parts: Mapping[str, Any]) -> None:
        super().__init__(tuple(corpus.entries.values()), corpus.outline)
        self._corpus, self._replaced = corpus, parts

    def space(self, name: str = "", *, fresh: bool = False) -> dict[str, Any]:
        """As it is without replaced parts; functions are bound anew, since running the modules would cost more."""
        if fresh:
            return super().space(name, fresh=True)
        if name not in self._spaces:
            made = _bound_anew(self._corpus.space(name))
            kept = {self.entries[name].function} if name else set()
            made |= {part: stand_in for part, stand_in in self._replaced.items() if part not in kept}
            self._spaces[name] = made
        return self._spaces[name]


def _bound_anew(space: dict[str, Any]) -> dict[str, Any]:
    """A namespace with the same functions, which find each other in it."""
    made = dict(space)
    for name, value in space.items():
        if isinstance(value, FunctionType) and value.__globals__ is space:
            function = FunctionType(value.__code__, made, name, value.__defaults__, value.__closure__)
            function.__kwdefaults__ = value.__kwdefaults__
            made[name] = function
    return made


def _run(code: CodeType, space: dict[str, Any], shown: str) -> None:
    """Define what an author's module defines. Raises SpecError where it does not run."""
    try:
        exec(code, space)
    except Exception as error:
        lines = [
            frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == code.co_filename
        ]
        line = f":{lines[-1]}" if lines else ""
        raise SpecError(f"{shown}{line}: {type(error).__name__}: {error}") from None


def read_headers(folder: Path, root: Path | None) -> tuple[Mistake, ...]:
    """Every header in `folder`; complaints show paths relative to `root`. Raises SpecError with all of them."""
    found, complaints = [], []
    for path, shown in _modules(folder, root):
        try:
            found.append(MistakeModule(path, shown).mistake)
        except SpecError as error:
            complaints.append(str(error))
    families = {mistake.family for mistake in found}
    names = {mistake.id for mistake in found}
    for mistake in found:
        shown = str(folder / f"{mistake.id}.py")
        complaints += [f"{shown}:1:1: combines {f!r}: no such family" for f in mistake.combines if f not in families]
        complaints += [f"{shown}:1:1: equal_to {m!r}: no such mistake" for m in mistake.equal_to if m not in names]
    if complaints:
        raise SpecError("\n".join(complaints))
    return tuple(found)


def _modules(folder: Path, root: Path | None) -> list[tuple[Path, str]]:
    """The modules in `folder` in a stable order, with what complaints call them."""
    root = root or folder.parent.parent.parent
    paths = sorted(path for path in folder.glob("*.py") if not path.name.startswith("_"))
    return [(path, (path.relative_to(root) if path.is_relative_to(root) else path).as_posix()) for path in paths]
