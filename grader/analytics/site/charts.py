"""The class in pictures: how points are spread, which misconceptions are widespread, which items work.

Small SVG by hand, text as text, colours from the page's variables; every number of a picture stands in a table
beside it as well.
"""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from grader.analytics.at_risk import MisconceptionStats
from grader.analytics.items import ItemStats
from grader.core.drawing import Canvas, number
from grader.core.languages import say
from grader.core.safe_text import cells, cut

__all__ = ["belief_svg", "bins", "histogram_svg", "scatter_svg"]

_BINS = 10
Box = tuple[float, float, float, float]  # left, right, top, bottom


def bins(shares: Sequence[float]) -> list[int]:
    """How many of these shares (0 to 1) lie in each tenth; 1 belongs to the last."""
    counts = [0] * _BINS
    for share in shares:
        counts[min(_BINS - 1, int(share * _BINS + 1e-9))] += 1
    return counts


def histogram_svg(shares: Sequence[float], title: str, language: str, ident: str) -> Markup:
    """Learners by tenths of the points."""
    counts = bins(shares)
    rows = "; ".join(f"{10 * i}–{10 * (i + 1)} %: {n}" for i, n in enumerate(counts))
    canvas = Canvas(520, 230, title, say(language, "cohort.histogram.desc", rows=rows), ident)
    top, bottom, left, wide = 34, 184, 20, 48
    most = max([*counts, 1])
    canvas.path(f"M{left} {bottom}H{left + _BINS * wide}")
    for i, n in enumerate(counts):
        height = (bottom - top) * n / most
        x = left + i * wide
        if n:
            canvas.rect(x + 3, bottom - height, wide - 6, height, fill="accent", stroke="", round_=2)
        canvas.text(x + wide / 2, bottom - height - 6, str(n), anchor="middle", size=12)
        canvas.text(x, bottom + 18, str(10 * i), anchor="middle", size=11, colour="muted")
    canvas.text(left + _BINS * wide, bottom + 18, "100", anchor="middle", size=11, colour="muted")
    canvas.text(left + _BINS * wide / 2, bottom + 38, say(language, "cohort.histogram.x"), anchor="middle", size=12)
    return Markup(canvas.svg())


def belief_svg(beliefs: Sequence[MisconceptionStats], learners: int, language: str) -> Markup:
    """A bar for the code and a bar for the quiz, for each misconception."""
    row = 74
    height = 44 + row * len(beliefs)
    told = "; ".join(f"{b.code}: {b.in_code}, {b.in_quiz}" for b in beliefs)
    title, desc = say(language, "cohort.beliefs.title"), say(language, "cohort.beliefs.desc", rows=told, n=learners)
    canvas = Canvas(640, height, title, desc, "class-beliefs")
    canvas.rect(20, 16, 14, 14, fill="accent", stroke="", round_=2)
    canvas.text(40, 28, say(language, "cohort.beliefs.code"), size=12)
    canvas.rect(190, 16, 14, 14, fill="reference", stroke="", round_=2)
    canvas.text(210, 28, say(language, "cohort.beliefs.quiz"), size=12)
    wide = 540
    for i, belief in enumerate(beliefs):
        y = 44 + row * i
        claim = belief.claim.get(language) or next(iter(belief.claim.values()), "")
        canvas.text(20, y + 16, cut(f"{belief.code}  {claim}", 82), size=13, bold=True)
        for k, (count, colour) in enumerate(((belief.in_code, "accent"), (belief.in_quiz, "reference"))):
            length = wide * count / max(learners, 1)
            top = y + 24 + 19 * k
            canvas.rect(20, top, max(length, 2), 14, fill=colour, stroke="", round_=2)
            share = f"{count} ({100 * count / max(learners, 1):.0f} %)"
            canvas.text(20 + max(length, 2) + 6, top + 12, share, size=12)
    return Markup(canvas.svg())


def scatter_svg(items: Sequence[ItemStats], language: str, ident: str) -> Markup:
    """Items by difficulty and by their correlation with the rest; those to look at carry their names."""
    shown = [item for item in items if item.rest is not None and item.difficulty is not None]
    rows = "; ".join(f"{item.id}: {item.difficulty:.2f}, {item.rest:.2f}" for item in shown)
    canvas = Canvas(
        640, 420, say(language, "cohort.scatter.title"), say(language, "cohort.scatter.desc", rows=rows), ident
    )
    left, right, top, bottom = 60, 620, 30, 366
    low = min([0.0, *(item.rest or 0.0 for item in shown)])
    low = -0.2 if low < 0 else 0.0
    low = min(low, *(item.rest or 0.0 for item in shown)) if shown else low

    def at(difficulty: float, rest: float) -> tuple[float, float]:
        return left + difficulty * (right - left), bottom - (rest - low) / (1 - low) * (bottom - top)

    for tick in (0.0, 0.25, 0.5, 0.75, 1.0):
        x, y = at(tick, tick)
        canvas.path(f"M{number(x)} {top}V{bottom}", opacity=0.4)
        canvas.text(x, bottom + 18, f"{tick:g}", anchor="middle", size=11, colour="muted")
        canvas.path(f"M{left} {number(y)}H{right}", opacity=0.4)
        canvas.text(left - 8, y + 4, f"{tick:g}", anchor="end", size=11, colour="muted")
    _, weak = at(0, 0.15)
    canvas.path(f"M{left} {number(weak)}H{right}", stroke="bad", dash="5 4")
    canvas.text(left + 6, weak - 5, say(language, "cohort.scatter.weak"), size=11, colour="bad")
    taken: list[Box] = [(left, left + 130.0, weak - 18, weak)]
    for item in shown:
        x, y = at(item.difficulty or 0.0, item.rest or 0.0)
        flagged = bool(item.flags)
        canvas.dot(x, y, 5 if flagged else 4, fill="bad" if flagged else "accent")
        wide = 7.0 * cells(item.id)
        end = x + 9 + wide > right
        box = (x - 9 - wide, x - 9, y - 8, y + 8) if end else (x + 9, x + 9 + wide, y - 8, y + 8)
        if (flagged or len(shown) <= 12) and not any(_overlap(box, other) for other in taken):
            canvas.text(x - 9 if end else x + 9, y + 4, item.id, anchor="end" if end else "start", size=12)
            taken.append(box)
    canvas.text((left + right) / 2, bottom + 40, say(language, "cohort.scatter.x"), anchor="middle", size=12)
    canvas.text(left - 40, top - 12, say(language, "cohort.scatter.y"), size=12)
    return Markup(canvas.svg())


def _overlap(a: Box, b: Box) -> bool:
    return a[0] < b[1] and b[0] < a[1] and a[2] < b[3] and b[2] < a[3]
