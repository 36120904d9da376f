"""The files in a submission's path, be it a folder, a single file or an archive; nothing is unpacked to disk."""

from __future__ import annotations

import datetime
import io
import re
import struct
import tarfile
import weakref
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from grader.core.safe_text import one_line
from grader.submissions.files import ENTRIES, HandedIn, Unusable, disk_file, folder_files, kind, listed

__all__ = ["archive_files", "files_in", "tar_members", "unpacked"]

_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # the others unpack without bound, whatever is asked for
_DIRECTORY_BYTES = 2 << 20  # of a ZIP, ten times what the files have that are looked at
_PACKED_BYTES = 256 << 20  # read of a ZIP's members in all
_DAMAGED = (
    zipfile.BadZipFile,
    tarfile.TarError,
    zlib.error,
    struct.error,
    OSError,
    EOFError,
    ValueError,
    KeyError,
    MemoryError,
    RuntimeError,
)


def files_in(path: Path) -> Iterator[HandedIn]:
    """The files of a submission, each not read yet. Raises Unusable."""
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

    return _members(
        _ArchiveMember(i.filename, i.file_size, i.is_dir(), reader(i), _written(i)) for i in archive.infolist()
    )


def _written(info: zipfile.ZipInfo) -> float | None:
    """When a member was written, by a clock that the archive does not name."""
    try:
        return datetime.datetime(*info.date_time, tzinfo=datetime.UTC).timestamp() if info.date_time[0] > 1980 else None
    except (TypeError, ValueError):
        return None


def _tar_files(path: Path) -> Iterator[HandedIn]:
    try:
        yield from _members(
            _ArchiveMember(info.name, info.size, info.isdir(), _tar_reader(info, body), float(info.mtime) or None)
            for info, body in tar_members(unpacked(path))
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


class _ArchiveMember(NamedTuple):
    """What an archive says of a member."""

    name: str
    size: int
    folder: bool
    read: Callable[[int], bytes]
    modified: float | None


def _members(members: Iterator[_ArchiveMember]) -> Iterator[HandedIn]:
    for count, one in enumerate(members):
        if count > ENTRIES:
            raise Unusable("intake.many", limit=ENTRIES)
        inside = PurePosixPath(one.name.replace("\\", "/"))
        if inside.is_absolute() or ".." in inside.parts or re.match(r"[A-Za-z]:", one.name):
            raise Unusable("intake.path_out", name=one_line(one.name, 80))
        if not one.folder and listed(inside):
            yield HandedIn(inside, one.size, one.read, modified=one.modified)


_TAR_BYTES = 64 << 20
_HEADERS = 4 * ENTRIES  # a member has at most an extended one, a long name and a long link of its own
_EXTENDED_BYTES = 4 << 20  # of all extended headers; those of macOS take some hundred bytes a member
_BLOCK = tarfile.BLOCKSIZE
_GZIP, _GZIP_MAGIC = 31, b"\x1f\x8b"  # zlib's word for a stream with the header of gzip; how that begins
_GZIP_MEMBERS, _GZIP_PIECE = 10_000, 1 << 16  # bgzip makes one of each 64 KiB


def unpacked(path: Path) -> bytes:
    """A .tar or .tar.gz as the bytes of the TAR. Raises Unusable where they are too many, OSError and zlib.error."""
    name = one_line(path.name, 80)
    with open(path, "rb") as stream:
        data = stream.read(_TAR_BYTES + 1)
    if data.startswith(_GZIP_MAGIC) and len(data) <= _TAR_BYTES:
        data = _gunzipped(data)
    if len(data) > _TAR_BYTES:
        raise Unusable("intake.unpacks", name=name, limit=_TAR_BYTES >> 20)
    return data


def _gunzipped(data: bytes) -> bytes:
    """What a file of gzip holds, cut after one byte too many; it may have several members, as bgzip and `cat` make it.

    Raises zlib.error where it is damaged, ends too early, or has more members than any tool would make.
    """
    out, at, members = bytearray(), 0, 0
    while data.startswith(_GZIP_MAGIC, at):
        members += 1
        if members > _GZIP_MEMBERS:
            raise zlib.error("too many members")
        gzip = zlib.decompressobj(_GZIP)
        while not gzip.eof:
            piece = data[at : at + _GZIP_PIECE]  # what is left over is copied, so a piece at a time
            if not piece:
                raise zlib.error("the archive ends too early")
            out += gzip.decompress(piece, _TAR_BYTES + 1 - len(out))
            at += len(piece) - len(gzip.unused_data) - len(gzip.unconsumed_tail)
            if len(out) > _TAR_BYTES:
                return bytes(out)
        while data.startswith(b"\0", at):  # padding to a whole block is no member
            at += 1
    return bytes(out)


def tar_members(data: bytes) -> Iterator[tuple[tarfile.TarInfo, bytes]]:
    """Each member of a TAR, under its full name, with what it holds.

    Raises tarfile.TarError where the archive is damaged, sparse or has too much in its headers, Unusable where there
    are too many headers.
    """
    at = extended = 0
    path: bytes | None = None
    for _ in range(_HEADERS):
        try:
            info = tarfile.TarInfo.frombuf(data[at : at + _BLOCK], "utf-8", "surrogateescape")
        except (tarfile.EOFHeaderError, tarfile.EmptyHeaderError):  # type: ignore[attr-defined]  # typeshed lacks them
            if not at:
                raise tarfile.ReadError("an empty archive") from None
            return
        at += _BLOCK
        named = info.type in (tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK)
        size = info.size if named or info.isreg() or info.type not in tarfile.SUPPORTED_TYPES else 0
        if not 0 <= size <= len(data) - at or info.type == tarfile.GNUTYPE_SPARSE:
            raise tarfile.ReadError("a header with a size that cannot be")
        body = data[at : at + size]
        at += -(-size // _BLOCK) * _BLOCK
        if named or info.type in (tarfile.XHDTYPE, tarfile.SOLARIS_XHDTYPE, tarfile.XGLTYPE):
            extended += size
            if extended > _EXTENDED_BYTES:
                raise tarfile.ReadError("too much in extended headers")
            if info.type == tarfile.GNUTYPE_LONGNAME:
                path = body.partition(b"\0")[0]
            elif not named and info.type != tarfile.XGLTYPE:  # what is said of all members is no name
                path = _path(body) or path
            continue
        if path is not None:
            info.name = path.decode("utf-8", "surrogateescape").rstrip("/")
        path = None
        yield info, body
    raise Unusable("intake.many", limit=ENTRIES)


def _path(body: bytes) -> bytes | None:
    """The name that an extended header gives: records `LENGTH KEY=VALUE\\n` one after the other."""
    at, found = 0, None
    while at < len(body) and body[at]:
        blank = body.find(b" ", at, at + 9)
        digits = body[at : max(blank, at)]
        end = at + int(digits) if digits.isdigit() else 0
        if not blank < end <= len(body) or body[end - 1] != ord("\n"):
            raise tarfile.ReadError("a damaged extended header")
        key, _, value = body[blank + 1 : end - 1].partition(b"=")
        if key.startswith(b"GNU.sparse"):
            raise tarfile.ReadError("a sparse file")
        found = value if key == b"path" else found
        at = end
    return found
