"""How the counted work grows for everybody in one picture: a line a learner on logarithmic axes."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence

from markupsafe import Markup

from grader.core.drawing import Canvas, number
from grader.core.languages import say
from grader.reports.schema import Report

__all__ = ["Curve", "curve_of", "growth_svg"]

_HUGE = 1e30  # of a count: what is beyond it was not counted
_MOST = 200  # lines that are drawn; of more, every k-th
_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 640, 380, 70, 30, 56, 46
_KINDS = {"passed": ("accent", ""), "failed": ("bad", "6 3"), "held": ("held", "2 3")}


@dataclasses.dataclass(frozen=True, slots=True)
class Curve:
    """One learner's operations at each n, the exponent that was found, and how the check ended."""

    points: tuple[tuple[int, float], ...]
    exponent: float | None
    kind: str  # passed, failed or held


def curve_of(report: Report) -> Curve | None:
    """The curve of the report's growth check; None where nothing was counted."""
    for step in report.steps:
        for check in step.checks:
            evidence = check.evidence or {}
            points = _points(evidence.get("evidence"))
            if len(points) >= 2:
                exponent = evidence.get("exponent")
                known = isinstance(exponent, int | float) and abs(exponent) <= _HUGE
                outcome = str(check.outcome)
                kind = outcome if outcome in ("passed", "failed") else "held"
                return Curve(points, float(exponent) if known and exponent is not None else None, kind)
    return None


def _points(measured: object) -> tuple[tuple[int, float], ...]:
    out = {}
    for one in measured if isinstance(measured, Sequence) and not isinstance(measured, str) else ():
        if isinstance(one, Mapping) and type(one.get("n")) is int and isinstance(one.get("work"), Mapping):
            parts = [part for part in one["work"].values() if isinstance(part, int | float) and abs(part) <= _HUGE]
            work = float(sum(parts))
            if 0 < one["n"] <= _HUGE and work > 0:
                out[one["n"]] = work
    return tuple(sorted(out.items()))


def growth_svg(curves: Sequence[Curve], language: str) -> Markup:
    """The picture; at least one curve is needed."""
    drawn = curves[:: -(-len(curves) // _MOST)]
    ns = [n for curve in drawn for n, _ in curve.points]
    works = [work for curve in drawn for _, work in curve.points]
    x0, x1 = math.log10(min(ns)), math.log10(max(ns))
    y0, y1 = math.floor(math.log10(min(works))), math.ceil(math.log10(max(works)))
    y1 += y1 == y0
    width, height = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM

    def at(n: float, work: float) -> tuple[float, float]:
        x = _LEFT + (math.log10(n) - x0) / ((x1 - x0) or 1) * width
        return x, _TOP + (1 - (math.log10(work) - y0) / (y1 - y0)) * height

    counts = {kind: sum(curve.kind == kind for curve in curves) for kind in _KINDS}
    told = ", ".join(f"{say(language, f'cohort.growth.{kind}')}: {n}" for kind, n in counts.items() if n)
    desc = say(language, "cohort.growth.desc", drawn=len(drawn), all=len(curves), counts=told)
    canvas = Canvas(_WIDTH, _HEIGHT, say(language, "cohort.growth.title"), desc, "class-growth")
    for decade in range(int(y0), int(y1) + 1):
        _, y = at(10**x0, 10.0**decade)
        canvas.path(f"M{_LEFT} {number(y)}H{_WIDTH - _RIGHT}", opacity=0.4)
        canvas.text(_LEFT - 8, y + 4, f"1e{decade}", anchor="end", size=11, colour="muted")
    shown = -math.inf
    for n in sorted(set(ns)):
        x, _ = at(n, 10.0**y0)
        if x - shown > 34:
            canvas.text(x, _HEIGHT - _BOTTOM + 18, f"{n}", anchor="middle", size=11, colour="muted")
            shown = x
    for kind, (colour, dash) in _KINDS.items():
        lines = [[at(n, work) for n, work in curve.points] for curve in drawn if curve.kind == kind]
        paths = ["M" + "L".join(f"{number(x)} {number(y)}" for x, y in line) for line in lines]
        if paths:
            canvas.paths(paths, stroke=colour, width=1.5, dash=dash, opacity=0.55)
    present = [kind for kind, n in counts.items() if n]
    for i, kind in enumerate(present):
        colour, dash = _KINDS[kind]
        left = _LEFT + 190 * i
        canvas.path(f"M{left} 26h26", stroke=colour, width=2.5, dash=dash)
        canvas.text(left + 32, 30, f"{say(language, f'cohort.growth.{kind}')}: {counts[kind]}", size=12)
    canvas.text(_LEFT, _HEIGHT - 8, say(language, "cohort.growth.n"), size=12, colour="muted")
    canvas.text(_WIDTH - 8, _HEIGHT - 8, say(language, "cohort.growth.work"), anchor="end", size=12, colour="muted")
    return Markup(canvas.svg())
