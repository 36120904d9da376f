"""The files in a submission's path, be it a folder, a single file or an archive; nothing is unpacked to disk."""

from __future__ import annotations

import io
import re
import struct
import tarfile
import weakref
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath

from grader.intake.files import ENTRIES, HandedIn, Unusable, disk_file, folder_files, kind, wanted
from grader.intake.tars import tar_members, unpacked
from grader.text import one_line

__all__ = ["archive_files", "files_in"]

_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # the others unpack without bound, whatever is asked for
_DIRECTORY_BYTES = 2 << 20  # of a ZIP, ten times what the files have that are looked at
_PACKED_BYTES = 256 << 20  # read of a ZIP's members in all
_DAMAGED = (
    zipfile.BadZipFile, tarfile.TarError, zlib.error, struct.error, OSError, EOFError, ValueError, KeyError,
    MemoryError, RuntimeError,
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
    if not path.is_file():  # a pipe would be waited for, for ever
        raise Unusable("intake.no_file", name=one_line(path.name, 80))
    return _zip_files(path) if path.name.lower().endswith(".zip") else _tar_files(path)


class _Packed(io.FileIO):
    """A file that gives at most `left` more bytes: a directory can claim gigabytes, members can share their data."""

    left = _DIRECTORY_BYTES

    def read(self, size: int | None = -1, /) -> bytes:
        data = super().read(self.left + 1 if size is None or size < 0 else min(size, self.left + 1))
        self.left -= len(data)
        if self.left < 0:
            raise Unusable("intake.many", limit=ENTRIES)
        return data


def _zip_files(path: Path) -> Iterator[HandedIn]:
    try:
        packed = _Packed(path)
        try:
            archive = zipfile.ZipFile(packed)
        except BaseException:
            packed.close()
            raise
    except _DAMAGED:
        raise Unusable("intake.zip", name=one_line(path.name, 80)) from None
    weakref.finalize(archive, packed.close)
    packed.left = _PACKED_BYTES

    def reader(info: zipfile.ZipInfo) -> Callable[[int], bytes]:
        name = one_line(info.filename, 80)

        def read(limit: int) -> bytes:
            if info.compress_type not in _METHODS:
                raise Unusable("intake.packing", name=name)
            try:
                with archive.open(info) as stream:
                    return stream.read(limit)
            except _DAMAGED as error:
                if info.flag_bits & 1:
                    raise Unusable("intake.encrypted", name=name) from None
                raise Unusable("intake.unread", name=name, reason=type(error).__name__) from None

        return read

    return _members((info.filename, info.file_size, info.is_dir(), reader(info)) for info in archive.infolist())


def _tar_files(path: Path) -> Iterator[HandedIn]:
    try:
        yield from _members(
            (info.name, info.size, info.isdir(), _tar_reader(info, body)) for info, body in tar_members(unpacked(path))
        )
    except _DAMAGED:
        raise Unusable("intake.tar", name=one_line(path.name, 80)) from None


def _tar_reader(info: tarfile.TarInfo, body: bytes) -> Callable[[int], bytes]:
    def read(limit: int) -> bytes:
        if info.issym() or info.islnk():
            raise Unusable("intake.link", name=one_line(info.name, 80))
        if not info.isreg():
            raise Unusable("intake.no_file", name=one_line(info.name, 80))
        return body[:limit]

    return read


def _members(entries: Iterator[tuple[str, int, bool, Callable[[int], bytes]]]) -> Iterator[HandedIn]:
    for count, (name, size, folder, read) in enumerate(entries):
        if count > ENTRIES:
            raise Unusable("intake.many", limit=ENTRIES)
        inside = PurePosixPath(name.replace("\\", "/"))
        if inside.is_absolute() or ".." in inside.parts or re.match(r"[A-Za-z]:", name):
            raise Unusable("intake.path_out", name=one_line(name, 80))
        if not folder and wanted(inside):
            yield HandedIn(inside, size, read)
