"""`heatmap_svg(A, tokens, title, desc)`: attention weights as a table of shaded cells, row sums at the right edge.

The sums are what the picture is for: a row is one query sharing itself out. Plain Python, so that a report can
draw one without numpy.
"""

from __future__ import annotations

from collections.abc import Sequence

from grader.pictures.canvas import Canvas

__all__ = ["STEP", "cell", "draw_map", "heatmap_svg"]

STEP = 46  # side of a cell
_NARROWEST = 400  # a page that keeps figures readable would stretch a narrower one


def heatmap_svg(
    A: Sequence[Sequence[float]],
    tokens: Sequence[str],
    title: str,
    desc: str,
    *,
    ident: str = "weights",
    queries: Sequence[str] | None = None,
) -> str:
    """The map of A (rows are queries, columns are keys) as an SVG element with text kept as text.

    tokens: the names of the keys; queries: of the rows, where they are not the same.
    """
    rows = list(queries) if queries is not None else list(tokens)[: len(A)]
    rows += [str(i) for i in range(len(rows) + 1, len(A) + 1)]
    left = 18 + 8 * max([*(len(name) for name in rows), 3])
    width = left + STEP * len(tokens) + 84
    wide = max(width, 12 * len(title), _NARROWEST)
    canvas = Canvas(wide, 78 + STEP * len(A), title, desc, ident)
    canvas.text(14, 24, title, size=14, bold=True)
    draw_map(canvas, left, 58, A, tokens, rows)
    return canvas.svg()


def draw_map(
    canvas: Canvas, left: float, top: float, A: Sequence[Sequence[float]], tokens: Sequence[str],
    rows: Sequence[str], *, sums: str = "Σ", column_sums: bool = False,
) -> None:  # fmt: skip
    """The cells with their labels and row sums, their upper left corner at (left, top)."""
    for j, name in enumerate(tokens):
        canvas.text(left + STEP * (j + 0.5), top - 8, name, anchor="middle", size=12, colour="muted")
    edge = left + STEP * len(tokens) + 44
    canvas.text(edge, top - 8, sums, anchor="middle", size=12, colour="muted")
    for i, row in enumerate(A):
        middle = top + STEP * (i + 0.5) + 5
        canvas.text(left - 8, middle, rows[i], anchor="end", size=12, colour="muted")
        for j, weight in enumerate(row):
            cell(canvas, left + STEP * j, top + STEP * i, weight)
        total = sum(row)
        off = abs(total - 1) > 5e-3
        canvas.text(edge, middle, f"{total:.2f}", anchor="middle", colour="bad" if off else "good", bold=True)
    if column_sums:
        below = top + STEP * len(A) + 18
        for j in range(len(tokens)):
            total = sum(row[j] for row in A)
            canvas.text(left + STEP * (j + 0.5), below, f"{total:.2f}", anchor="middle", size=12, colour="muted")


def cell(canvas: Canvas, x: float, y: float, weight: float, words: str | None = None) -> None:
    """One cell, the darker the larger the weight (from 0 to 1), with its number."""
    shade = 0.66 * min(max(weight, 0.0), 1.0)
    canvas.rect(x, y, STEP - 2, STEP - 2, fill="heat", stroke="", opacity=shade, round_=4)
    canvas.text(
        x + STEP / 2 - 1, y + STEP / 2 + 4, f"{weight:.2f}" if words is None else words, anchor="middle", size=12
    )
