"""The report as Markdown: a table of the parts, and what to look at. For a job summary, a release, a comment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grader.core.languages import say
from grader.core.model import Outcome
from grader.core.safe_text import clip
from grader.core.terminal import UNICODE
from grader.reports.formats.escaping import fit
from grader.reports.formats.escaping import markdown as safe
from grader.reports.formats.transcript import QUIZ, CheckLine, Part, Transcript, troubled
from grader.reports.rounding import decimal, hundredths

__all__ = ["MOST", "percent", "text", "write"]

MOST = 1 << 20
"""Bytes that GitHub takes of one step's summary; a longer one is dropped whole."""

_LINES = 6  # of one part


def write(grade: Transcript, env: Mapping[str, str]) -> str:
    """The page, at most 64 KiB, which fits every place that takes Markdown."""
    return fit(lambda room: text(grade, room), 1 << 16)


def text(grade: Transcript, room: int) -> str:
    """The page with at most `room` characters of each message."""
    return "\n".join(_page(grade, room)) + "\n"


def percent(grade: Transcript) -> int:
    """The score in percent, rounded down: 100 is for everything earned alone."""
    return int(100 * grade.score.earned / grade.score.possible) if grade.score.possible else 0


def _page(grade: Transcript, room: int) -> Iterator[str]:
    language = grade.language
    earned, possible = grade.rounded(100)
    head = say(language, "html.of", earned=decimal(earned), possible=decimal(possible))
    title = safe(grade.title or grade.assignment)
    yield f"## {title}: {head} ({percent(grade)} %)" if grade.parts else f"## {title}"
    if grade.advisory and grade.parts:
        yield from ("", f"> {say(language, 'report.practice')}")
    if grade.trouble:
        name = f"**{say(language, 'ci.nothing')}** " if grade.parts else ""
        yield from ("", f"{name}{safe(clip(grade.trouble, max(room, 200)))}")
    yield from (f"\n{safe(clip(note, max(room, 200)))}" for note in grade.notes)
    if not grade.parts:
        return
    names = [say(language, f"ci.column_{name}") for name in ("part", "points", "result")]
    yield from ("", f"| | {names[0]} | {names[1]} | {names[2]} |", "|---|---|---:|---|")
    for part, (got, most) in zip(grade.parts, grade.units(100), strict=True):
        name = safe(part.name) + (f" ({say(language, 'report.bonus')})" if part.bonus else "")
        held = safe(say(language, "report.pending", pending=hundredths(part.score.held))) if part.score.held else ""
        yield f"| {UNICODE.of(part.outcome)} | {name} | {decimal(got)}/{decimal(most)}{held} | {part.state} |"
    wrong = [part for part in grade.parts if troubled(part) and not grade.trouble]
    if wrong and room:
        yield from ("", f"### {say(language, 'ci.look')}")
        for part in wrong:
            yield from _part(part, grade, room)


def _part(part: Part, grade: Transcript, room: int) -> Iterator[str]:
    yield from ("", f"**{safe(part.name)}**", "")
    lines = troubled(part)
    yield from (_line(line, room, grade.language) for line in lines[:_LINES])
    if len(lines) > _LINES:
        yield f"- ... +{len(lines) - _LINES}"
    if part.looks_like:
        yield f"- {safe(say(grade.language, 'report.looks_like', title=clip(part.looks_like, room)))}"
    if part.why:
        yield f"- {safe(say(grade.language, 'report.why', why=clip(part.why, room)))}"
    if not part.looks_like:
        yield from (f"- {safe(say(grade.language, 'report.fact', fact=clip(fact, room)))}" for fact in part.facts[:2])
    if part.id != QUIZ and any(line.outcome is Outcome.FAILED for line in lines):
        yield f"- `grader hint {part.id.replace('`', '')}`"


def _line(line: CheckLine, room: int, language: str) -> str:
    """A check: its title, what was found, and the advice. A question: what was asked and answered before that."""
    told = f"- {UNICODE.of(line.outcome)} {safe(clip(line.title, max(room, 60)))}"
    answer = say(language, "report.your_answer", answer=line.answer) if line.answer else ""
    for more in (line.asked, answer, line.message, line.hint):
        told += f"<br>{safe(clip(more, room))}" if more else ""
    return told
