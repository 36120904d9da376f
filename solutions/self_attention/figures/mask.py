"""P7: a causal mask before and after softmax, and the slip of masking too late."""

from grader.core.drawing import STEP, Canvas, cell, draw_map

from .numbers import TOKENS, ExampleNumbers, N
from .words import FigureWords

__all__ = ["NAME", "draw"]

NAME = "mask-causal"
_LEFT, _HIGH = 60, STEP * N + 66


def draw(numbers: ExampleNumbers, words: FigureWords) -> str:
    """Three tables, one under the other: masked scores, the weights, and weights that were zeroed after softmax."""
    mask = numbers.call("causal_mask", N)
    hidden = numbers.call("apply_mask", numbers.scaled, mask)
    weights = numbers.call("softmax", hidden)
    late = numbers.A * mask
    sums = ", ".join(f"{total:.2f}" for total in late.sum(axis=1))
    canvas = Canvas(400, 3 * _HIGH + 52, words("title"), words("desc", sums=sums), NAME)
    canvas.text(16, 26, words("title"), size=15, bold=True)
    top = 92
    canvas.text(16, top - 30, words("scores"), bold=True)
    for i in range(N):
        canvas.text(_LEFT - 8, top + STEP * (i + 0.5) + 4, TOKENS[i], size=12, colour="muted", anchor="end")
        canvas.text(_LEFT + STEP * (i + 0.5), top - 8, TOKENS[i], size=12, colour="muted", anchor="middle")
        for j in range(N):
            seen = bool(mask[i, j])
            told = f"{numbers.scaled[i, j]:.2f}" if seen else "-∞"
            cell(canvas, _LEFT + STEP * j, top + STEP * i, 0.25 if seen else 0.0, told)
    for k, (table, name) in enumerate(((weights, "weights"), (late, "bug")), 1):
        top = 92 + k * _HIGH
        canvas.text(16, top - 30, ("✓ ", "✗ ")[k - 1] + words(name), colour=("good", "bad")[k - 1], bold=True)
        draw_map(canvas, _LEFT, top, table.tolist(), TOKENS, TOKENS, sums=words("sum"))
    return canvas.svg()
