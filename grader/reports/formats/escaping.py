"""Text made safe for a place that reads more than text: Markdown, and the commands of a CI log.

What goes in has been through `grader.core.safe_text.one_line` already, so it is one line without control characters.
"""

from __future__ import annotations

import re
from collections.abc import Callable

__all__ = ["command", "fit", "markdown"]

_JOIN = "\u200b"  # a zero-width space: breaks mentions, references and links, and shows nothing


def markdown(text: str) -> str:
    """`text` as it is, to be put inside a line of GitHub's Markdown: no markup, HTML, link, mention or formula."""
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    text = re.sub(r"([\\`*_{}\[\]()~|!])", r"\\\1", text)
    text = re.sub(r"^(\s*)([#+=-])|^(\s*\d+)(\.)", r"\1\3\\\2\4", text)  # no heading, list or rule where a line begins
    text = text.replace("$", "<span>$</span>")  # the way that GitHub's manual gives beside formulas
    text = re.sub(r"([@#])(?=\S)", rf"\1{_JOIN}", text)
    text = re.sub(r"(:)(?=//|[a-z+][\w+-]*:)", rf"\1{_JOIN}", text)
    return re.sub(r"\b(www\.|GH-)", rf"\1{_JOIN}", text, flags=re.IGNORECASE)


def command(name: str, message: str, **properties: str | int) -> str:
    """A workflow command, `::name key=value,...::message`, with everything escaped that would end one of its parts.

    The escapes are those of the runner: %, CR and LF everywhere, and `:` and `,` in properties too. Empty properties
    are left out.
    """
    told = ",".join(f"{key}={_property(str(value))}" for key, value in properties.items() if value)
    return f"::{name}{' ' + told if told else ''}::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


_ROOM = (2000, 1000, 400, 160, 60, 0)


def fit(make: Callable[[int], str], most: int) -> str:
    """The fullest of `make(characters a message)` that takes at most `most` bytes of UTF-8; else the shortest."""
    text = ""
    for room in _ROOM:
        text = make(room)
        if len(text.encode()) <= most:
            break
    return text
