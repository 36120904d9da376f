"""The members of a TAR archive, in one pass over memory that takes no longer than the archive is large.

`tarfile` reads each header and nothing more: extended headers make it search, and copy for every member, without bound
(CVE-2024-6232 in Python 3.11.7 is one case).
"""

from __future__ import annotations

import tarfile
import zlib
from collections.abc import Iterator
from pathlib import Path

from grader.intake.files import ENTRIES, Unusable
from grader.text import one_line

__all__ = ["tar_members", "unpacked"]

_TAR_BYTES = 64 << 20
_HEADERS = 4 * ENTRIES  # a member has at most an extended one, a long name and a long link of its own
_EXTENDED_BYTES = 4 << 20  # of all extended headers; those of macOS take some hundred bytes a member
_BLOCK = tarfile.BLOCKSIZE
_GZIP = 31  # zlib's word for a stream with the header of gzip


def unpacked(path: Path) -> bytes:
    """A .tar or .tar.gz as the bytes of the TAR. Raises Unusable where they are too many, OSError and zlib.error."""
    name = one_line(path.name, 80)
    with open(path, "rb") as stream:
        data = stream.read(_TAR_BYTES + 1)
    packed = data[:2] == b"\x1f\x8b"
    if packed and len(data) <= _TAR_BYTES:
        gzip = zlib.decompressobj(_GZIP)
        data = gzip.decompress(data, _TAR_BYTES + 1)
        if len(data) <= _TAR_BYTES and not gzip.eof:
            raise zlib.error("the archive ends too early")
    if len(data) > _TAR_BYTES:
        raise Unusable("intake.unpacks", name=name, limit=_TAR_BYTES >> 20)
    return data


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
