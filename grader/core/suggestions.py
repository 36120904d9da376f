"""What a person may have meant by a word that is not known: one rule, and one wording in each language."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable

from grader.core.languages import both
from grader.core.model import Text

__all__ = ["closest", "did_you_mean", "nearest", "suggestion"]

_NAMED = 20  # known words that a complaint lists


def closest(word: object, known: Iterable[object]) -> str | None:
    """The known word that is most like `word`; None where none is like it."""
    found = difflib.get_close_matches(str(word), [str(name) for name in known], 1)
    return found[0] if found else None


def did_you_mean(
    word: object, known: Iterable[object], listed: Iterable[object] = (), show: Callable[[str], object] = repr
) -> Text:
    """The end of a complaint about `word`: "; did you mean 'this'?", in all languages.

    Where no known word is like it, the end names the words that are `listed`, all or the first of many, and is empty
    where there are none. `show` says how the nearest word is written.
    """
    near = closest(word, known)
    if near is not None:
        return both("suggest.near", near=show(near))
    names = [str(name) for name in listed]
    if not names:
        return Text("")
    if len(names) > _NAMED:
        return both("suggest.known_many", names=", ".join(names[:_NAMED]), more=len(names) - _NAMED)
    return both("suggest.known", names=", ".join(names))


def suggestion(word: object, known: Iterable[object], show: Callable[[str], object] = repr) -> str:
    """The end of an English complaint about `word`; empty where no known word is like it."""
    return did_you_mean(word, known, show=show)["en"]


def nearest(word: object, known: Iterable[object]) -> str:
    """The end of an English complaint about `word`; it names the known words where none is like it."""
    names = list(known)
    return did_you_mean(word, names, names)["en"]
