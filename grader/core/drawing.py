"""A small SVG canvas: text stays text, colours are the page's variables, and every picture has words for it.

A picture stands in two places. In a report's page it takes the page's variables (`--text`, `--accent`, ...). As a
file of its own (in the lesson, in a notebook) `svg:root` matches and it brings its own, light and dark.
"""

from __future__ import annotations

import dataclasses
import textwrap
from collections.abc import Callable, Iterable, Sequence
from html import escape

from grader.core.safe_text import cells

__all__ = ["Canvas", "Plane", "STEP", "cell", "draw_column_sums", "draw_map", "heatmap_svg", "number"]

FONT = "system-ui, 'Noto Sans KR', 'Noto Sans CJK KR', 'Apple SD Gothic Neo', 'Malgun Gothic', sans-serif"
_LIGHT = (
    "--paper:#fff;--card:#f6f8fb;--text:#1c2330;--muted:#566072;--line:#cfd6e1;--accent:#1d5fbf;--reference:#6b5b00;"
    "--good:#17714a;--bad:#b3261e;--heat:#3f8cff;--soft:#e8f0fc"
)
_DARK = (
    "--paper:#14181f;--card:#1c222c;--text:#e8ecf3;--muted:#a8b3c4;--line:#3a4453;--accent:#7db2ff;--reference:#d9c15a;"
    "--good:#6fd3a0;--bad:#ff9c94;--heat:#2f74e0;--soft:#1b2a42"
)
STYLE = f"svg:root{{{_LIGHT}}}@media (prefers-color-scheme:dark){{svg:root{{{_DARK}}}}}"


def number(x: float) -> str:
    """A coordinate: at most one decimal."""
    return f"{x:.1f}".removesuffix(".0")


class Canvas:
    """Shapes and words in the order they are drawn; `svg()` is the element."""

    def __init__(self, width: int, height: int, title: str, desc: str, ident: str) -> None:
        self.width, self.height, self.title, self.desc, self.ident = width, height, title, desc, ident
        self.parts: list[str] = []
        self.arrows = False

    def text(
        self,
        x: float,
        y: float,
        words: str,
        *,
        anchor: str = "start",
        size: int = 13,
        colour: str = "text",
        bold: bool = False,
        italic: bool = False,
    ) -> None:
        """One line of words; `anchor` is start, middle or end."""
        extra = f' text-anchor="{anchor}"' if anchor != "start" else ""
        extra += f' font-size="{size}"' if size != 13 else ""
        extra += f' fill="var(--{colour})"' if colour != "text" else ""
        extra += ' font-weight="600"' if bold else ""
        extra += ' font-style="italic"' if italic else ""
        self.parts.append(f'<text x="{number(x)}" y="{number(y)}"{extra}>{escape(words)}</text>')

    def lines(self, x: float, y: float, words: str, *, width: int, size: int = 13, colour: str = "text") -> float:
        """Words wrapped to `width` cells; returns the y below them."""
        for line in _wrapped(words, width):
            self.text(x, y, line, size=size, colour=colour)
            y += size + 6
        return y

    def rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        fill: str = "card",
        stroke: str = "line",
        opacity: float | None = None,
        round_: int = 6,
    ) -> None:
        """A box; `fill` and `stroke` name variables, "" leaves one out."""
        paint = f'fill="var(--{fill})"' if fill else 'fill="none"'
        paint += f' fill-opacity="{opacity:.3f}"' if opacity is not None else ""
        paint += f' stroke="var(--{stroke})"' if stroke else ""
        paint += f' rx="{round_}"' if round_ else ""
        self.parts.append(
            f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}" {paint}/>'
        )

    def path(
        self,
        d: str,
        *,
        stroke: str = "line",
        width: float = 1.5,
        dash: str = "",
        arrow: bool = False,
        opacity: float | None = None,
    ) -> None:
        """A line along `d`, with an arrow head at its end where asked."""
        extra = f' stroke-dasharray="{dash}"' if dash else ""
        extra += f' stroke-opacity="{opacity:.2f}"' if opacity is not None else ""
        if arrow:
            extra += f' marker-end="url(#{self.ident}-head)"'
            self.arrows = True
        self.parts.append(f'<path d="{d}" fill="none" stroke="var(--{stroke})" stroke-width="{number(width)}"{extra}/>')

    def paths(self, several: Sequence[str], *, stroke: str, width: float, dash: str, opacity: float) -> None:
        """Many lines that look alike; what they have in common is written once."""
        extra = f' stroke-dasharray="{dash}"' if dash else ""
        look = (
            f'fill="none" stroke="var(--{stroke})" stroke-width="{number(width)}" stroke-opacity="{opacity:.2f}"{extra}'
        )
        self.parts.append(f"<g {look}>" + "".join(f'<path d="{d}"/>' for d in several) + "</g>")

    def arrow(self, x0: float, y0: float, x1: float, y1: float, *, stroke: str = "muted", width: float = 1.5) -> None:
        """A straight arrow."""
        self.path(f"M{number(x0)} {number(y0)}L{number(x1)} {number(y1)}", stroke=stroke, width=width, arrow=True)

    def dot(self, x: float, y: float, radius: float = 4, fill: str = "accent") -> None:
        """A filled circle."""
        self.parts.append(f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" fill="var(--{fill})"/>')

    def svg(self) -> str:
        """The whole picture."""
        head = ""
        if self.arrows:
            head = (
                f'<defs><marker id="{self.ident}-head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" '
                'markerHeight="8" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0L8 4L0 8Z" '
                'fill="context-stroke"/></marker></defs>'
            )
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" '
                f'width="{self.width}" height="{self.height}" role="img" '
                f'aria-labelledby="{self.ident}-title {self.ident}-desc" font-family="{FONT}" font-size="13" '
                'fill="var(--text)">',
                f'<title id="{self.ident}-title">{escape(self.title)}</title>',
                f'<desc id="{self.ident}-desc">{escape(self.desc)}</desc>',
                f"<style>{STYLE}</style>{head}",
                f'<rect width="{self.width}" height="{self.height}" rx="8" fill="var(--card)"/>',
                *self.parts,
                "</svg>\n",
            ]
        )


