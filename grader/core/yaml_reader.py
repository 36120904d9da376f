"""YAML into frozen dataclasses; every complaint names file, line and column, and the nearest right word.

`read(path, Quiz)` builds a `Quiz` from the file by the annotations of its fields: str, int, float, bool, `Text`,
`Placed`, tuples, mappings, optional values, other dataclasses, and `Kinds` (a record whose `type` key chooses the
dataclass). All complaints about a file come at once.

A `Text` is a plain string in a course with one language and a record of texts by language in any other; it has to be
complete in the languages that `read` is given. A field with the metadata `BESIDE` has its languages among the keys of
its record: `{en: "yes", ko: "네", shows: C1}`.

The reader works on `yaml.compose`, so that each node still knows where it stands; only the safe schema is
used, duplicate keys are complained about (plain YAML keeps the last one silently), and a bare yes/no/on/off
where a text is expected is named (YAML 1.1 reads it as a boolean).
"""

from __future__ import annotations

import dataclasses
import functools
import types
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import yaml

from grader.core.errors import SpecError
from grader.core.languages import is_code
from grader.core.model import Text
from grader.core.suggestions import nearest

__all__ = ["Amiss", "BESIDE", "FURTHER", "Placed", "parse", "place", "read", "read_mapping"]

T = TypeVar("T")
Kinds = Mapping[str, type]
Pairs = Sequence[tuple[yaml.ScalarNode, yaml.Node]]

_BESIDE = "languages beside"
BESIDE = {_BESIDE: True}  # metadata of a `Text` whose languages are keys of its record
FURTHER = {_BESIDE: False}  # the same with those alone that come after the course's first; each may be missing
_MAX_BYTES = 4 << 20
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the C loader is about ten times faster


class Placed(str):
    """A text that knows where it stands, for complaints that can be made only once other files are read."""

    place: str  # file:line:column

    def __new__(cls, text: str, place: str = "") -> Placed:
        """The text, and file:line:column."""
        made = super().__new__(cls, text)
        made.place = place
        return made


class Amiss(ValueError):
    """What a record finds wrong with itself: for each complaint the keys and places in lists that lead there."""

    def __init__(self, *found: tuple[Sequence[str | int], str]) -> None:
        """Each of `found` is the way and the sentence, as in (("steps", 1, "needs", 0), "no such step")."""
        super().__init__("; ".join(text for _, text in found))
        self.found = found


def read(
    path: Path,
    want: type[T],
    *,
    kinds: Mapping[type, Kinds] | None = None,
    root: Path | None = None,
    languages: Sequence[str] = (),
) -> T:
    """Read the YAML file at `path` as a `want`.

    `kinds` maps a base class that stands in annotations to its choices by the record's `type` key.
    Complaints show the path relative to `root`, where that is possible. `languages` are those of the course, which
    every text has to have; where there are none, any will do.
    Raises SpecError with one line a complaint.
    """
    text, shown = _text(path, root)
    return parse(text, want, shown, kinds=kinds, languages=languages)


def read_mapping(path: Path, want: type[T], *, root: Path | None = None) -> dict[str, T]:
    """Read the YAML file at `path` as a mapping of words to `want`. Raises SpecError."""
    text, shown = _text(path, root)
    return typing.cast("dict[str, T]", parse(text, Mapping[str, want], shown))  # type: ignore[valid-type, type-abstract]


def _text(path: Path, root: Path | None) -> tuple[str, str]:
    """A file's text and what complaints call it."""
    shown = path
    if root is not None and path.is_relative_to(root):
        shown = path.relative_to(root)
    try:
        if path.stat().st_size > _MAX_BYTES:
            raise SpecError(f"{shown}: larger than {_MAX_BYTES >> 20} MiB; a file for people to write is far smaller")
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise SpecError(f"{shown}: no such file") from None
    except UnicodeDecodeError as error:
        raise SpecError(f"{shown}: not UTF-8 (byte {error.start}); save the file as UTF-8") from None
    except OSError as error:
        raise SpecError(f"{shown}: cannot be read: {error.strerror}") from None
    return text, str(shown)


