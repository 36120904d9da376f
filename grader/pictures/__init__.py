"""The pictures of the self-attention lesson, drawn by our own code from the reference's own numbers.

    draw("softmax-rows", "ko")                   one picture as SVG, text kept as text
    write_all(Path("solutions/self_attention/public/images"))

A picture's name begins with the step it explains; a report shows it beside that step. See docs/pictures.md.
"""

from __future__ import annotations

import importlib
from pathlib import Path

from grader.errors import UsageError

__all__ = ["LANGUAGES", "NAMES", "draw", "read_all", "step_of", "write_all"]

LANGUAGES = ("en", "ko")
_MODULES = {
    "attention-flow": "flow",
    "combine-tokens": "tokens",
    "scores-dot-product": "dot",
    "softmax-rows": "rows",
    "scaling-saturation": "saturation",
    "complexity-growth": "growth",
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
    from grader.pictures.numbers import numbers
    from grader.pictures.words import Words

    module = importlib.import_module(f"grader.pictures.{_MODULES[name]}")
    picture: str = module.draw(numbers(reference), Words(name, language))
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


def read_all(folder: Path, language: str) -> dict[str, str]:
    """Step id -> its first picture in `folder`, a folder of the author's; empty where there is none."""
    found: dict[str, str] = {}
    for path in sorted(folder.glob(f"*.{language}.svg")):
        text = path.read_text(encoding="utf-8")
        if text.startswith("<svg ") and "<script" not in text.lower():
            found.setdefault(step_of(path.name), text)
    return found


def step_of(name: str) -> str:
    """The id of the step that a picture explains: what stands before the first hyphen of its name."""
    return name.partition("-")[0]
