"""A pair of axes for the plots: values to places, ticks, and lines through points."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Sequence

from grader.pictures.canvas import Canvas

__all__ = ["Plane"]


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
