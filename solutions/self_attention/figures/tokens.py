"""P2: five tokens twice, a line from each to each, as thick as the attention weight."""

from grader.core.drawing import Canvas

from .numbers import TOKENS, ExampleNumbers
from .words import FigureWords

__all__ = ["NAME", "draw"]

NAME = "combine-tokens"
_SHOWN = 0  # the row that is drawn in colour
_TOP, _GAP, _LEFT, _RIGHT = 96, 62, 84, 340


def draw(numbers: ExampleNumbers, words: FigureWords) -> str:
    """The picture, from the reference's A."""
    A = numbers.A.tolist()
    token, row = TOKENS[_SHOWN], A[_SHOWN]
    told = [f"{weight:.2f}" for weight in row]
    total = f"{sum(row):.2f}"
    desc = words("desc", token=token, row=", ".join(told), total=total)
    canvas = Canvas(440, 424, words("title"), desc, NAME)
    canvas.text(16, 26, words("title"), size=15, bold=True)
    canvas.text(16, 58, words("queries"), size=12, colour="muted")
    canvas.text(424, 58, words("keys"), size=12, colour="muted", anchor="end")
    for i, weights in enumerate(A):
        if i != _SHOWN:
            for j, weight in enumerate(weights):
                _line(canvas, i, j, weight, "muted", 0.35)
    for j, weight in enumerate(row):
        _line(canvas, _SHOWN, j, weight, "accent", None)
        canvas.text(_RIGHT + 58, _y(j) + 5, told[j], colour="accent", bold=True)
    for i, name in enumerate(TOKENS):
        for x in (_LEFT, _RIGHT):
            marked = x == _LEFT and i == _SHOWN
            canvas.rect(x - 24, _y(i) - 17, 48, 34, fill="soft", stroke="accent" if marked else "line")
            canvas.text(x, _y(i) + 5, name, anchor="middle", bold=marked)
    canvas.text(16, 404, words("sum", token=token, row=" + ".join(told), total=total), colour="accent", bold=True)
    return canvas.svg()


def _y(i: int) -> float:
    return _TOP + _GAP * i


def _line(canvas: Canvas, i: int, j: int, weight: float, colour: str, opacity: float | None) -> None:
    canvas.path(f"M{_LEFT + 24} {_y(i):g}L{_RIGHT - 24} {_y(j):g}", stroke=colour, width=14 * weight, opacity=opacity)
