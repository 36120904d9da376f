"""Growth on logarithmic axes: a small SVG for reports, a pure function of points.

Slopes are what is compared, so the guides n, n² and n³ pass through the learner's last point: at small n fixed
costs make every curve look flat.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from html import escape

from grader.core.languages import say

__all__ = ["svg_plot"]

Points = Mapping[int, float]

_WIDTH, _HEIGHT = 420, 280
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 44, 30, 42
_GUIDES = ((1, "n"), (2, "n²"), (3, "n³"))
_LINE = 'stroke="var(--line, GrayText)"'
_LEARNER, _REFERENCE = "var(--accent, #2563eb)", "var(--reference, #6b7280)"
_DIGIT = 6.6  # width of a digit, in units of the picture


class _Scale:
    """log n and log cost to the plane of the picture."""

    def __init__(self, points: Points, others: Points) -> None:
        costs = [c for c in (*points.values(), *others.values()) if c > 0]
        ns = [*points, *others]
        self.x0, self.x1 = math.log10(min(ns)), math.log10(max(ns))
        self.y0, self.y1 = math.floor(math.log10(min(costs))), math.ceil(math.log10(max(costs)))
        self.x1 += self.x1 == self.x0
        self.y1 += self.y1 == self.y0

    def at(self, n: float, cost: float) -> tuple[float, float]:
        """The point in the picture's units, to a tenth."""
        x = (math.log10(n) - self.x0) / (self.x1 - self.x0)
        y = 1 - (math.log10(cost) - self.y0) / (self.y1 - self.y0)
        width, height = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM
        return round(_LEFT + x * width, 1), round(_TOP + y * height, 1)


def _clean(points: Points) -> dict[int, float]:
    return {n: float(cost) for n, cost in sorted(points.items()) if cost > 0 and n > 0}


def svg_plot(
    learner: Points,
    reference: Points | None = None,
    *,
    exponent: float | None = None,
    spread: tuple[float, float] | None = None,
    language: str = "en",
    title: str = "",
    ident: str = "growth",
) -> str:
    """An SVG element of its own, text as text, with title and description; colours follow the page's variables.

    `title` replaces the picture's usual one; `ident` makes ids unique where a page holds several plots. At least one
    positive point is needed.
    """
    points, others = _clean(learner), _clean(reference or {})
    if not points:
        return ""
    scale = _Scale(points, others)
    slope = _slope_words(exponent, spread, language)
    cost_name = say(language, "growth.plot.cost")
    legend = f'<tspan fill="{_LEARNER}">●</tspan> {escape(say(language, "growth.plot.learner"))}'
    out = _head(points, slope, language, title or say(language, "growth.plot.title"), ident)
    out += _axes(points, scale)
    out += _guides(points, scale)
    if others:
        out += _curve(others, scale, _REFERENCE, 1.5)
        out += [
            f'<rect x="{x - 3:.1f}" y="{y - 3:.1f}" width="6" height="6" fill="{_REFERENCE}"/>'
            for x, y in (scale.at(n, cost) for n, cost in others.items())
        ]
        legend += f'   <tspan fill="{_REFERENCE}">■</tspan> {escape(say(language, "growth.plot.reference"))}'
    out += _curve(points, scale, _LEARNER, 2)
    out += [
        f'<circle cx="{x}" cy="{y}" r="4" fill="{_LEARNER}"/>'
        for x, y in (scale.at(n, cost) for n, cost in points.items())
    ]
    out.append(f'<text x="{_LEFT}" y="16" xml:space="preserve">{legend}   {escape(slope)}</text>')
    out.append(f'<text x="{_LEFT}" y="{_HEIGHT - 8}">n</text>')
    out.append(f'<text x="{_WIDTH - 4}" y="{_HEIGHT - 8}" text-anchor="end">{escape(cost_name)}</text>')
    out.append("</svg>")
    return "\n".join(out)


