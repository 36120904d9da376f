"""What the learner reads about growth: which message, and the words that go into it.

`sentence(verdict)` gives (message id, parameters) for `grader.core.languages.say`.
"""

from __future__ import annotations

from typing import Any

from grader.complexity.costs import CATEGORIES
from grader.complexity.timing import Timing
from grader.complexity.verdict import Expected, GrowthKind, GrowthVerdict
from grader.core.languages import say

__all__ = ["advice_lines", "sentence", "timing_sentence"]

Message = tuple[str, dict[str, str]]

_WANTED = {"1": "n", "2": "n²", "3": "n³", "n log n": "n log n"}


def _wanted(expected: Expected) -> tuple[str, float]:
    """How the expected growth is written, and the exponent that stands for it."""
    name = expected if isinstance(expected, str) else f"{expected:g}"
    return _WANTED.get(name, f"n^{name}"), 1.0 if isinstance(expected, str) else float(expected)


def sentence(verdict: GrowthVerdict, function: str, language: str = "en") -> tuple[Message, str]:
    """The one sentence about a verdict as (message id, parameters), and its hint in `language`, if any.

    The parameters are words of that language already.
    """
    wanted, power = _wanted(verdict.expected)
    params = {"function": function, "wanted": wanted, "allowed": f"{2**power:g}"}
    if verdict.expected == "n log n" and verdict.before:
        n = verdict.before[0]
        params["allowed"] = f"{2 + 2 / (n.bit_length() - 1):.2f}"
    if verdict.exponent is not None:
        params["exponent"] = f"{verdict.exponent:.2f}"
    if verdict.before and verdict.after:
        (n, before), (twice, after) = verdict.before, verdict.after
        params |= {"n": str(n), "twice": str(twice), "before": _number(before), "after": _number(after)}
        params["factor"] = f"{after / max(before, 1):.2f}"
    if verdict.culprit:
        known = verdict.culprit in CATEGORIES
        params["category"] = say(language, f"growth.part.{verdict.culprit}") if known else verdict.culprit
    if verdict.kind is GrowthKind.UNDECIDED:
        category = params.get("category", "").lower() if language == "en" else params.get("category", "")
        unseen = ", ".join(verdict.unseen[:3])
        params["reason"] = say(language, f"growth.reason.{verdict.reason}", unseen=unseen, category=category)
    known = verdict.kind is GrowthKind.FASTER and verdict.culprit in CATEGORIES
    hint = say(language, f"growth.hint.{verdict.culprit}") if known else ""
    return (f"growth.{verdict.kind}", params), hint


def advice_lines(verdict: GrowthVerdict, language: str = "en") -> list[str]:
    """What could be better although it passed."""
    params: dict[str, str] = {}
    if "large-array" in verdict.advice:
        worst = max(verdict.evidence, key=lambda c: c.largest / c.n**2)
        params = {"n": str(worst.n), "largest": _number(worst.largest), "times": f"{worst.largest / worst.n**2:.3g}"}
    params["unseen"] = ", ".join(verdict.unseen[:3])
    return [say(language, f"growth.advice.{name}", **params) for name in verdict.advice]


def timing_sentence(timing: Timing | None, language: str = "en") -> str:
    """The one sentence about the clock; None where it cannot be read."""
    if timing is None or timing.exponent is None or timing.spread is None:
        return say(language, "growth.no_clock") if timing is None else ""
    low, high = timing.spread
    machine = say(language, "growth.machine.busy" if timing.busy else "growth.machine.quiet")
    return say(
        language,
        "growth.clock",
        exponent=f"{timing.exponent:.2f}",
        low=f"{low:.2f}",
        high=f"{high:.2f}",
        machine=machine,
    )


def _number(n: Any) -> str:
    """12345 -> 12,345."""
    return f"{n:,}"
