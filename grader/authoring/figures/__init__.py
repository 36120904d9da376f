"""The pictures of the self-attention lesson, drawn by our own code from the reference's own numbers.

    draw("softmax-rows", "ko")                   one picture as SVG, text kept as text
    write_all(Path("solutions/self_attention/public/images"))

A picture's name begins with the step it explains; a report shows it beside that step. See docs/pictures.md.
"""

from __future__ import annotations

import importlib
from pathlib import Path

from grader.core.errors import UsageError

__all__ = ["LANGUAGES", "NAMES", "draw", "write_all"]

LANGUAGES = ("en", "ko")
_MODULES = {
    "attention-flow": "flow",
    "combine-tokens": "tokens",
    "scores-dot-product": "dot",
    "softmax-rows": "rows",
    "scaling-saturation": "saturation",
    "complexity-growth": "complexity",
    "mask-causal": "mask",
}
NAMES = tuple(_MODULES)  # P1 to P7


def draw(name: str, language: str, *, reference: Path | None = None) -> str:
    """The picture of that name in "en" or "ko", as the text of an SVG file.

    `reference` is the file of the author's solution; by default that of the course around the working folder.
    Raises UsageError for a name that is none, or where there is no reference.
    """
    if name not in _MODULES:
        raise UsageError(f"no picture {name!r}; there are: {', '.join(NAMES)}")
    if language not in LANGUAGES:
        raise UsageError(f"no language {language!r}; there are: {', '.join(LANGUAGES)}")
    from grader.authoring.figures.numbers import numbers
    from grader.authoring.figures.words import FigureWords

    module = importlib.import_module(f"grader.authoring.figures.{_MODULES[name]}")
    picture: str = module.draw(numbers(reference), FigureWords(name, language))
    return picture


def write_all(folder: Path, *, reference: Path | None = None) -> list[Path]:
    """Write every picture in every language as `folder/<name>.<language>.svg`; returns the paths.

    The same reference gives the same bytes.
    """
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for name in NAMES:
        for language in LANGUAGES:
            path = folder / f"{name}.{language}.svg"
            path.write_text(draw(name, language, reference=reference), encoding="utf-8", newline="\n")
            paths.append(path)
    return paths
