"""The figures of a report, from what its checks carry as evidence: growth plots and heat maps of matrices.

A growth check's evidence is what `grader.complexity` writes. A heat map is drawn for a *visible* example only, from
evidence of this form, which no hidden check may carry. `row` and `column` stand before the numbers of rows and
columns; `rows_sum_to` is null where rows need not sum to anything, and `expected` may be left out:

    {"kind": "heatmap", "visible": true, "title": "Shares", "row": "i", "column": "j", "rows_sum_to": 1,
     "values": [[...], ...], "expected": [[...], ...]}
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from grader.core.drawing import heatmap_svg
from grader.core.languages import say
from grader.core.model import Heatmap, Text
from grader.reports.schema import CheckResult

__all__ = ["GrowthFigure", "growth_of", "heatmap_figure", "heatmaps_of"]

_HUGE = 1e30  # of a count: what is beyond it was not counted
_MOST = 24  # rows and columns that a heat map can show


@dataclasses.dataclass(frozen=True, slots=True)
class GrowthFigure:
    """A growth plot, and its points as rows: n, operations, times the row above."""

    svg: Markup
    rows: tuple[tuple[str, str, str], ...]


def growth_of(check: CheckResult, language: str, ident: str) -> GrowthFigure | None:
    """The plot of a check that counted work at growing n; None where there is nothing to plot."""
    evidence = check.evidence or {}
    points = _points(evidence.get("evidence"))
    if len(points) < 2:
        return None
    from grader.complexity.plot import svg_plot  # with numpy, so only where there is something to plot

    svg = svg_plot(
        points,
        _beside(evidence.get("reference")),
        exponent=_real(evidence.get("exponent")),
        spread=_pair(evidence.get("spread")),
        language=language,
        title=say(language, "html.growth", check=check.title).rstrip("."),
        ident=ident,
    )
    rows, before = [], 0.0
    for n, work in sorted(points.items()):
        rows.append((f"{n:,}", f"{work:,.0f}", f"{work / before:.2f}" if before else ""))
        before = work
    return GrowthFigure(Markup(svg), tuple(rows))


def heatmaps_of(check: CheckResult, language: str, ident: str) -> list[Markup]:
    """The learner's matrix of a visible example, and the expected one where the evidence has it."""
    evidence = check.evidence or {}
    if evidence.get("kind") != "heatmap" or evidence.get("visible") is not True:
        return []
    rows_sum_to, title = _real(evidence.get("rows_sum_to")), str(evidence.get("title") or check.title)
    row, column = str(evidence.get("row") or ""), str(evidence.get("column") or "")
    figures = []
    for key, message in (("values", "html.heatmap"), ("expected", "html.heatmap_expected")):
        values = _matrix(evidence.get(key))
        if values and len(values) <= _MOST and len(values[0]) <= _MOST:
            heatmap = Heatmap(Text(title), rows_sum_to, row, column)
            svg = heatmap_figure(values, heatmap, message, language, f"{ident}-{key}")
            figures.append(Markup(svg))
    return figures


def heatmap_figure(values: Sequence[Sequence[float]], heatmap: Heatmap, message: str, language: str, ident: str) -> str:
    """The heat map of a matrix that an assignment describes, as SVG; `message` says whose it is."""
    columns, rows = (
        [f"{letter}{i}" for i in range(1, count + 1)]
        for letter, count in ((heatmap.column, len(values[0])), (heatmap.row, len(values)))
    )
    title = say(language, message, title=heatmap.title[language])
    desc = title
    if heatmap.rows_sum_to is not None:
        desc = say(language, "html.heatmap_sums", sums=", ".join(f"{sum(row):.2f}" for row in values))
    return heatmap_svg(values, columns, title, desc, rows=rows, rows_sum_to=heatmap.rows_sum_to, ident=ident)


def _points(measured: object) -> dict[int, float]:
    """Operations at each n, all categories together; what is not of that form is left out."""
    points = {}
    for one in measured if isinstance(measured, Sequence) else ():
        if isinstance(one, Mapping) and isinstance(one.get("work"), Mapping) and type(one.get("n")) is int:
            work = sum(_real(part) or 0.0 for part in one["work"].values())
            if 0 < one["n"] <= _HUGE and work > 0:
                points[one["n"]] = work
    return points


def _beside(totals: object) -> dict[int, float]:
    """The reference's operations at each n, from [n, operations] pairs; what is not of that form is left out."""
    pairs = totals if isinstance(totals, Sequence) else ()
    whole = [p for p in pairs if isinstance(p, list) and len(p) == 2 and all(type(x) is int for x in p)]
    return {n: work for n, work in whole if max(abs(n), abs(work)) <= _HUGE}


def _matrix(value: object) -> list[list[float]]:
    """A table of finite numbers with rows of one length; empty where it is none."""
    if not isinstance(value, Sequence) or not value or not all(isinstance(r, list | tuple) and r for r in value):
        return []
    rows: list[Any] = list(value)
    if len({len(row) for row in rows}) != 1 or any(_real(x) is None for row in rows for x in row):
        return []
    return [[float(x) for x in row] for row in rows]


def _real(value: object) -> float | None:
    """A number that a picture can hold, or None: nothing in a report is trusted to be one."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= _HUGE:
        return None
    return float(value)


def _pair(value: object) -> tuple[float, float] | None:
    """Two finite numbers, or None."""
    if not isinstance(value, list | tuple) or len(value) != 2:
        return None
    low, high = _real(value[0]), _real(value[1])
    return None if low is None or high is None else (low, high)
