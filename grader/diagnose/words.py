"""What diagnosis says about an answer: the sentence of a fact, from the catalogues of `grader.locale`.

`{what}` is the name of the result that is spoken of ("A", or "your result"). No sentence has a place for an expected
value.
"""

from __future__ import annotations

from collections.abc import Mapping

from grader.locale import say

__all__ = ["fact_text"]


def fact_text(name: str, params: Mapping[str, str | int], language: str) -> str:
    """The sentence of that id. `what` may be left out, and means the whole result."""
    text = say(language, f"fact.{name}", **{"what": say(language, "fact.whole"), **params})
    return text[0].upper() + text[1:] if text.startswith(say("en", "fact.whole")) else text
