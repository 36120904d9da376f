"""What a person reads, by message id, in English and Korean (gettext catalogues beside this file).

A message id such as "check.shape" has the same placeholders in both languages; tests hold that. In Korean a
particle never follows a substituted word, because its form would depend on the word.
"""

from __future__ import annotations

import functools
import gettext
import os
from pathlib import Path
from typing import Any

from grader.model import LANGUAGES, Text

__all__ = ["FOLDER", "LANGUAGES", "both", "choose", "say", "translated"]

FOLDER = Path(__file__).parent  # of the catalogues


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
    return Text(say("en", message, **params), say("ko", message, **params))


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
