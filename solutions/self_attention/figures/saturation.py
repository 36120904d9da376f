"""P5: how softmax saturates as d_k grows, with and without the division by the root of d_k."""

import math
from typing import Any

import numpy as np

from grader.core.drawing import Canvas, Plane

from .numbers import ExampleNumbers
from .words import FigureWords

__all__ = ["KEYS", "NAME", "QUERIES", "WIDTHS", "draw", "measured"]

NAME = "scaling-saturation"
WIDTHS = (4, 16, 64, 256, 1024)
KEYS, QUERIES, DRAWS = 16, 1000, 100  # as in the lesson's table; new keys for every ten queries


def measured(numbers: ExampleNumbers) -> dict[str, list[float]]:
    """For each width: mean largest weight of a row and mean A(1 - A), of raw scores and of scaled ones."""
    found: dict[str, list[float]] = {"raw_top": [], "top": [], "raw_slope": [], "slope": []}
    rng = np.random.default_rng(0)
    for width in WIDTHS:
        Q, K = rng.standard_normal((DRAWS, QUERIES // DRAWS, width)), rng.standard_normal((DRAWS, KEYS, width))
        S = [numbers.call("attention_scores", q, k) for q, k in zip(Q, K, strict=True)]
        for prefix, scores in (("raw_", S), ("", [numbers.call("scale_scores", s, width) for s in S])):
            A: Any = np.concatenate([numbers.call("softmax", s) for s in scores])
            found[f"{prefix}top"].append(float(A.max(axis=1).mean()))
            found[f"{prefix}slope"].append(float((A * (1 - A)).mean()))
    return found


def draw(numbers: ExampleNumbers, words: FigureWords) -> str:
    """The two plots, one under the other."""
    found = measured(numbers)
    told = {key: ", ".join(f"{value:.2g}" for value in values) for key, values in found.items()}
    desc = words("desc", keys=KEYS, queries=QUERIES, widths=", ".join(map(str, WIDTHS)), **told)
    canvas = Canvas(440, 480, words("title"), desc, NAME)
    canvas.text(16, 26, words("title"), size=15, bold=True)
    canvas.text(16, 52, words("raw"), colour="bad", bold=True)
    canvas.text(200, 52, words("scaled"), colour="good", bold=True)
    plots = (("top", 92, 1.0, (0, 0.25, 0.5, 0.75, 1)), ("slope", 296, 0.06, (0, 0.02, 0.04, 0.06)))
    for name, top, most, ticks in plots:
        canvas.text(16, top - 14, words(name))
        plane = Plane(canvas, 56, top, 330, 132, _across, lambda y, most=most: y / most)  # type: ignore[misc]
        plane.axes([(w, str(w)) for w in WIDTHS], [(t, f"{t:g}") for t in ticks], words("width"))
        plane.line(list(zip(WIDTHS, found[f"raw_{name}"], strict=True)), "bad", marks="square")
        plane.line(list(zip(WIDTHS, found[name], strict=True)), "good", marks="round")
    return canvas.svg()


def _across(width: float) -> float:
    return (math.log2(width) - 1.5) / 9
