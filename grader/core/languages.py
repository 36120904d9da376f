"""What a person reads, by message id, in English and Korean (gettext catalogues in `locale/`).

A message id such as "check.shape" has the same placeholders in both languages; tests hold that. In Korean a
particle never follows a substituted word, because its form would depend on the word.
"""

from __future__ import annotations

import errno
import functools
import gettext
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from grader.core.model import LANGUAGES, Text

__all__ = ["FOLDER", "LANGUAGES", "both", "choose", "reason", "say", "translated"]

FOLDER = Path(__file__).with_name("locale")  # of the catalogues


@functools.cache
def _catalogue(language: str, domain: str = "grader") -> gettext.NullTranslations:
    return gettext.translation(domain, localedir=str(FOLDER), languages=[language])


def say(language: str, message: str, /, **params: object) -> str:
    """The message of that id in `language`, its placeholders filled.

    A message whose placeholders are not all given has a short form with the ending `_bare`, which is used then.
    """
    text = _catalogue(language).gettext(message)
    try:
        return text.format(**params)
    except KeyError:
        bare = f"{message}_bare"
        short = _catalogue(language).gettext(bare)
        return short.format(**params) if short != bare else text


def translated(language: str, text: str) -> str:
    """An English text of the command line in `language`: that of the catalogue `commands`, or as it is."""
    return text if language == "en" or not text else _catalogue(language, "commands").gettext(text)


def both(message: str, /, **params: object) -> Text:
    """The message in both languages, for what is written now and read later in one of them."""
    return Text(*(say(language, message, **_in(language, params)) for language in ("en", "ko")))


def _in(language: str, params: Mapping[str, object]) -> dict[str, object]:
    """The same with what is in both languages in one of them."""
    return {name: value[language] if isinstance(value, Text) else value for name, value in params.items()}


def reason(error: OSError) -> Text:
    """Why the operating system refused, in both languages where it is one of the usual reasons."""
    name = errno.errorcode.get(error.errno or 0, "")
    told = str(error.strerror or error)
    return both(f"reason.{name}") if f"reason.{name}" in _REASONS else Text(told, told)


_REASONS = tuple(f"reason.{name}" for name in ("EACCES", "EISDIR", "ENOENT", "ENOSPC", "ENOTDIR", "EPERM", "EROFS"))


def choose(wanted: str | None = None) -> str:
    """The language to speak: the one asked for, GRADER_LANG, the locale, English."""
    for name in (wanted, *(os.environ.get(key) for key in ("GRADER_LANG", "LC_ALL", "LC_MESSAGES", "LANG"))):
        if name:
            return "ko" if name.lower().startswith("ko") else "en"
    return "ko" if _of_windows() == _KOREAN else "en"


_KOREAN = 0x12  # the primary language of Windows' Korean identifiers


def _of_windows() -> int:
    """The primary language of Windows' own windows, which no variable of the environment tells; 0 elsewhere."""
    if os.name != "nt":
        return 0
    import ctypes

    library: Any = getattr(ctypes, "windll")
    return int(library.kernel32.GetUserDefaultUILanguage()) & 0x3FF
