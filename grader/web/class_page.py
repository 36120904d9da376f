"""The class as a page: which rows the address asks for, in what order, and the figures above them."""

from __future__ import annotations

import dataclasses
import statistics
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any
from urllib.parse import urlencode

from grader.core.languages import say
from grader.reports.rounding import points
from grader.web.class_rows import ClassRow, StepMark, folded

__all__ = ["FLAGS", "PAGE", "Filter", "class_view", "filtered", "neighbours"]

PAGE = 100  # people on one page: a table of thousands is slow to read and to load
FLAGS = ("missing", "late", "waiting", "held", "broken", "override", "noquiz", "unscored", "unlisted", "notes")
_TONES = {"passed": "good", "failed": "bad", "crashed": "bad", "timeout": "bad", "memory": "bad"}
_MOST = 12  # mistakes that are listed above the table


@dataclasses.dataclass(frozen=True)
class Filter:
    """What the address asks for. Every part of it can be bookmarked."""

    q: str = ""
    section: str = ""
    flag: str = ""
    step: str = ""  # a step that is not right, or
    state: str = ""  # "right" with `step`: one that is
    mistake: str = ""
    sort: str = ""
    down: bool = False
    page: int = 1

    @classmethod
    def of(cls, query: Mapping[str, str]) -> Filter:
        """The filter that an address holds; what it does not know is left out."""
        page = query.get("page", "1")
        return cls(
            **{name: query.get(name, "") for name in ("q", "section", "flag", "step", "state", "mistake", "sort")},
            down=query.get("down") == "1",
            page=int(page) if page.isdecimal() and 0 < int(page[:6]) < 10**5 else 1,
        )

    def query(self, **changed: object) -> str:
        """The address's query with some parts changed, "" where nothing is asked for."""
        values = {**dataclasses.asdict(self), **changed}
        kept = {key: "1" if value is True else value for key, value in values.items() if value}
        if kept.get("page") == 1:
            del kept["page"]
        return f"?{urlencode(kept)}" if kept else ""


def filtered(rows: Sequence[ClassRow], wanted: Filter) -> list[ClassRow]:
    """The rows that the filter asks for, in its order; a row without the value that is sorted by comes last."""
    words = folded(wanted.q).split()
    found = [row for row in rows if all(word in row.search for word in words) and _wanted(row, wanted)]
    key = _sort_key(wanted.sort)
    if key is None:
        return found
    with_value = [row for row in found if key(row) is not None]
    with_value.sort(key=key, reverse=wanted.down)
    return with_value + [row for row in found if key(row) is None]


def _wanted(row: ClassRow, wanted: Filter) -> bool:
    if wanted.section and row.section != wanted.section:
        return False
    if wanted.flag and wanted.flag not in row.flags:
        return False
    if wanted.mistake and wanted.mistake not in row.mistakes:
        return False
    if wanted.step:
        mark = row.steps.get(wanted.step)
        return mark is not None and (mark.earned >= mark.possible) == (wanted.state == "right")
    return True


def _sort_key(sort: str) -> Callable[[ClassRow], Any] | None:
    if sort.startswith("step:"):
        return lambda row: row.steps[sort[5:]].earned if sort[5:] in row.steps else None
    return {
        "name": lambda row: folded(row.shown),
        "id": lambda row: row.id,
        "section": lambda row: row.section or None,
        "code": lambda row: row.grade.code,
        "quiz": lambda row: row.grade.quiz,
        "total": lambda row: row.grade.total,
        "attempts": lambda row: row.attempts,
        "late": lambda row: row.grade.late.days,
    }.get(sort)


def neighbours(rows: Sequence[ClassRow], wanted: Filter, learner: str) -> tuple[str | None, str | None]:
    """The ids before and after a learner in the filtered class."""
    ids = [row.id for row in filtered(rows, wanted)]
    if learner not in ids:
        return None, ids[0] if ids else None
    at = ids.index(learner)
    return (ids[at - 1] if at else None, ids[at + 1] if at + 1 < len(ids) else None)


