"""The files of a submission on disk: which of them are looked at, and how they are read."""

from __future__ import annotations

import contextlib
import dataclasses
import os
import re
import signal
import stat
import threading
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path, PurePosixPath

from grader.core.languages import both
from grader.core.model import FileUse, Text
from grader.core.safe_text import file_name, one_line

__all__ = [
    "ARCHIVES",
    "ENTRIES",
    "HandedIn",
    "SECONDS",
    "SKIPPED",
    "STATE",
    "Unusable",
    "disk_file",
    "distinct",
    "file_use",
    "folder_files",
    "is_answers",
    "kind",
    "listed",
    "newest",
    "patient",
    "refuse_link_out",
    "usual_ending",
    "walked",
    "wanted",
]

ARCHIVES = (".zip", ".tar", ".tar.gz", ".tgz")
STATE = PurePosixPath(".grader/state.json")  # what the learner's own commands remember
_STATES = STATE.parent.name
SKIPPED = {"__pycache__", "node_modules", "site-packages", "venv", "__MACOSX"}
ENTRIES = 5000  # files looked at in one submission
_DEEP = 5  # folders in folders


class Unusable(Exception):
    """Why a submission cannot be graded: the id of a message (`intake.<name>`) and what is filled in, in one sentence.

    `text` is the sentence in every language, every word of the learner's in it made harmless.
    """

    def __init__(self, message: str, **params: object) -> None:
        harmless = {key: one_line(value, 400) if isinstance(value, str) else value for key, value in params.items()}
        self.text = both(message, **harmless)
        super().__init__(self.text["en"])


@dataclasses.dataclass(frozen=True)
class HandedIn:
    """A file of a submission that has not been read yet."""

    path: PurePosixPath  # inside the submission
    size: int
    read: Callable[[int], bytes]  # at most that many bytes
    disk: Path | None = None  # where it lies; None inside an archive
    modified: float | None = None  # when it was written, in seconds; comparable among files of one disk or archive


def usual_ending(name: str) -> str:
    """The name without what a browser or an editor put behind it: `knn.py.txt` is knn.py."""
    lowered = name.lower()
    added = next((end for end in (".txt", ".json") if lowered.endswith(end)), "")
    plain = name[: len(name) - len(added)] if added else name
    return (
        plain
        if plain.lower().endswith((".ipynb",) if added == ".json" else (".py", ".ipynb", ".yaml", ".yml"))
        else name
    )


def kind(name: str) -> str:
    """What a name says a file is: python, notebook, archive, or an empty text."""
    lowered = usual_ending(name).lower()
    if lowered.endswith(ARCHIVES):
        return "archive"
    return "python" if lowered.endswith(".py") else "notebook" if lowered.endswith(".ipynb") else ""


_ANSWERS = re.compile(r"answers(?:[ _]?\(\d+\)|[ _-]*(?:copy|복사본)[ _]?(?:\(?\d+\)?)?|[_-]\d+)?\.ya?ml")


def is_answers(name: str) -> bool:
    """True for a file of quiz answers: answers.yaml, also as `answers (1).yaml`, answers.yml or answers.yaml.txt."""
    return _ANSWERS.fullmatch(usual_ending(unicodedata.normalize("NFC", name)).lower()) is not None


def wanted(inside: PurePosixPath) -> bool:
    """True for what is read of a submission: code, answers, and which hints were shown."""
    return inside.parts[-2:] == STATE.parts or (_open(inside) and (bool(kind(inside.name)) or is_answers(inside.name)))


def listed(inside: PurePosixPath) -> bool:
    """True for what a report accounts for: all but what tools keep, such as .git."""
    return inside.parts[-2:] == STATE.parts or _open(inside)


def _open(inside: PurePosixPath) -> bool:
    return not any(part.startswith(".") or part in SKIPPED for part in inside.parts)


_SAME_TIME = 60.0  # seconds within which files are taken for unpacked or checked out together


def newest(files: Sequence[HandedIn]) -> HandedIn | None:
    """The file that was written last, by what the disk or the archive tells; None where that does not tell."""
    times = sorted(((f.modified or 0.0, i) for i, f in enumerate(files)), reverse=True)
    if len({f.disk is None for f in files}) > 1 or any(f.modified is None for f in files):
        return None
    apart = len(times) < 2 or times[0][0] - times[1][0] > _SAME_TIME
    return files[times[0][1]] if apart else None


