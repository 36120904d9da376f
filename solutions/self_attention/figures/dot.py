"""P3: a query and four keys in the plane: the angle decides the sign, and the length counts too."""

import math

import numpy as np

from grader.core.drawing import Canvas

from .numbers import ExampleNumbers
from .words import FigureWords

__all__ = ["KEYS", "NAME", "QUERY", "draw", "facts"]

NAME = "scores-dot-product"
QUERY = (2, 1)
KEYS = ((1, 2), (2, 4), (-1, 2), (-2, -1))
_ORIGIN, _UNIT = (180, 246), 44


def facts(q: tuple[int, int], k: tuple[int, int], score: float) -> tuple[float, float, float]:
    """Angle in degrees, cosine, and the length of k along q."""
    cosine = score / (math.hypot(*q) * math.hypot(*k))
    return math.degrees(math.acos(max(-1.0, min(1.0, cosine)))), cosine, score / math.hypot(*q)


def draw(numbers: ExampleNumbers, words: FigureWords) -> str:
    """The picture; the scores are the reference's."""
    scores = numbers.call("attention_scores", np.array([QUERY]), np.array(KEYS))[0].tolist()
    found = [(k, score, *facts(QUERY, k, score)) for k, score in zip(KEYS, scores, strict=True)]
    rows = " ".join(
        words("row", k=k, score=f"{score:g}", angle=f"{angle:.0f}", cos=_cos(cos)) for k, score, angle, cos, _ in found
    )
    canvas = Canvas(440, 504, words("title"), words("desc", rows=rows), NAME)
    canvas.text(16, 26, words("title"), size=15, bold=True)
    _plane(canvas)
    _projection(canvas, found[0][4], words)
    for k, *_ in found[::-1]:
        x, y = _at(*k)
        first = k == KEYS[0]
        right = k[0] > 0 and not first
        canvas.path(_line(k), stroke="reference", width=2.5 if first else 1.5, dash="" if first else "5 3", arrow=True)
        canvas.text(
            x + (8 if right else -8),
            y - 6 if k[1] > 0 else y + 16,
            f"k = {k}",
            colour="reference",
            anchor="start" if right else "end",
            bold=first,
        )
    canvas.path(_line(QUERY), stroke="accent", width=3, arrow=True)
    x, y = _at(*QUERY)
    canvas.text(x + 10, y + 4, f"q = {QUERY}", colour="accent", bold=True)
    _table(canvas, found, words)
    canvas.text(16, 488, words("note"), size=12, colour="muted")
    return canvas.svg()


def _cos(value: float) -> str:
    return f"{value + 0.0:.2f}"


def _at(x: float, y: float) -> tuple[float, float]:
    return _ORIGIN[0] + _UNIT * x, _ORIGIN[1] - _UNIT * y


def _line(vector: tuple[float, float]) -> str:
    (x0, y0), (x1, y1) = _at(0, 0), _at(*vector)
    return f"M{x0:g} {y0:g}L{x1:.1f} {y1:.1f}"


def _plane(canvas: Canvas) -> None:
    for i in range(-3, 6):
        x = _at(i, 0)[0]
        canvas.path(f"M{x:g} 48V{_at(0, -1.8)[1]:.0f}", opacity=1 if i == 0 else 0.45, width=1)
    for i in range(-1, 5):
        y = _at(0, i)[1]
        canvas.path(f"M{_at(-3.4, 0)[0]:.0f} {y:g}H{_at(5.6, 0)[0]:.0f}", opacity=1 if i == 0 else 0.45, width=1)


def _projection(canvas: Canvas, length: float, words: FigureWords) -> None:
    """The foot of the first key on q, and the arc of their angle."""
    q, k = QUERY, KEYS[0]
    part = length / math.hypot(*q)
    foot, tip = _at(part * q[0], part * q[1]), _at(*k)
    canvas.path(f"M{tip[0]:g} {tip[1]:g}L{foot[0]:.1f} {foot[1]:.1f}", stroke="muted", dash="3 3")
    canvas.dot(*foot, 4, "good")
    start, end = math.atan2(q[1], q[0]), math.atan2(k[1], k[0])
    (x0, y0), (x1, y1) = (_at(0.7 * math.cos(a), 0.7 * math.sin(a)) for a in (start, end))
    radius = 0.7 * _UNIT
    canvas.path(f"M{x0:.1f} {y0:.1f}A{radius:.1f} {radius:.1f} 0 0 0 {x1:.1f} {y1:.1f}", stroke="text")
    canvas.text(_at(0.62, 0)[0], _at(0, 0.72)[1], f"{math.degrees(end - start):.0f}°", size=12)
    canvas.text(foot[0] + 12, foot[1] + 30, words("projection", length=f"{length:.2f}"), size=12, colour="good")


def _table(canvas: Canvas, found: list[tuple[tuple[int, int], float, float, float, float]], words: FigureWords) -> None:
    y = 358.0
    columns = ((30, "k"), (160, words("score")), (250, words("angle")), (340, words("cosine")))
    for x, name in columns:
        canvas.text(x, y, name, size=12, colour="muted")
    canvas.path(f"M16 {y + 8:g}H424", width=1)
    for k, score, angle, cos, _ in found:
        y += 25
        told = (str(k), f"{score:g}", f"{angle:.0f}°", _cos(cos))
        for (x, _name), words_ in zip(columns, told, strict=True):
            colour = "text" if x != 160 or score == 0 else "good" if score > 0 else "bad"
            canvas.text(x, y, words_, colour=colour, bold=x == 160)
