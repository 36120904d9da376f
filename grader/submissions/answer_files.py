"""Which file holds a learner's answers to the quiz, and what becomes of two of them.

The only one is read, whatever it is called of the names that browsers and editors make of answers.yaml, wherever it
lies: next to the work, further up such as at the kit's root, or elsewhere. Of two that differ the newer one is read
where the times tell and it answers at least as much; else what both answer alike counts, and a question that they
answer differently is held for a person. A file that cannot be read is held as a whole.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath

from grader.core.languages import both
from grader.core.model import FileUse, Text
from grader.core.safe_text import one_line
from grader.submissions.cells import SOURCE_BYTES
from grader.submissions.decoding import replacing
from grader.submissions.files import HandedIn, Unusable, file_use, is_answers, newest

__all__ = ["AnswersRead", "answers_in"]

_USUAL = "answers.yaml"
_HEADER = ("quiz", "learner", "attempt", "seed")
_KEY = re.compile(r"([\w.\-\"']+)[ \t]*:(?:[ \t](.*)|$)")
_BLANK = ("", '""', "''", "null", "~", "[]", "{}")
_UNREADABLE = "\0"  # no YAML, so that every question is held
_MOST = 4  # files that are read


@dataclasses.dataclass(frozen=True)
class AnswersRead:
    """The text of the answers, None where there are none; what a person should know; and the use of each file."""

    text: str | None = None
    notes: tuple[Text, ...] = ()
    uses: Mapping[PurePosixPath, FileUse] = dataclasses.field(default_factory=dict)


def answers_in(
    files: Sequence[HandedIn], program: HandedIn | None, others: frozenset[str] = frozenset()
) -> AnswersRead:
    """The answers among the files of a submission whose code is `program`.

    What lies in the folder of another assignment (`others` are their names) is not this one's. Never raises: a file
    that cannot be read gives a text that holds every question.
    """
    found = [f for f in files if is_answers(f.path.name) and not _elsewhere(f.path, program, others)]
    if not found:
        return AnswersRead()
    found.sort(key=lambda file: _distance(file, program))
    texts = [(file, _text(file)) for file in found[:_MOST]]
    read = [(file, text) for file, text in texts if isinstance(text, str)]
    broken = [(file, text) for file, text in texts if isinstance(text, Text)]
    uses = {file.path: FileUse(str(file.path), "not opened", why) for file, why in broken}
    if not read:
        return AnswersRead(_UNREADABLE, tuple(why for _, why in broken), uses)
    written = [(file, text) for file, text in read if _given(text)] or read
    chosen, text, doubt = _decided(written)
    beside = [file for file, _ in read if file is not chosen]
    uses |= {file.path: file_use(file, "not used", "intake.use_other", name=_shown(chosen)) for file in beside}
    if doubt:
        uses |= {file.path: file_use(file, "answers", "intake.use_both_answers") for file, _ in written}
    else:
        uses[chosen.path] = file_use(chosen, "answers")
    return AnswersRead(text, _notes(chosen, [f for f, _ in written if f is not chosen], program, doubt, broken), uses)


def _decided(written: Sequence[tuple[HandedIn, str]]) -> tuple[HandedIn, str, bool]:
    """The file that is read, the text, and whether a person has to decide between them."""
    given = [_given(text) for _, text in written]
    if all(one == given[0] for one in given):
        return (*written[0], False)
    latest = newest([file for file, _ in written])
    if latest is not None:
        at = next(i for i, (file, _) in enumerate(written) if file is latest)
        if len(given[at]) >= max(map(len, given)):
            return (*written[at], False)
    text = written[0][1]
    for (_, other), entries in zip(written[1:], given[1:], strict=True):
        blocks = _blocks(other)
        differing = [name for name, value in entries.items() if given[0].get(name) != value]
        text = "\n".join([_without(text, differing, given[0]), *(blocks[name] for name in differing)]) + "\n"
    return written[0][0], text, True


def _without(text: str, names: Sequence[str], given: Mapping[str, str]) -> str:
    """The text without the questions among `names` that it asks and leaves blank: another file answers them."""
    blank = set(names) - given.keys()
    lines, left_out = [], False
    for line in text.split("\n"):
        key = _KEY.match(line)
        if key is not None:
            left_out = key[1].strip("\"'") in blank
        if not left_out or line.startswith("#"):
            lines.append(line)
    return "\n".join(lines).rstrip("\n")


def _blocks(text: str) -> dict[str, str]:
    """Name -> its lines, of a flat file of answers."""
    blocks: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in text.split("\n"):
        key = _KEY.match(line)
        if key is not None:
            lines = blocks.setdefault(key[1].strip("\"'"), [])
        if key is not None or (line[:1] in " \t-" and line.strip()):
            lines.append(line)
    return {name: "\n".join(found) for name, found in blocks.items()}


def _given(text: str) -> dict[str, str]:
    """Name -> what is written behind it, of the questions that are answered."""
    found = {}
    for name, block in _blocks(text).items():
        value = " ".join(re.sub(r"\s#.*", "", block.partition(":")[2]).split())
        if name not in _HEADER and value not in _BLANK:
            found[name] = value
    return found


def _text(file: HandedIn) -> str | Text:
    """The text of a file whatever its encoding, since the ids of answers are ASCII; or why it cannot be read."""
    try:
        return replacing(file.read(SOURCE_BYTES))
    except Unusable as problem:
        return problem.text


def _elsewhere(path: PurePosixPath, program: HandedIn | None, others: frozenset[str]) -> bool:
    """True in the folder of another assignment."""
    own = set(program.path.parts) if program is not None else set()
    return bool((set(path.parts[:-1]) & others) - own)


def _distance(file: HandedIn, program: HandedIn | None) -> tuple[int, int, int, str]:
    """Nearest first: in the program's folder, further up, below, elsewhere; then by name."""
    folder = program.path.parent if program is not None else PurePosixPath()
    place = file.path.parent
    outside = program is not None and (program.disk is None) != (file.disk is None)
    tier = 3 if outside else 0 if place == folder else 1 if place in folder.parents else 2
    return tier, abs(len(place.parts) - len(folder.parts)), int(file.path.name != _USUAL), str(file.path)


def _notes(
    chosen: HandedIn,
    others: Sequence[HandedIn],
    program: HandedIn | None,
    doubt: bool,
    broken: Sequence[tuple[HandedIn, Text]],
) -> tuple[Text, ...]:
    """Which file was read, where that is not plain."""
    notes = [why for _, why in broken]
    names = ", ".join(map(_shown, others))
    if doubt:
        notes.append(both("intake.answers_differ", name=_shown(chosen), other=names))
    elif others:
        notes.append(both("intake.answers_newer", name=_shown(chosen), other=names))
    elif chosen.path.name != _USUAL or (program is not None and _distance(chosen, program)[0] in (1, 2)):
        notes.append(both("intake.answers_from", name=_shown(chosen)))
    return tuple(notes)


def _shown(file: HandedIn) -> str:
    return one_line(str(file.path), 60)