def file_use(file: HandedIn, used_as: str, message: str = "", **params: object) -> FileUse:
    """What became of a file, and why, as the message `intake.<name>` says."""
    why = both(message, **params) if message else Text("")
    return FileUse(one_line(str(file.path), 120), used_as, why)


def disk_file(path: Path, inside: PurePosixPath) -> HandedIn:
    """A regular file on disk, called `inside` in messages. Raises Unusable."""
    name = one_line(str(inside), 80)

    def read(limit: int) -> bytes:
        try:
            with open(path, "rb") as stream:
                return stream.read(limit)
        except OSError as error:
            raise Unusable("intake.unread", name=name, reason=type(error).__name__) from None

    try:
        status = path.stat()
    except OSError as error:
        raise Unusable("intake.unread", name=name, reason=type(error).__name__) from None
    if not stat.S_ISREG(status.st_mode):
        raise Unusable("intake.no_file", name=name)
    return HandedIn(inside, status.st_size, read, path, status.st_mtime)


def folder_files(folder: Path) -> Iterator[HandedIn]:
    """The files in a folder; links to code, archives or answers that lead out of it are refused. Raises Unusable.

    What is not read is listed too, without a look at it.
    """
    for path in walked(folder):
        inside = PurePosixPath(path.relative_to(folder).as_posix())
        if not wanted(inside):
            if listed(inside):
                yield HandedIn(inside, 0, _never, path)
            continue
        if path.is_symlink() and inside.parts[-2:] == STATE.parts:
            continue  # says nothing, as a damaged one; the work beside it is graded all the same
        refuse_link_out(path, folder, one_line(str(inside), 80))
        if path.is_file():
            yield disk_file(path, inside)


def _never(_: int) -> bytes:
    return b""


def walked(folder: Path) -> Iterator[Path]:
    """Every file in a learner's folder, six folders deep, without what tools keep there. Raises Unusable for many."""
    count = 0
    for top, folders, names in os.walk(folder):
        folders[:] = sorted(f for f in folders if f == _STATES or (f[:1] != "." and f not in SKIPPED))
        if len(Path(top).relative_to(folder).parts) >= _DEEP:
            folders[:] = []
        count += len(folders) + len(names)
        if count > ENTRIES:
            raise Unusable("intake.many", limit=ENTRIES)
        yield from (Path(top) / name for name in sorted(names))


def refuse_link_out(path: Path, root: Path, shown: str) -> None:
    """Raise Unusable where `path` is a link to a place outside `root`, or to nowhere."""
    if path.is_symlink():  # realpath never raises, not even for a link to itself
        target, inside = os.path.realpath(path), os.path.realpath(root)
        if not target.startswith(inside + os.sep):
            raise Unusable("intake.link_out", name=shown)


_BYTES = 180  # of a name, so that a number and an ending have room in 255


def distinct(names: Sequence[str]) -> list[str]:
    """The names, in their order, with a number behind one that is another's already.

    A number is never put so that the name becomes one that somebody has by nature: of `A`, `a` and `a-2` the second
    is called `a-3`, and the grade and report of `a-2` stay with the folder of that name.
    """
    short = [name.encode()[:_BYTES].decode(errors="ignore") for name in names]
    natural = {_same_file(name) for name in short}
    given: set[str] = set()
    numbers: Counter[str] = Counter()
    out = []
    for name in short:
        unique, key = name, _same_file(name)
        while key in given or (unique != name and key in natural):
            numbers[name] += 1
            unique = f"{name}-{numbers[name] + 1}"
            key = _same_file(unique)
        given.add(key)
        out.append(unique)
    return out


def _same_file(name: str) -> str:
    """Equal for names that a file system may take for one: it may ignore case, and how a letter is put together."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", file_name(name)).casefold())


SECONDS = 20.0  # of CPU time: a notebook of 100 MiB takes one or two


@contextlib.contextmanager
def patient(name: str, seconds: float = SECONDS) -> Iterator[None]:
    """Raise Unusable in the block once this process has computed for so long since its beginning.

    On systems without such a clock, and in other threads than the main one, nothing is limited.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def late(*_: object) -> None:
        raise Unusable("intake.slow", name=name, limit=round(seconds))

    before = signal.signal(signal.SIGVTALRM, late)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, 1.0)  # again each second, where something took it for its own
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.0)
        signal.signal(signal.SIGVTALRM, before)
