"""P6: n² scores as squares, and multiply-adds against n with the line of the projections and the crossing."""

from grader.core.drawing import Canvas, Plane

from .numbers import ExampleNumbers
from .words import FigureWords

__all__ = ["NAME", "WIDTH", "draw"]

NAME = "complexity-growth"
WIDTH = 64  # d_model = d_k = d_v
_SMALL, _LARGE, _LAST = 6, 12, 160


def draw(numbers: ExampleNumbers, words: FigureWords) -> str:
    """The picture; counts and crossing are the reference's."""
    d = WIDTH
    cross = float(numbers.call("crossover_length", d, d, d))
    desc = words("desc", small=_SMALL, large=_LARGE, few=_SMALL**2, many=_LARGE**2, d=d, cross=f"{cross:g}")
    canvas = Canvas(440, 520, words("title"), desc, NAME)
    canvas.text(16, 26, words("title"), size=15, bold=True)
    for left, n in ((16, _SMALL), (180, _LARGE)):
        canvas.text(left, 54, words("cells", n=n, count=n * n), size=12, colour="muted")
        for i in range(n):
            for j in range(n):
                canvas.rect(left + 11 * j, 64 + 11 * i, 10, 10, fill="accent", stroke="", round_=2)
    canvas.text(330, 100, words("tokens"), size=12, colour="accent", bold=True)
    canvas.text(330, 120, words("scores"), size=12, colour="accent", bold=True)
    products = [(n, int(numbers.call("attention_macs", n, d, d)) / 1e3) for n in range(0, _LAST + 1, 8)]
    projections = [(n, 3 * n * d * d / 1e3) for n in (0, _LAST)]
    most = products[-1][1] * 1.06
    plane = Plane(canvas, 56, 250, 330, 220, lambda n: n / _LAST, lambda cost: cost / most)
    canvas.text(16, 236, words("axis", d=d), size=12, colour="muted")
    plane.axes([(n, str(n)) for n in (0, 32, 64, 96, 128, 160)], [(t, f"{t:,}") for t in (0, 1000, 2000, 3000)], "n")
    plane.line(projections, "reference", dash="6 3")
    plane.line(products, "accent")
    x, y = plane.at(cross, 3 * cross * d * d / 1e3)
    canvas.path(f"M{x:.1f} {y:.1f}V470", stroke="muted", dash="3 3", width=1)
    canvas.dot(x, y, 5, "text")
    canvas.text(x + 8, 462, words("cross", cross=f"{cross:g}"), size=12)
    canvas.text(
        plane.at(118, 0)[0], plane.at(0, 3060)[1], words("products"), size=12, colour="accent", anchor="end", bold=True
    )
    canvas.text(66, plane.at(0, 1180)[1], words("projections"), size=12, colour="reference", bold=True)
    canvas.text(16, 508, "2n²d = 3nd²  ⇔  n = 1.5 d", size=12, colour="muted")
    return canvas.svg()
