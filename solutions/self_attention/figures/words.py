"""The words of one figure in one language, from words.yaml.

Letters of the formula are the same in both languages and stand in the drawings themselves.
"""

import dataclasses
import functools
from pathlib import Path

import yaml


@functools.cache
def _all() -> dict[str, dict[str, dict[str, str]]]:
    return yaml.safe_load(Path(__file__).with_name("words.yaml").read_text(encoding="utf-8"))


@dataclasses.dataclass(frozen=True)
class FigureWords:
    """The words of one figure in one language: `words("title")`."""

    figure: str
    language: str

    def __call__(self, key: str, /, **params: object) -> str:
        """The words of that key, their places filled."""
        return _all()[self.figure][key][self.language].format(**params)
