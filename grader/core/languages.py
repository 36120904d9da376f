"""What a person reads, by message id, in English and Korean (gettext catalogues in `locale/`).

A message id such as "check.shape" has the same placeholders in every catalogue; tests hold that. In Korean a
particle never follows a substituted word, because its form would depend on the word. A course may have any
languages: where there is no catalogue, the product's own words are English.
"""

from __future__ import annotations

import errno
import functools
import gettext
import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from grader.core.model import FALLBACK, LANGUAGES, Text

__all__ = [
    "FOLDER",
    "LANGUAGES",
    "both",
    "choose",
    "english_name",
    "in_languages",
    "is_code",
    "name_of",
    "of_catalogue",
    "reason",
    "say",
    "translated",
]

FOLDER = Path(__file__).with_name("locale")  # of the catalogues
_NAMES = {  # what a language calls itself, and its English name; any other goes by its code
    "ar": ("العربية", "Arabic"),
    "de": ("Deutsch", "German"),
    "en": ("English", "English"),
    "es": ("Español", "Spanish"),
    "fr": ("Français", "French"),
    "hi": ("हिन्दी", "Hindi"),
    "it": ("Italiano", "Italian"),
    "ja": ("日本語", "Japanese"),
    "ko": ("한국어", "Korean"),
    "nl": ("Nederlands", "Dutch"),
    "pl": ("Polski", "Polish"),
    "pt": ("Português", "Portuguese"),
    "ru": ("Русский", "Russian"),
    "sv": ("Svenska", "Swedish"),
    "tr": ("Türkçe", "Turkish"),
    "uk": ("Українська", "Ukrainian"),
    "vi": ("Tiếng Việt", "Vietnamese"),
    "zh": ("中文", "Chinese"),
}
_CODE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")


def is_code(word: str) -> bool:
    """Does the word have the form of a language's code, such as de or pt-BR?"""
    return _CODE.fullmatch(word) is not None


def name_of(language: str) -> str:
    """What a language calls itself, or its code."""
    return _NAMES.get(language, (language,))[0]


def english_name(language: str) -> str:
    """What a language is called in English, or its code."""
    return _NAMES.get(language, (language,))[-1]


def of_catalogue(language: str) -> str:
    """The language in which the product speaks to somebody who reads `language`."""
    return language if language in LANGUAGES else FALLBACK


@functools.cache
def _catalogue(language: str, domain: str = "grader") -> gettext.NullTranslations:
    return gettext.translation(domain, localedir=str(FOLDER), languages=[of_catalogue(language)])


def say(language: str, message: str, /, **params: object) -> str:
    """The message of that id in `language`, its placeholders filled; in English where there is no such catalogue.

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
    return text if of_catalogue(language) == "en" or not text else _catalogue(language, "commands").gettext(text)


def both(message: str, /, **params: object) -> Text:
    """The message in the languages of all catalogues, for what is written now and read later in one of them."""
    return Text({language: say(language, message, **_in(language, params)) for language in LANGUAGES})


def in_languages(text: Text, languages: Sequence[str]) -> tuple[str, ...]:
    """The words for readers of those languages, one after the other; where two would read the same, once."""
    return tuple(dict.fromkeys(text[language] for language in languages))


def _in(language: str, params: Mapping[str, object]) -> dict[str, object]:
    """The parameters, with texts in that language."""
    return {name: value[language] if isinstance(value, Text) else value for name, value in params.items()}


def reason(error: OSError) -> Text:
    """Why the operating system refused, in every language where it is one of the usual reasons."""
    name = errno.errorcode.get(error.errno or 0, "")
    return both(f"reason.{name}") if f"reason.{name}" in _REASONS else Text(str(error.strerror or error))


_REASONS = tuple(f"reason.{name}" for name in ("EACCES", "EISDIR", "ENOENT", "ENOSPC", "ENOTDIR", "EPERM", "EROFS"))


def choose(wanted: str | None = None, known: Sequence[str] = LANGUAGES) -> str:
    """The language to speak, one of `known`: the one asked for, GRADER_LANG, the locale; or else the first."""
    for name in (wanted, *(os.environ.get(key) for key in ("GRADER_LANG", "LC_ALL", "LC_MESSAGES", "LANG"))):
        if name:
            return _nearest(name, known)
    return _nearest("ko" if _of_windows() == _KOREAN else "", known)


def _nearest(name: str, known: Sequence[str]) -> str:
    """The language that a code or a locale such as de_AT.UTF-8 names, as far as it is known; or else the first."""
    word = name.partition(".")[0].replace("_", "-").lower()
    word = "ko" if word.startswith("korean") else word  # as Windows names it: Korean_Korea.949
    exact = [language for language in known if language.lower() == word]
    same = [language for language in known if language.lower().partition("-")[0] == word.partition("-")[0]]
    return next(iter([*exact, *same]), known[0])


_KOREAN = 0x12  # the primary language of Windows' Korean identifiers


def _of_windows() -> int:
    """The primary language of Windows' own windows, which no variable of the environment tells; 0 elsewhere."""
    if os.name != "nt":
        return 0
    import ctypes

    library: Any = getattr(ctypes, "windll")
    return int(library.kernel32.GetUserDefaultUILanguage()) & 0x3FF
