"""Tables for a terminal, laid out by rich: plain text in every stream, wide letters counted as two cells."""

from __future__ import annotations

import io
from collections.abc import Collection, Sequence

from grader.core.safe_text import cells, one_line

__all__ = ["table"]

_LONG = 24  # cells of a name that gets a line of its own where the table is too wide
_ROW = "·"  # marks the first line of a row


def table(head: Sequence[str], rows: Sequence[Sequence[str]], left: Collection[int], width: int) -> list[str]:
    """Rows under a head, in at most `width` cells; the columns in `left` are set to the left, figures to the right.

    Where that is too narrow, columns move closer. Then long names in the first column get a line of their own, or else
    texts to the left continue on the next line of their column.
    """
    lines, fits = _rendered(head, rows, left, width)
    if fits or not rows or max(cells(row[0]) for row in rows) < _LONG:
        return lines
    figures = [[_ROW, *row[1:]] for row in rows]
    lines, _ = _rendered(["", *head[1:]], figures, left, width)
    names = iter([one_line(row[0], width) for row in rows])
    out = [head[0], lines[0]]
    for line in lines[1:]:
        if line.startswith(_ROW):
            out += [next(names), line.replace(_ROW, " ", 1)]
        else:
            out.append(line)
    return out


def _rendered(
    head: Sequence[str], rows: Sequence[Sequence[str]], left: Collection[int], width: int
) -> tuple[list[str], bool]:
    """The lines, and whether every cell fits on one line."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    out = io.StringIO()
    console = Console(file=out, width=width, color_system=None, legacy_windows=False)
    grid = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for i, name in enumerate(head):
        grid.add_column(Text(name), justify="left" if i in left else "right", no_wrap=i not in left, overflow="fold")
    for row in rows:
        grid.add_row(*(Text(one_line(cell, 300)) for cell in row))
    wanted = console.options.update(width=10_000)
    if console.measure(grid, options=wanted).maximum > width:
        grid.padding = (0, 1, 0, 0)
    fits = console.measure(grid, options=wanted).maximum <= width
    console.print(grid)
    return [line.rstrip() for line in out.getvalue().splitlines()], fits