def _head(points: Points, slope: str, language: str, title: str, ident: str) -> list[str]:
    """The element's start, its title, and the figures in words."""
    rows = "; ".join(f"{n}, {_short(cost)}" for n, cost in points.items())
    cost_name, caption = say(language, "growth.plot.cost"), say(language, "growth.plot.caption")
    description = " ".join(filter(None, (f"n, {cost_name}: {rows}.", slope, caption)))
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" height="{_HEIGHT}" '
        f'role="img" aria-labelledby="{ident}-title {ident}-desc" font-family="system-ui, sans-serif" font-size="11" '
        'style="max-width:100%;height:auto;color:var(--text, CanvasText)" fill="currentColor">',
        f'<title id="{ident}-title">{escape(title)}</title>',
        f'<desc id="{ident}-desc">{escape(description)}</desc>',
    ]


def _axes(points: Points, scale: _Scale) -> list[str]:
    """The axes, a tick and, where there is room, a label for each n, and a line for each decade of cost."""
    out = [f'<path d="M{_LEFT} {_TOP}V{_HEIGHT - _BOTTOM}H{_WIDTH - _RIGHT}" fill="none" {_LINE}/>']
    places = {n: scale.at(n, 10**scale.y0)[0] for n in points}
    foot = _HEIGHT - _BOTTOM
    out += [f'<path d="M{x} {foot}v4" {_LINE}/>' for x in places.values()]
    for n in _spaced(places):
        out.append(f'<text x="{places[n]}" y="{foot + 15}" text-anchor="middle">{n}</text>')
    decades = range(int(scale.y0), int(scale.y1) + 1)
    for decade in decades[:: max(1, len(decades) // 5)]:
        y = scale.at(min(points), 10.0**decade)[1]
        out.append(f'<path d="M{_LEFT - 4} {y}H{_WIDTH - _RIGHT}" {_LINE} stroke-opacity="0.25"/>')
        out.append(f'<text x="{_LEFT - 7}" y="{y + 4}" text-anchor="end">{_short(10.0**decade)}</text>')
    return out


def _curve(points: Points, scale: _Scale, colour: str, width: float) -> list[str]:
    path = " ".join(f"{x},{y}" for x, y in (scale.at(n, cost) for n, cost in points.items()))
    return [f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width}"/>']


def _guides(points: Points, scale: _Scale) -> list[str]:
    """Dashed lines of slope 1, 2, 3 through the last point, cut off where they leave the picture."""
    out = []
    last = max(points)
    floor = 10.0**scale.y0
    for power, name in _GUIDES:
        first = max(float(min(points)), last * (floor / points[last]) ** (1 / power))
        (x0, y0), (x1, y1) = scale.at(first, points[last] * (first / last) ** power), scale.at(last, points[last])
        out.append(
            f'<path d="M{x0} {y0}L{x1} {y1}" stroke="var(--line, GrayText)" stroke-dasharray="4 3" fill="none"/>'
        )
        below = min(y0 + 12, _HEIGHT - _BOTTOM - 3)
        out.append(f'<text x="{x0 + 4}" y="{below:.1f}" fill="var(--muted, GrayText)">{name}</text>')
    return out


def _spaced(places: Mapping[int, float]) -> Iterable[int]:
    """The values whose labels fit next to each other, largest first: 16 and 18 do not."""
    edge = math.inf
    for n in sorted(places, reverse=True):
        half = len(str(n)) * _DIGIT / 2
        if places[n] + half + 5 <= edge:
            edge = places[n] - half
            yield n


def _slope_words(exponent: float | None, spread: tuple[float, float] | None, language: str) -> str:
    if exponent is None:
        return ""
    low, high = spread or (exponent, exponent)
    return say(language, "growth.plot.slope", exponent=f"{exponent:.2f}", low=f"{low:.2f}", high=f"{high:.2f}")


def _short(x: float) -> str:
    """1234567 -> 1.23e6; 1000 -> 1000; 0.0001 -> 1e-4."""
    if 1e-3 <= x < 9999.5:
        return f"{x:.4g}"
    mantissa, power = f"{x:.2e}".split("e")
    return f"{mantissa.rstrip('0').rstrip('.')}e{int(power)}"
