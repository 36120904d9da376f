"""answers.yaml: read what a learner wrote, with the line of every answer, and write it with the questions.

The file is flat, so that an editor is enough: `m1-row: computed`. Reading takes every value as the words that
stand there (an unquoted `no` stays "no"); what they mean is for the question. Lines that start with # in the
first column are comments.
"""

from __future__ import annotations

import collections
import dataclasses
import functools
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from grader.core.errors import UsageError
from grader.core.languages import both, reason
from grader.core.model import Text
from grader.quiz.questions import Raw
from grader.quiz.variants import Draw

__all__ = ["Answers", "AnswerEntry", "load_answers", "read_answers", "written"]

_MAX_CHARACTERS = 1 << 17  # with every question as a comment in both languages it is less than half of that
_HEADER = ("quiz", "learner", "attempt", "seed")
_COMMENT = re.compile(r"^#.*$", re.MULTILINE)


@dataclasses.dataclass(frozen=True, slots=True)
class AnswerEntry:
    """One answer as it stands in the file. `problem` says why it cannot even be taken for an answer."""

    raw: Raw
    line: int
    problem: Text | None = None
    where: str = ""  # cell and line, where it stands in a notebook


@dataclasses.dataclass(frozen=True)
class Answers:
    """A learner's answers, and the draw they were given to."""

    draw: Draw
    values: Mapping[str, AnswerEntry] = dataclasses.field(default_factory=dict)
    problem: Text | None = None  # why nothing of the file can be read
    where: str = ""  # line:column of the problem

    def with_answer(self, item: str, raw: Raw) -> Answers:
        """The same answers with one more, or one changed."""
        return dataclasses.replace(self, values={**self.values, item: AnswerEntry(raw, 0)})


def load_answers(path: Path) -> Answers:
    """The answers in a file. Raises UsageError where it cannot be read, so that nobody overwrites it."""
    try:
        answers = read_answers(path.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError:
        raise UsageError(both("usage.not_utf8", where=path)) from None
    except OSError as error:
        raise UsageError(both("usage.unreadable", file=path, why=reason(error))) from None
    if answers.problem:
        where, problem = f"{path}:{answers.where}", answers.problem
        raise UsageError(problem.each(lambda words: f"{where}: {words}"))
    return answers


def read_answers(text: str) -> Answers:
    """What a file says. Never raises: a file that is no YAML gives `problem`."""
    import yaml

    text = text.removeprefix("\ufeff")
    if len(text) > _MAX_CHARACTERS:
        return _unreadable(both("quiz.too_large", size=_MAX_CHARACTERS >> 10), "1:1")
    try:
        root = yaml.compose(_COMMENT.sub("", text), Loader=_words())
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = f"{mark.line + 1}:{mark.column + 1}" if mark else "1:1"
        return _unreadable(both("quiz.not_yaml"), place)
    except (yaml.YAMLError, RecursionError):
        return _unreadable(both("quiz.not_yaml"), "1:1")
    if root is None or (isinstance(root, yaml.ScalarNode) and not root.value):
        return Answers(Draw(""))
    if not isinstance(root, yaml.MappingNode):
        return _unreadable(both("quiz.no_lines"), "1:1")
    return _answers([(str(key.value), _entry(node, key.start_mark.line + 1)) for key, node in root.value])


def _answers(entries: list[tuple[str, AnswerEntry]]) -> Answers:
    header: dict[str, str] = {}
    values: dict[str, AnswerEntry] = {}
    for name, entry in entries:
        if name in _HEADER:
            header[name] = entry.raw.strip() if isinstance(entry.raw, str) else ""
        elif name in values:
            lines = f"{values[name].line}, {entry.line}"
            values[name] = AnswerEntry(None, values[name].line, both("quiz.answered_twice", lines=lines))
        else:
            values[name] = entry
    attempt, seed = (_whole(header.get(name, ""), default) for name, default in (("attempt", 1), ("seed", 0)))
    return Answers(Draw(header.get("quiz", ""), header.get("learner", ""), attempt, seed), values)


@functools.cache
def _words() -> Any:
    """A loader that leaves every value the words it is: asking what type each might be takes half the time."""
    import yaml

    class AnswerProblem(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]  # the C library may lack
        def resolve(self, kind: Any, value: Any, implicit: Any) -> str:
            return "word"

        def descend_resolver(self, current_node: Any, current_index: Any) -> None:
            pass

        def ascend_resolver(self) -> None:
            pass

    return AnswerProblem


def _unreadable(problem: Text, where: str) -> Answers:
    return Answers(Draw(""), {}, problem, where)


def _whole(text: str, default: int) -> int:
    return int(text) if re.fullmatch(r"\s*-?[0-9]{1,18}\s*", text) else default


def _entry(node: Any, line: int) -> AnswerEntry:
    """Nodes of YAML know their kind by `id`."""
    if node.id == "scalar":
        return AnswerEntry(_word(node), line)
    if node.id == "sequence":
        if all(item.id == "scalar" for item in node.value):
            return AnswerEntry(tuple(_word(item) for item in node.value), line)
    elif all(key.id == value.id == "scalar" for key, value in node.value):
        names = [key.value for key, _ in node.value]
        if len(set(names)) == len(names):
            return AnswerEntry({key.value: _word(value) for key, value in node.value}, line)
        return AnswerEntry(
            None,
            line,
            both(
                "quiz.twice", got=", ".join(sorted({n for n, times in collections.Counter(names).items() if times > 1}))
            ),
        )
    return AnswerEntry(None, line, both("quiz.nested"))


def _word(node: Any) -> str:
    blank = not node.style and node.value in ("~", "null")
    return "" if blank else str(node.value)


def written(name: str, raw: Raw) -> str:
    """An answer as it stands in the file; `read_answers` gives the same back."""
    if raw is None or raw == "":
        return f"{name}:"
    if isinstance(raw, str):
        return f"{name}: {_block(raw) if _is_block(raw) else _scalar(raw)}"
    if isinstance(raw, Mapping):
        return "\n".join([f"{name}:", *(f"  {_scalar(slot)}: {_scalar(word)}".rstrip() for slot, word in raw.items())])
    return f"{name}: [{', '.join(_scalar(word) or _QUOTES for word in raw)}]"


_QUOTES = '""'
_PLAIN = re.compile(r"[\w.+/-]*\w[\w.+/%-]*")


def _scalar(word: str) -> str:
    if _PLAIN.fullmatch(word) and word.isprintable() and word != "null" and not word.startswith(("-", ".", "/", "+")):
        return word
    if re.fullmatch(r"-?[0-9.]+", word):
        return word
    return "".join(_escaped(json.dumps(word, ensure_ascii=False))) if word else ""


def _is_block(text: str) -> bool:
    """True for several lines that a block can hold as they are."""
    lines = text.split("\n")
    plain = all(line.isprintable() and line == line.rstrip() for line in lines)
    return len(lines) > 1 and plain and bool(lines[-1]) and bool(lines[0]) and lines[0] == lines[0].lstrip()


def _block(text: str) -> str:
    return "|-\n" + "\n".join(f"  {line}" if line else "" for line in text.split("\n"))


def _escaped(text: str) -> Iterator[str]:
    for c in text:
        code = ord(c)
        yield c if c.isprintable() else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