def parse(
    text: str, want: type[T], name: str, *, kinds: Mapping[type, Kinds] | None = None, languages: Sequence[str] = ()
) -> T:
    """As `read`, from a text that complaints call `name`."""
    try:
        node = yaml.compose(text, Loader=_Loader)
        if node is None:
            raise SpecError(f"{name}:1:1: the file is empty")
        reader = _Reader(name, kinds or {}, languages)
        result = reader.value(node, want, "")
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = f"{mark.line + 1}:{mark.column + 1}" if mark else "1:1"
        raise SpecError(f"{name}:{where}: not valid YAML: {error.problem or error.context}") from None
    except yaml.YAMLError as error:
        raise SpecError(f"{name}:1:1: not valid YAML: {str(error).splitlines()[0]}") from None
    except RecursionError:
        raise SpecError(f"{name}:1:1: nested too deeply") from None
    if reader.complaints:
        raise SpecError("\n".join(reader.complaints))
    return typing.cast(T, result)


def place(text: str, keys: Sequence[str | int]) -> str:
    """Where keys and places in lists lead in a YAML text, as "line:column"; as far as they go."""
    node = yaml.compose(text, Loader=_Loader)
    if node is None:
        return "1:1"
    mark = _down(node, keys).start_mark
    return f"{mark.line + 1}:{mark.column + 1}"


def _down(node: yaml.Node, keys: Sequence[str | int]) -> yaml.Node:
    """The node to point at: the last key, or what stands there in a list."""
    shown = node
    for key in keys:
        if isinstance(node, yaml.MappingNode):
            found = next((pair for pair in node.value if pair[0].value == key), None)
        elif isinstance(node, yaml.SequenceNode) and isinstance(key, int) and key < len(node.value):
            found = (node.value[key], node.value[key])
        else:
            found = None
        if found is None:
            break
        shown, node = found
    return shown


@functools.cache
def _hints(record: type) -> dict[str, Any]:
    return typing.get_type_hints(record)


