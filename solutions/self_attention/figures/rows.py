"""P4: the map of attention weights with its row sums, and the same scores with a softmax over the columns."""

from grader.core.drawing import STEP, Canvas, draw_column_sums, draw_map

from .numbers import TOKENS, ExampleNumbers, N
from .words import FigureWords

__all__ = ["NAME", "draw"]

NAME = "softmax-rows"
_LEFT = 108


def draw(numbers: ExampleNumbers, words: FigureWords) -> str:
    """The two maps, one under the other; the second is the reference's softmax of the turned table, turned back."""
    right = numbers.A
    wrong = numbers.call("softmax", numbers.scaled.T).T
    sums = ", ".join(f"{total:.2f}" for total in wrong.sum(axis=1))
    canvas = Canvas(440, 2 * (STEP * N + 92) + 42, words("title"), words("desc", sums=sums), NAME)
    canvas.text(16, 26, words("title"), size=15, bold=True)
    for k, (weights, name) in enumerate(((right, "right"), (wrong, "wrong"))):
        top = 94 + k * (STEP * N + 92)
        canvas.text(16, top - 34, ("✓ ", "✗ ")[k] + words(name), colour=("good", "bad")[k], bold=True)
        rows = [f"q {t}" for t in TOKENS]
        draw_map(canvas, _LEFT, top, weights.tolist(), TOKENS, rows, sums=words("sum"))
        draw_column_sums(canvas, _LEFT, top, weights.tolist())
        canvas.text(_LEFT - 8, top - 8, words("keys"), size=12, colour="muted", anchor="end")
        canvas.text(_LEFT - 8, top + STEP * N + 18, words("columns"), size=12, colour="muted", anchor="end")
    return canvas.svg()