def _wrapped(words: str, width: int) -> list[str]:
    if cells(words) == len(words):
        return textwrap.wrap(words, width)
    lines, line = [], ""
    for one in words.split():
        longer = f"{line} {one}" if line else one
        if cells(longer) > width and line:
            lines.append(line)
            line = one
        else:
            line = longer
    return [*lines, line]


@dataclasses.dataclass(frozen=True)
class Plane:
    """A box of the canvas in which x and y are measured; `across` and `up` turn values into shares from 0 to 1."""

    canvas: Canvas
    left: float
    top: float
    width: float
    height: float
    across: Callable[[float], float]
    up: Callable[[float], float]

    def at(self, x: float, y: float) -> tuple[float, float]:
        """The place of a point."""
        return self.left + self.across(x) * self.width, self.top + (1 - self.up(y)) * self.height

    def axes(self, xs: Iterable[tuple[float, str]], ys: Iterable[tuple[float, str]], x_name: str) -> None:
        """Ticks with their words, thin lines across, and the name of the x axis."""
        bottom, right = self.top + self.height, self.left + self.width
        self.canvas.path(f"M{self.left:g} {self.top:g}V{bottom:g}H{right:g}", stroke="muted", width=1)
        for value, told in ys:
            y = self.top + (1 - self.up(value)) * self.height
            self.canvas.path(f"M{self.left:g} {y:.1f}H{right:g}", width=1, opacity=0.6)
            self.canvas.text(self.left - 7, y + 4, told, size=12, colour="muted", anchor="end")
        for value, told in xs:
            x = self.left + self.across(value) * self.width
            self.canvas.text(x, bottom + 17, told, size=12, colour="muted", anchor="middle")
        self.canvas.text(right + 20, bottom + 17, x_name, size=12, colour="muted")

    def line(self, points: Sequence[tuple[float, float]], colour: str, *, marks: str = "", dash: str = "") -> None:
        """A line through points, with round or square marks where asked."""
        places = [self.at(x, y) for x, y in points]
        self.canvas.path("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in places), stroke=colour, width=2, dash=dash)
        for x, y in places if marks else ():
            if marks == "round":
                self.canvas.dot(x, y, 4, colour)
            else:
                self.canvas.rect(x - 4, y - 4, 8, 8, fill=colour, stroke="", round_=0)


STEP = 46  # side of a cell
_NARROWEST = 400  # a page that keeps figures readable would stretch a narrower one


def heatmap_svg(
    A: Sequence[Sequence[float]],
    columns: Sequence[str],
    title: str,
    desc: str,
    *,
    rows: Sequence[str] | None = None,
    rows_sum_to: float | None = None,
    ident: str = "heatmap",
) -> str:
    """The heat map of a matrix as an SVG element with text kept as text.

    columns, rows: their names; rows have those of the columns where they have none of their own. rows_sum_to: what each
    row has to sum to; the sums then stand at the right edge, in another colour where they are off.
    """
    names = list(rows) if rows is not None else list(columns)[: len(A)]
    names += [str(i) for i in range(len(names) + 1, len(A) + 1)]
    left = 18 + 8 * max([*(len(name) for name in names), 3])
    width = left + STEP * len(columns) + 84
    wide = max(width, 12 * len(title), _NARROWEST)
    canvas = Canvas(wide, 78 + STEP * len(A), title, desc, ident)
    canvas.text(14, 24, title, size=14, bold=True)
    draw_map(canvas, left, 58, A, columns, names, rows_sum_to=rows_sum_to)
    return canvas.svg()


def draw_map(
    canvas: Canvas,
    left: float,
    top: float,
    A: Sequence[Sequence[float]],
    columns: Sequence[str],
    rows: Sequence[str],
    *,
    sums: str = "Σ",
    rows_sum_to: float | None = 1,
) -> None:
    """The cells with their labels, their upper left corner at (left, top), and the row sums under the word `sums`.

    The darkest cell is the one of `rows_sum_to`; where that is None, the largest, and there are no sums.
    """
    darkest = rows_sum_to or max((abs(value) for row in A for value in row), default=1.0) or 1.0
    for j, name in enumerate(columns):
        canvas.text(left + STEP * (j + 0.5), top - 8, name, anchor="middle", size=12, colour="muted")
    edge = left + STEP * len(columns) + 44
    if rows_sum_to is not None:
        canvas.text(edge, top - 8, sums, anchor="middle", size=12, colour="muted")
    for i, row in enumerate(A):
        middle = top + STEP * (i + 0.5) + 5
        canvas.text(left - 8, middle, rows[i], anchor="end", size=12, colour="muted")
        for j, value in enumerate(row):
            shade = value if rows_sum_to is not None else abs(value)
            cell(canvas, left + STEP * j, top + STEP * i, shade / darkest, f"{value:.2f}")
        if rows_sum_to is not None:
            total = sum(row)
            colour = "bad" if abs(total - rows_sum_to) > 5e-3 else "good"
            canvas.text(edge, middle, f"{total:.2f}", anchor="middle", colour=colour, bold=True)


def draw_column_sums(canvas: Canvas, left: float, top: float, A: Sequence[Sequence[float]]) -> None:
    """The sums of the columns below a map whose upper left corner is at (left, top)."""
    for j in range(len(A[0])):
        x, total = left + STEP * (j + 0.5), sum(row[j] for row in A)
        canvas.text(x, top + STEP * len(A) + 18, f"{total:.2f}", anchor="middle", size=12, colour="muted")


def cell(canvas: Canvas, x: float, y: float, weight: float, words: str | None = None) -> None:
    """One cell, the darker the larger the weight (from 0 to 1), with its number."""
    shade = 0.66 * min(max(weight, 0.0), 1.0)
    canvas.rect(x, y, STEP - 2, STEP - 2, fill="heat", stroke="", opacity=shade, round_=4)
    canvas.text(
        x + STEP / 2 - 1, y + STEP / 2 + 4, f"{weight:.2f}" if words is None else words, anchor="middle", size=12
    )
