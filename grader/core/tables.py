"""Tables for a terminal, laid out by rich: plain text in every stream, wide letters counted as two cells."""

from __future__ import annotations

import io
from collections.abc import Sequence

from grader.core.safe_text import one_line

__all__ = ["table"]


def table(head: Sequence[str], rows: Sequence[Sequence[str]], left: Sequence[int], width: int) -> list[str]:
    """Rows under a head, in at most `width` cells; the columns in `left` are set to the left, figures to the right.

    Where that is too narrow, columns stand closer, and then texts to the left go on in the next line of their column.
    """
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
    if console.measure(grid, options=console.options.update(width=10_000)).maximum > width:
        grid.padding = (0, 1, 0, 0)
    console.print(grid)
    return [line.rstrip() for line in out.getvalue().splitlines()]
