"""The files of a submission, whether it is a folder, a single file, or an archive; nothing is unpacked."""

from __future__ import annotations

import dataclasses
import gzip
import io
import lzma
import os
import re
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath

from grader.text import one_line

__all__ = [
    "ARCHIVES",
    "HandedIn",
    "SKIPPED",
    "STATE",
    "Unusable",
    "files_in",
    "folder_files",
    "kind",
    "refuse_link_out",
]

ARCHIVES = (".zip", ".tar", ".tar.gz", ".tgz")
STATE = PurePosixPath(".grader/state.json")  # what the learner's own commands remember
_STATES = STATE.parent.name
SKIPPED = {"__pycache__", "node_modules", "site-packages", "venv", "__MACOSX"}
_TAR_BYTES = 64 << 20
_DAMAGED = (
    zipfile.BadZipFile, tarfile.TarError, zlib.error, lzma.LZMAError, struct.error, OSError, EOFError, ValueError,
    KeyError, MemoryError, RuntimeError,
)  # fmt: skip
_ENTRIES = 5000  # files looked at in one submission


class Unusable(Exception):
    """Why a submission cannot be graded, in one sentence."""


@dataclasses.dataclass(frozen=True)
class HandedIn:
    """A file of a submission that has not been read yet."""

    path: PurePosixPath  # inside the submission
    size: int
    read: Callable[[int], bytes]  # at most that many bytes


def kind(name: str) -> str:
    """What a name says a file is: python, notebook, archive, or an empty text."""
    lowered = name.lower()
    if lowered.endswith(ARCHIVES):
        return "archive"
    return "python" if lowered.endswith(".py") else "notebook" if lowered.endswith(".ipynb") else ""


def _wanted(inside: PurePosixPath) -> bool:
    """True for what is read of a submission: code, answers, and which hints were shown."""
    if inside.parts[-2:] == STATE.parts:
        return True
    hidden = any(part.startswith(".") or part in SKIPPED for part in inside.parts)
    return not hidden and (bool(kind(inside.name)) or inside.name == "answers.yaml")


def files_in(path: Path) -> Iterator[HandedIn]:
    """The Python files, notebooks and answers of a submission. Raises Unusable."""
    if path.is_dir():
        return folder_files(path)
    if path.name.lower().endswith(".zip"):
        return _zip_files(path)
    if kind(path.name) == "archive":
        return _tar_files(path)
    if not kind(path.name):
        raise Unusable(f"{one_line(path.name, 80)}: not a .py, .ipynb, .zip or .tar.gz file")
    return iter([_disk_file(path, PurePosixPath(path.name))])


def _disk_file(path: Path, inside: PurePosixPath) -> HandedIn:
    def read(limit: int) -> bytes:
        try:
            with open(path, "rb") as stream:
                return stream.read(limit)
        except OSError as error:
            raise Unusable(f"{inside}: cannot be read: {error.strerror}") from None

    try:
        size = path.stat().st_size
    except OSError as error:
        raise Unusable(f"{inside}: cannot be read: {error.strerror}") from None
    if not path.is_file():
        raise Unusable(f"{inside}: not a regular file")
    return HandedIn(inside, size, read)


def folder_files(folder: Path) -> Iterator[HandedIn]:
    """As `files_in`, for a folder; links that lead out of it are refused."""
    root = folder
    count = 0
    for top, folders, names in os.walk(folder):
        folders[:] = sorted(f for f in folders if f == _STATES or (f[:1] != "." and f not in SKIPPED))
        if len(Path(top).relative_to(folder).parts) >= 5:
            folders[:] = []
        for name in sorted(names):
            count += 1
            if count > _ENTRIES:
                raise Unusable(f"more than {_ENTRIES} files; hand in the exercise's folder alone")
            path = Path(top) / name
            inside = PurePosixPath(path.relative_to(folder).as_posix())
            if not _wanted(inside):
                continue
            if path.is_symlink() and inside.parts[-2:] == STATE.parts:
                continue  # says nothing, as a damaged one; the work beside it is graded all the same
            refuse_link_out(path, root, str(inside))
            if path.is_file():
                yield _disk_file(path, inside)


def refuse_link_out(path: Path, root: Path, shown: str) -> None:
    """Raise Unusable where `path` is a link to a place outside `root`, or to nowhere."""
    if path.is_symlink():  # realpath never raises, not even for a link to itself
        target, inside = os.path.realpath(path), os.path.realpath(root)
        if not target.startswith(inside + os.sep):
            raise Unusable(f"{shown}: a link to a place outside the submission; hand in the file itself")


def _zip_files(path: Path) -> Iterator[HandedIn]:
    try:
        archive = zipfile.ZipFile(path)
        infos = archive.infolist()
    except _DAMAGED:
        raise Unusable(f"{one_line(path.name, 80)}: not a ZIP archive that can be read") from None

    def reader(info: zipfile.ZipInfo) -> Callable[[int], bytes]:
        def read(limit: int) -> bytes:
            try:
                with archive.open(info) as stream:
                    return stream.read(limit)
            except _DAMAGED as error:
                why = "is encrypted" if info.flag_bits & 1 else f"cannot be read ({type(error).__name__})"
                raise Unusable(f"{_inside(info.filename)}: {why}") from None

        return read

    return _members((info.filename, info.file_size, info.is_dir(), reader(info)) for info in infos)


def _tar_files(path: Path) -> Iterator[HandedIn]:
    name = one_line(path.name, 80)
    try:
        # Unpacked into memory up to a cap first: a header of a TAR may itself claim gigabytes.
        with open(path, "rb") as packed:
            opener = gzip.GzipFile(fileobj=packed) if packed.read(2) == b"\x1f\x8b" else packed
            packed.seek(0)
            data = opener.read(_TAR_BYTES + 1)
        if len(data) > _TAR_BYTES:
            raise Unusable(f"{name}: unpacks to more than {_TAR_BYTES >> 20} MiB; hand in the exercise's folder alone")
        archive = tarfile.open(fileobj=io.BytesIO(data), mode="r:")  # noqa: SIM115  # in memory, nothing to close
        members = archive.getmembers()
    except _DAMAGED:
        raise Unusable(f"{name}: not a TAR archive that can be read") from None

    def reader(member: tarfile.TarInfo) -> Callable[[int], bytes]:
        def read(limit: int) -> bytes:
            if member.issym() or member.islnk():
                raise Unusable(f"{_inside(member.name)}: a link; hand in the file itself")
            try:
                stream = archive.extractfile(member)
                data = stream.read(limit) if stream is not None else None
            except _DAMAGED as error:
                raise Unusable(f"{_inside(member.name)}: cannot be read ({type(error).__name__})") from None
            if data is None:
                raise Unusable(f"{_inside(member.name)}: not a regular file")
            return data

        return read

    return _members((m.name, m.size, m.isdir(), reader(m)) for m in members)


def _members(entries: Iterator[tuple[str, int, bool, Callable[[int], bytes]]]) -> Iterator[HandedIn]:
    for count, (name, size, folder, read) in enumerate(entries):
        if count > _ENTRIES:
            raise Unusable(f"more than {_ENTRIES} files; hand in the exercise's folder alone")
        inside = PurePosixPath(name.replace("\\", "/"))
        if inside.is_absolute() or ".." in inside.parts or re.match(r"[A-Za-z]:", name):
            raise Unusable(f"{_inside(name)}: a path out of the archive; pack the exercise's folder again")
        if not folder and _wanted(inside):
            yield HandedIn(inside, size, read)


def _inside(name: str) -> str:
    return one_line(name, 80)
