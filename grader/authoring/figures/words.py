"""The words of one picture in one language, from the catalogues of `grader.core.languages`.

Letters of the formula are the same in both languages and stand in the drawings themselves.
"""

from __future__ import annotations

import dataclasses

from grader.core.languages import say

__all__ = ["FigureWords"]


@dataclasses.dataclass(frozen=True)
class FigureWords:
    """The words of one picture in one language: `words("title")`."""

    picture: str
    language: str

    def __call__(self, key: str, /, **params: object) -> str:
        """The words of that key, their places filled."""
        return say(self.language, f"picture.{self.picture}.{key}", **params)