class _Reader:
    """One pass over one file's nodes; complaints gather and the pass goes on."""

    def __init__(self, name: str, kinds: Mapping[type, Kinds], languages: Sequence[str]) -> None:
        self.name = name
        self.kinds = kinds
        self.languages = tuple(languages)
        self.complaints: list[str] = []

    def complain(self, node: yaml.Node, text: str) -> None:
        mark = node.start_mark
        self.complaints.append(f"{self.name}:{mark.line + 1}:{mark.column + 1}: {text}")

    def value(self, node: yaml.Node, want: Any, where: str) -> object:
        """The node as `want`, or None after a complaint."""
        if want in self.kinds:
            return self.choice(node, want, where)
        if want is Placed:
            text, mark = self.scalar(node, str, where), node.start_mark
            return None if text is None else Placed(str(text), f"{self.name}:{mark.line + 1}:{mark.column + 1}")
        if want is Text:
            return self.text(node, where)
        if dataclasses.is_dataclass(want):
            return self.record(node, typing.cast(type, want), where, skip=())
        origin, inner = typing.get_origin(want), typing.get_args(want)
        if origin in (typing.Union, types.UnionType):
            return self.optional(node, inner, where)
        if origin is tuple:
            return self.sequence(node, inner[0], where)
        if origin is not None and issubclass(origin, Mapping):
            return self.mapping(node, inner[1], where)
        return self.scalar(node, want, where)

    def optional(self, node: yaml.Node, inner: tuple[Any, ...], where: str) -> object:
        if isinstance(node, yaml.ScalarNode) and node.tag.endswith(":null") and type(None) in inner:
            return None
        rest = [want for want in inner if want is not type(None)]
        if len(rest) == 1:
            return self.value(node, rest[0], where)
        for want in rest:  # for example int | float | str: the first that takes the scalar
            trial = _Reader(self.name, self.kinds, self.languages)
            found = trial.value(node, want, where)
            if not trial.complaints:
                return found
        self.complain(node, f"{where}: expected {' or '.join(_word(want) for want in rest)}{_got(node)}")
        return None

    def choice(self, node: yaml.Node, base: type, where: str) -> object:
        known = self.kinds[base]
        if not isinstance(node, yaml.MappingNode):
            self.complain(node, f"{where}: expected a record with a 'type'{_got(node)}")
            return None
        kind = next((value for key, value in node.value if key.value == "type"), None)
        if kind is None:
            self.complain(node, f"{where}: missing key 'type'{nearest('', known)}")
            return None
        if not isinstance(kind, yaml.ScalarNode) or kind.value not in known:
            self.complain(kind, f"{where}: unknown type {kind.value!r}{nearest(kind.value, known)}")
            return None
        return self.record(node, known[kind.value], where, skip=("type",))

    def pairs(self, node: yaml.MappingNode, where: str) -> Iterable[tuple[yaml.ScalarNode, yaml.Node]]:
        seen: dict[str, int] = {}
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                self.complain(key, f"{where}: a key has to be a plain word")
            elif key.value in seen:
                self.complain(key, f"{where}: key {key.value!r} stands twice (first on line {seen[key.value]})")
            else:
                seen[key.value] = key.start_mark.line + 1
                yield key, value

    def text(self, node: yaml.Node, where: str) -> Text | None:
        """A text from a string, or from a record of strings by language."""
        if isinstance(node, yaml.MappingNode):
            return self.by_language(node, list(self.pairs(node, where)), where, self.languages, self.languages or None)
        if isinstance(node, yaml.SequenceNode):
            self.complain(node, f"{where}: expected a text{_got(node)}")
            return None
        words = self.scalar(node, str, where)
        if words is None:
            return None
        if len(self.languages) > 1:
            self.complain(node, f"{where}: one text for {_listed(self.languages)}; write {_example(self.languages)}")
            return None
        return Text({self.languages[0]: str(words)} if self.languages else str(words))

    def by_language(
        self, node: yaml.Node, said: Pairs, where: str, wanted: Sequence[str], allowed: Sequence[str] | None
    ) -> Text | None:
        """A text from pairs of a language and a string: each of `wanted` and no other than `allowed`, None for any."""
        before, words = len(self.complaints), {}
        for key, value in said:
            if not is_code(key.value):
                self.complain(key, f"{where}: {key.value!r} is no language; a text is a string, or strings by language")
            elif allowed is not None and key.value not in allowed and key.value in self.languages:
                self.complain(key, f"{where}: only the languages after {key.value!r}, the first, stand here")
            elif allowed is not None and key.value not in allowed:
                tail = f"the course's are {_listed(self.languages)}"
                self.complain(key, f"{where}: unknown key {key.value!r}, no language of this course ({tail})")
            else:
                words[key.value] = self.scalar(value, str, f"{where}.{key.value}")
        missing = [language for language in wanted if all(key.value != language for key, _ in said)]
        if missing:
            tail = f" (the course's languages are {_listed(self.languages)})" if len(wanted) > 1 else ""
            self.complain(node, f"{where}: no text in {_listed(missing)}{tail}")
        elif not said:
            self.complain(node, f"{where}: expected a text, got an empty record")
        return Text(words) if len(self.complaints) == before else None  # type: ignore[arg-type]  # all are texts

    def required(self, node: yaml.Node, where: str, fields: Mapping[str, Any], got: Mapping[str, object]) -> None:
        """Complain about each key that has to be there and is not."""
        for name, field in fields.items():
            optional = field.default is not dataclasses.MISSING or field.default_factory is not dataclasses.MISSING
            if name not in got and not optional:
                self.complain(node, f"{where}: missing key {name!r}")

    def record(self, node: yaml.Node, want: type, where: str, skip: tuple[str, ...]) -> object:
        fields = {f.name: f for f in dataclasses.fields(want) if f.init and not f.metadata.get("derived")}
        spoken = next((name for name, field in fields.items() if _BESIDE in field.metadata), None)
        before, got = len(self.complaints), dict[str, object]()
        if spoken is not None and isinstance(node, yaml.ScalarNode) and fields[spoken].metadata[_BESIDE]:
            got[spoken] = self.text(node, where)  # the words alone, where there is nothing else to say
        elif not isinstance(node, yaml.MappingNode):
            self.complain(node, f"{where or _record(want)}: expected a record with keys{_got(node)}")
            return None
        said: list[tuple[yaml.ScalarNode, yaml.Node]] = []
        for key, value in self.pairs(node, where) if isinstance(node, yaml.MappingNode) else ():
            if key.value in skip:
                continue
            if key.value in fields:
                got[key.value] = self.value(value, _hints(want)[key.value], f"{where}.{key.value}".lstrip("."))
            elif spoken is not None and (key.value in self.languages if self.languages else is_code(key.value)):
                said.append((key, value))
            else:
                known = [*fields, *(self.languages if spoken is not None else ())]
                self.complain(key, f"{where or _record(want)}: unknown key {key.value!r}{nearest(key.value, known)}")
        if spoken in got and said:
            self.complain(said[0][0], f"{where}: {said[0][0].value!r} and {spoken!r} say the same thing; keep one")
        elif spoken is not None and spoken not in got and (said or fields[spoken].metadata[_BESIDE]):
            got[spoken] = self.spoken(node, said, where, whole=fields[spoken].metadata[_BESIDE])
        self.required(node, where or _record(want), fields, got)
        if len(self.complaints) > before:
            return None
        try:
            return want(**got)
        except Amiss as amiss:
            for keys, text in amiss.found:
                self.complain(_down(node, keys), f"{where or _record(want)}: {text}")
            return None
        except ValueError as error:  # a dataclass may check itself; its sentence gets this place
            self.complain(node, f"{where or _record(want)}: {error}")
            return None

    def spoken(self, node: yaml.Node, said: Pairs, where: str, whole: bool) -> Text | None:
        """A text whose languages are keys of its record: all of the course's, or some of those after the first."""
        if whole:
            return self.by_language(node, said, where, self.languages, self.languages or None)
        return self.by_language(node, said, where, (), self.languages[1:] if self.languages else None)

    def sequence(self, node: yaml.Node, inner: Any, where: str) -> object:
        if not isinstance(node, yaml.SequenceNode):
            self.complain(node, f"{where}: expected a list{_got(node)}")
            return None
        return tuple(self.value(item, inner, f"{where}[{_name(item, i)}]") for i, item in enumerate(node.value))

    def mapping(self, node: yaml.Node, inner: Any, where: str) -> object:
        if not isinstance(node, yaml.MappingNode):
            self.complain(node, f"{where}: expected a record with keys{_got(node)}")
            return None
        return {key.value: self.value(value, inner, f"{where}.{key.value}") for key, value in self.pairs(node, where)}

    def scalar(self, node: yaml.Node, want: Any, where: str) -> object:
        try:
            if want in (object, Any):
                return _construct(node)
            value = _construct(node) if isinstance(node, yaml.ScalarNode) else node
        except (yaml.YAMLError, ValueError, RecursionError) as error:
            why = getattr(error, "problem", None) or str(error)
            self.complain(node, f"{where}: {'nested too deeply' if isinstance(error, RecursionError) else why}")
            return None
        if want is float and type(value) is int:
            value = float(value)
        if type(value) is want:
            return value
        note = ""
        if type(value) is bool and want is str:
            note = " (YAML reads a bare yes, no, on or off as a boolean: put it in quotes)"
        elif want is str and isinstance(node, yaml.ScalarNode):
            note = " (put it in quotes)"
        self.complain(node, f"{where}: expected {_word(want)}{_got(node)}{note}")
        return None


def _name(node: yaml.Node, number: int) -> str:
    """What complaints call an item of a list: its id, where it has one."""
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if key.value == "id" and isinstance(value, yaml.ScalarNode):
                return str(value.value)[:40]
    return str(number)


def _listed(languages: Sequence[str]) -> str:
    """Codes of languages as a sentence names them: en, ko and de."""
    return " and ".join(filter(None, (", ".join(languages[:-1]), languages[-1])))


def _example(languages: Sequence[str]) -> str:
    return f"{{{', '.join(f'{language}: ...' for language in languages)}}}"


def _record(want: type) -> str:
    return want.__name__.strip("_").lower()


def _construct(node: yaml.Node) -> object:
    construct: Callable[..., object] = yaml.SafeLoader("").construct_object
    return construct(node, deep=True)


def _word(want: Any) -> str:
    return {str: "a text", int: "a whole number", float: "a number", bool: "true or false"}.get(
        want, getattr(want, "__name__", str(want))
    )


def _got(node: yaml.Node) -> str:
    if isinstance(node, yaml.ScalarNode):
        return f", got {node.value[:60]!r}"
    return ", got a list" if isinstance(node, yaml.SequenceNode) else ", got a record with keys"
