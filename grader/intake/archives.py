"""The files in a submission's path, be it a folder, a single file or an archive; nothing is unpacked to disk."""

from __future__ import annotations

import gzip
import io
import lzma
import re
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath

from grader.intake.files import ENTRIES, HandedIn, Unusable, disk_file, folder_files, kind, wanted
from grader.text import one_line

__all__ = ["archive_files", "files_in"]

_TAR_BYTES = 64 << 20
_DAMAGED = (
    zipfile.BadZipFile, tarfile.TarError, zlib.error, lzma.LZMAError, struct.error, OSError, EOFError, ValueError,
    KeyError, MemoryError, RuntimeError,
)  # fmt: skip


def files_in(path: Path) -> Iterator[HandedIn]:
    """The Python files, notebooks, archives and answers of a submission. Raises Unusable."""
    if path.is_dir():
        return folder_files(path)
    if kind(path.name) == "archive":
        return archive_files(path)
    if not kind(path.name):
        raise Unusable("intake.kind", name=one_line(path.name, 80))
    return iter([disk_file(path, PurePosixPath(path.name))])


def archive_files(path: Path) -> Iterator[HandedIn]:
    """What `files_in` gives of a .zip or .tar; a member is read up to a cap, whatever its header says."""
    return _zip_files(path) if path.name.lower().endswith(".zip") else _tar_files(path)


def _zip_files(path: Path) -> Iterator[HandedIn]:
    try:
        archive = zipfile.ZipFile(path)
        infos = archive.infolist()
    except _DAMAGED:
        raise Unusable("intake.zip", name=one_line(path.name, 80)) from None

    def reader(info: zipfile.ZipInfo) -> Callable[[int], bytes]:
        def read(limit: int) -> bytes:
            try:
                with archive.open(info) as stream:
                    return stream.read(limit)
            except _DAMAGED as error:
                name = one_line(info.filename, 80)
                if info.flag_bits & 1:
                    raise Unusable("intake.encrypted", name=name) from None
                raise Unusable("intake.unread", name=name, reason=type(error).__name__) from None

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
            raise Unusable("intake.unpacks", name=name, limit=_TAR_BYTES >> 20)
        archive = tarfile.open(fileobj=io.BytesIO(data), mode="r:")  # noqa: SIM115  # in memory, nothing to close
        members = archive.getmembers()
    except _DAMAGED:
        raise Unusable("intake.tar", name=name) from None

    def reader(member: tarfile.TarInfo) -> Callable[[int], bytes]:
        inside = one_line(member.name, 80)

        def read(limit: int) -> bytes:
            if member.issym() or member.islnk():
                raise Unusable("intake.link", name=inside)
            try:
                stream = archive.extractfile(member)
                data = stream.read(limit) if stream is not None else None
            except _DAMAGED as error:
                raise Unusable("intake.unread", name=inside, reason=type(error).__name__) from None
            if data is None:
                raise Unusable("intake.no_file", name=inside)
            return data

        return read

    return _members((m.name, m.size, m.isdir(), reader(m)) for m in members)


def _members(entries: Iterator[tuple[str, int, bool, Callable[[int], bytes]]]) -> Iterator[HandedIn]:
    for count, (name, size, folder, read) in enumerate(entries):
        if count > ENTRIES:
            raise Unusable("intake.many", limit=ENTRIES)
        inside = PurePosixPath(name.replace("\\", "/"))
        if inside.is_absolute() or ".." in inside.parts or re.match(r"[A-Za-z]:", name):
            raise Unusable("intake.path_out", name=one_line(name, 80))
        if not folder and wanted(inside):
            yield HandedIn(inside, size, read)
