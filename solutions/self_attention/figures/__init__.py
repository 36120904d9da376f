"""The figures of the self-attention lesson, drawn from the reference's own numbers by `grader derive`.

A figure's name begins with the step it explains; a report shows it beside that step. See docs/pictures.md.
"""

from typing import Any

from . import complexity, dot, flow, mask, rows, saturation, tokens
from .numbers import numbers
from .words import FigureWords

_MODULES = {module.NAME: module for module in (flow, tokens, dot, rows, saturation, complexity, mask)}
NAMES = tuple(_MODULES)  # P1 to P7


def draw(name: str, language: str, reference: Any) -> str:
    """The figure of that name in "en" or "ko", as the text of an SVG file."""
    return _MODULES[name].draw(numbers(reference), FigureWords(name, language))
