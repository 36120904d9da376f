"""What a person may have meant by a word that is not known: one rule and one wording a language."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from grader.core.languages import both
from grader.core.model import Text

__all__ = ["closest", "did_you_mean", "nearest", "suggestion"]

_NAMED = 20  # known words that a complaint lists


def closest(word: object, known: Iterable[object]) -> str | None:
    """The known word that is most like `word`; None where none is like it."""
    found = difflib.get_close_matches(str(word), [str(name) for name in known], 1)
    return found[0] if found else None


def suggestion(word: object, known: Iterable[object]) -> str:
    """The end of an English complaint about `word`, "; did you mean 'this'?"; "" where no known word is like it."""
    near = closest(word, known)
    return f"; did you mean {near!r}?" if near is not None else ""


def nearest(word: object, known: Iterable[object]) -> str:
    """As `suggestion`, but where no known word is like it, the known words: all, or the first of many."""
    names = [str(name) for name in known]
    return suggestion(word, names) or (f"; known: {_listed(names)}" if names else "")


def did_you_mean(word: object, known: Iterable[object], listed: Iterable[object] | None = None) -> Text:
    """As `nearest`, in both languages; `listed` are the words to name where none is like it, if not all that are known.

    For a message that ends with it: `both("usage.no_step", word=word, tail=did_you_mean(word, steps))`.
    """
    names = [str(name) for name in known]
    near = closest(word, names)
    if near is not None:
        return both("suggest.near", near=near)
    names = names if listed is None else [str(name) for name in listed]
    return both("suggest.known", names=_listed(names)) if names else Text("", "")


def _listed(names: list[str]) -> str:
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + more
