"""P1: the data flow of scaled dot-product attention; every arrow carries the shape of what runs along it."""

from typing import Any

from grader.core.drawing import Canvas

from .numbers import D_K, D_MODEL, D_V, ExampleNumbers, N
from .words import FigureWords

__all__ = ["NAME", "draw"]

NAME = "attention-flow"
_LEFT, _MIDDLE, _RIGHT, _SCORES = 84, 214, 356, 149  # centres of the three branches, and of what follows Q and K


def draw(numbers: ExampleNumbers, words: FigureWords) -> str:
    """The picture; shapes are read off the arrays that the reference made."""
    shape = {name: _shape(getattr(numbers, field)) for name, field in _FIELDS}
    desc = words("desc", **{key.lower(): told for key, told in shape.items()}, d_k=D_K)
    canvas = Canvas(440, 596, words("title"), desc, NAME)
    canvas.text(16, 26, words("title"), size=15, bold=True)
    canvas.text(16, 46, words("sizes", sizes=(N, D_MODEL, D_K, D_V)), size=12, colour="muted")
    _box(canvas, _MIDDLE, 62, 150, "X", words("input"))
    for x, name in ((_LEFT, "W_Q"), (_MIDDLE, "W_K"), (_RIGHT, "W_V")):
        canvas.arrow(_MIDDLE, 106, x, 152)
        _box(canvas, x, 154, 104, f"× {name}", shape[name])
    canvas.text(_MIDDLE + 8, 134, f"X {shape['X']}", size=12)
    for x, name in ((_LEFT, "Q"), (_MIDDLE, "K")):
        canvas.arrow(x, 198, x, 246)
        canvas.text(x + 8, 226, f"{name} {shape[name]}", size=12)
    _box(canvas, _SCORES, 248, 234, "Q Kᵀ")
    _down(canvas, 292, f"S {shape['S']}")
    _box(canvas, _SCORES, 330, 234, words("scale", d_k=D_K))
    _down(canvas, 374, f"S′ {shape['S2']}")
    _box(canvas, _SCORES, 412, 234, words("softmax"))
    _down(canvas, 456, f"A {shape['A']}")
    canvas.arrow(_RIGHT, 198, _RIGHT, 492)
    canvas.text(_RIGHT - 8, 348, f"V {shape['V']}", size=12, anchor="end")
    _box(canvas, 220, 494, 376, "A V")
    canvas.arrow(220, 538, 220, 572)
    canvas.text(228, 560, f"O {shape['O']}: {words('output')}", size=12)
    return canvas.svg()


_FIELDS = (
    ("X", "X"),
    ("W_Q", "W_Q"),
    ("W_K", "W_K"),
    ("W_V", "W_V"),
    ("Q", "Q"),
    ("K", "K"),
    ("V", "V"),
    ("S", "S"),
    ("S2", "scaled"),
    ("A", "A"),
    ("O", "O"),
)


def _shape(array: Any) -> str:
    return str(tuple(array.shape))


def _down(canvas: Canvas, y: float, words: str) -> None:
    canvas.arrow(_SCORES, y, _SCORES, y + 36)
    canvas.text(_SCORES + 8, y + 24, words, size=12)


def _box(canvas: Canvas, x: float, y: float, width: float, name: str, more: str = "") -> None:
    """A box centred at x with a name and, under it, what it holds."""
    canvas.rect(x - width / 2, y, width, 44, fill="soft")
    canvas.text(x, y + (19 if more else 27), name, anchor="middle", size=14, bold=True)
    if more:
        canvas.text(x, y + 36, more, anchor="middle", size=12, colour="muted")
