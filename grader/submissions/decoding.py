"""The bytes of a file as text: its byte-order mark, else the encoding that its first two lines declare, else UTF-8."""

from __future__ import annotations

import codecs
import re

from grader.core.safe_text import one_line
from grader.submissions.files import Unusable

__all__ = ["decoded", "replacing"]

_MARKS = (  # the longer ones first: that of UTF-32 begins as that of UTF-16
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_DECLARED = re.compile(rb"[ \t\f]*#[^\r\n]*?coding[:=][ \t]*([-\w.]+)", re.ASCII)  # PEP 263
_NOTHING = re.compile(rb"[ \t\f]*(?:#[^\r\n]*)?\Z")
_NO_SOURCE = ("idna", "punycode", "undefined")  # no encodings of a source file; the first two take quadratic time


def decoded(data: bytes, name: str, *, python: bool) -> str:
    """The text with plain line ends. Of a Python file, an encoding that it declares (PEP 263) is its encoding.

    Raises Unusable where the bytes are not in that encoding, or where it is not known.
    """
    encoding, data = _marked(data)
    declared = _declared(data) if python and encoding is None and b"coding" in data[:400] else None
    if declared is not None and not _is_known(declared):
        raise Unusable("intake.coding", name=name, coding=one_line(declared, 40))
    try:
        text = data.decode(encoding or declared or "utf-8")
    except UnicodeError as error:
        line = data.count(b"\n", 0, getattr(error, "start", 0)) + 1
        if declared is not None and codecs.lookup(declared).name != "utf-8":
            raise Unusable("intake.coding_wrong", name=name, line=line, coding=one_line(declared, 40)) from None
        raise Unusable("intake.utf8", name=name, line=line) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def replacing(data: bytes) -> str:
    """The text with plain line ends, what cannot be decoded as U+FFFD. Never raises."""
    encoding, data = _marked(data)
    return data.decode(encoding or "utf-8", errors="replace").replace("\r\n", "\n").replace("\r", "\n")


def _marked(data: bytes) -> tuple[str | None, bytes]:
    """The encoding that a byte-order mark says, and what is behind it."""
    for mark, known in _MARKS:
        if data.startswith(mark):
            return known, data[len(mark) :]
    return None, data


def _declared(data: bytes) -> str | None:
    """The encoding that the first line declares, or the second where the first is blank or a comment."""
    for line in re.split(rb"\r\n?|\n", data[:1000], maxsplit=2)[:2]:
        found = _DECLARED.match(line)
        if found is not None:
            return found[1].decode("ascii")
        if not _NOTHING.match(line):
            return None
    return None


def _is_known(encoding: str) -> bool:
    """True for an encoding of text that this Python has."""
    try:
        found = codecs.lookup(encoding)
    except (LookupError, ValueError):
        return False
    return bool(getattr(found, "_is_text_encoding", True)) and found.name not in _NO_SOURCE