def class_view(
    rows: Sequence[ClassRow], steps: Mapping[str, str], bonus: set[str], wanted: Filter, language: str
) -> dict[str, Any]:
    """Everything that the class's page shows."""
    found = filtered(rows, wanted)
    pages = max(1, -(-len(found) // PAGE))
    page = min(wanted.page, pages)
    return {
        "filter": wanted,
        "rows": [_row(row, steps) for row in found[(page - 1) * PAGE : page * PAGE]],
        "count": len(found),
        "people": len(rows),
        "page": page,
        "pages": pages,
        "columns": _columns(steps, bonus, wanted, language),
        "sections": sorted({row.section for row in rows if row.section}),
        "flags": [(flag, sum(flag in row.flags for row in rows)) for flag in FLAGS],
        "figures": _figures(rows, language),
        "step_figures": _step_figures(rows, steps),
        "mistakes": _mistakes(rows),
    }


def _columns(steps: Mapping[str, str], bonus: set[str], wanted: Filter, language: str) -> list[dict[str, str]]:
    heads = [("name", say(language, "desk.col.name")), ("section", say(language, "desk.col.section"))]
    heads += [
        (f"step:{step}", title.partition(" ")[0] + ("*" if step in bonus else "")) for step, title in steps.items()
    ]
    heads += [(key, say(language, f"desk.col.{key}")) for key in ("code", "quiz", "total", "attempts", "late")]
    out = []
    for key, title in heads:
        here = wanted.sort == key
        down = not wanted.down if here else key not in ("name", "section")
        out.append(
            {
                "key": key,
                "title": title,
                "full": steps.get(key[5:], "") if key.startswith("step:") else "",
                "query": wanted.query(sort=key, down=down, page=1),
                "order": ("descending" if wanted.down else "ascending") if here else "",
            }
        )
    return out


def _row(row: ClassRow, steps: Mapping[str, str]) -> dict[str, Any]:
    grade = row.grade
    return {
        "id": row.id,
        "shown": row.shown,
        "section": row.section,
        "steps": [_cell(row.steps.get(step)) for step in steps],
        "code": "–" if grade.code is None else points(grade.code),
        "quiz": "–" if grade.quiz is None else points(grade.quiz),
        "total": "–" if grade.total is None else points(grade.total),
        "possible": points(grade.possible) if grade.possible else "",
        "attempts": row.attempts or "",
        "late": grade.late.days or "",
        "flags": [flag for flag in FLAGS if flag in row.flags],
    }


def _cell(mark: StepMark | None) -> tuple[str, str]:
    """What a step's cell shows, and its tone."""
    if mark is None:
        return "–", "idle"
    if mark.earned >= mark.possible:
        return points(mark.earned), "good"
    return points(mark.earned), _TONES.get(mark.outcome, "idle" if mark.outcome in ("untouched", "blocked") else "held")


def _figures(rows: Sequence[ClassRow], language: str) -> dict[str, str]:
    totals = [row.grade.total for row in rows if row.grade.total is not None]
    graded = [float(total) for total in totals]
    middle = statistics.median(graded) if graded else None
    mean = statistics.fmean(graded) if graded else None
    return {
        "graded": str(len(graded)),
        "mean": "–" if mean is None else f"{mean:.1f}",
        "median": "–" if middle is None else f"{middle:.1f}",
        "possible": points(max((row.grade.possible for row in rows), default=Fraction(0))),
    }


def _step_figures(rows: Sequence[ClassRow], steps: Mapping[str, str]) -> list[dict[str, Any]]:
    """For each step: how many have it right, how many not, and the mean share of its points."""
    out = []
    for step, title in steps.items():
        marks = [row.steps[step] for row in rows if step in row.steps]
        right = sum(mark.earned >= mark.possible for mark in marks)
        shares = [float(mark.earned / mark.possible) for mark in marks if mark.possible]
        mean = round(100 * statistics.fmean(shares)) if shares else 0
        out.append({"id": step, "title": title, "right": right, "wrong": len(marks) - right, "mean": mean})
    return out


def _mistakes(rows: Sequence[ClassRow]) -> list[tuple[str, str, int]]:
    """Code, title and number of people of the commonest mistakes."""
    counts = Counter(code for row in rows for code in row.mistakes)
    titles = {code: title for row in rows for code, title in row.mistakes.items()}
    return [(code, titles[code], n) for code, n in counts.most_common(_MOST)]
