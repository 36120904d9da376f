"""grader gradebook show LEARNER: one learner's attempts, one under the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.core.model import exact
from grader.core.safe_text import cells, one_line, pad
from grader.gradebook.final_grades import TimedAttempt
from grader.gradebook.timeline import AttemptDiff, Timeline, changes_of
from grader.reports.rounding import points

if TYPE_CHECKING:
    import datetime
    from fractions import Fraction

__all__ = ["data_of", "lines_of"]


def data_of(timeline: Timeline) -> list[dict[str, object]]:
    """A record an attempt, as plain data; points are exact."""
    return [
        _record(timeline, one, changed) for one, changed in zip(timeline.attempts, changes_of(timeline), strict=True)
    ]


_POINTS = ("raw", "bonus", "possible", "pending", "deduction", "total")


def _record(timeline: Timeline, one: TimedAttempt, changed: AttemptDiff | None) -> dict[str, object]:
    def shown(value: Fraction | None) -> int | str | None:
        return None if value is None else exact(value)

    alone = one.alone
    return {
        "learner": timeline.final.learner,
        "attempt": one.number,
        "counts": one.number == timeline.final.attempt,
        "graded_at": one.seen_at.isoformat(),
        "received_at": one.received_at and one.received_at.isoformat(),
        "why_not": one.why,
        **{name: shown(getattr(alone, name, None)) for name in _POINTS},
        "late_days": None if alone is None else alone.late.days,
        "late_known": None if alone is None else alone.late.known,
        "changed": None
        if changed is None
        else {
            "points": {step: exact(by) for step, by in changed.points.items()},
            "lines": {name: lines and list(lines) for name, lines in changed.files.items()},
        },
    }


_HEAD = ("", "graded", "arrived", "score", "bonus", "late", "grade", "what changed")


def lines_of(timeline: Timeline, title: str, attempts: str) -> list[str]:
    """The attempts as a table, and what stands at the end."""
    if not timeline.attempts:
        return [title, "nothing was handed in", *_end(timeline)]
    rows = [_HEAD, *map(_row, timeline.attempts, changes_of(timeline))]
    rows = [
        ("*" + row[0] if i and timeline.attempts[i - 1].number == timeline.final.attempt else " " + row[0], *row[1:])
        for i, row in enumerate(rows)
    ]
    wide = [max(cells(row[column]) for row in rows) for column in range(len(_HEAD))]
    right = (0, 3, 4, 5, 6)
    table = ["  ".join(pad(cell, wide[i], right=i in right) for i, cell in enumerate(row)).rstrip() for row in rows]
    note = f"* the {attempts} attempt with a score counts; times are UTC; ? is held, or an arrival that is not known"
    return [title, *table, note, *_end(timeline)]


def _row(one: TimedAttempt, changed: AttemptDiff | None) -> tuple[str, ...]:
    at = (str(one.number), _moment(one.seen_at), _moment(one.received_at))
    if one.alone is None:
        return (*at, "-", "", "", "", "; ".join(filter(None, [one.why, _changed(changed)])))
    alone = one.alone
    late = f"-{points(alone.deduction)} ({alone.late.days}d)" if alone.late.days else "" if alone.late.known else "?"
    score = f"{points(alone.raw or alone.possible * 0)}/{points(alone.possible)}"
    bonus = f"+{points(alone.bonus)}" if alone.bonus else ""
    total = points(alone.total or alone.possible * 0) + ("?" if alone.pending else "")
    return (*at, score, bonus, late, total, _changed(changed))


def _changed(changed: AttemptDiff | None) -> str:
    if changed is None:
        return ""
    steps = [f"{step} {'+' if by > 0 else '-'}{points(abs(by))}" for step, by in changed.points.items()]
    files = [
        f"{one_line(name, 40)} {'differs' if lines is None else f'+{lines[0]} -{lines[1]} lines'}"
        for name, lines in changed.files.items()
    ]
    return "; ".join(filter(None, [", ".join(steps), ", ".join(files)])) or "nothing that is compared"


def _moment(when: datetime.datetime | None) -> str:
    """To the minute, as the file has it (UTC)."""
    return "?" if when is None else when.strftime("%Y-%m-%d %H:%M")


def _end(timeline: Timeline) -> list[str]:
    """When it is due, what a person has decided, the grade."""
    final, lines = timeline.final, list[str]()
    if final.late.due_at is not None:
        lines.append(f"due {_moment(final.late.due_at)}")
    if final.held_for:
        lines.append(f"quiz held: {final.held_for.get('en', '')}")
    if final.override is not None:
        by, reason = one_line(final.override.author, 60), one_line(final.override.reason, 200)
        lines.append(f"override: {points(final.override.points)} by {by}: {reason}")
    total = "none" if final.total is None else points(final.total) + ("?" if final.pending else "")
    return [*lines, f"grade: {total}"]
