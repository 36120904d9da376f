"""Where in its line a frame stood: the columns that Python marks with carets under a line of a traceback.

Standard library only; loaded by path in a learner's process, and knows nothing of the grader.
"""

from __future__ import annotations

import itertools
from types import TracebackType

__all__ = ["columns_of", "marked"]


def columns_of(trace: TracebackType) -> list[int] | None:
    """The first column and the one behind the last, in bytes of the line's UTF-8; None where Python does not know.

    An expression of several lines is marked to the end of its first one, by a column of -1.
    """
    place = trace.tb_lasti // 2
    found = next(itertools.islice(trace.tb_frame.f_code.co_positions(), place, None), None) if place >= 0 else None
    if found is None:
        return None
    first, last, start, end = found
    if first != trace.tb_lineno or start is None or end is None:
        return None
    return [start, end if first == last else -1]


def marked(line: str, columns: object) -> tuple[str, str]:
    """The line without the blanks at its ends, and carets under those columns; no carets where they mark all of it.

    `columns` may be anything, since it comes from a learner's process.
    """
    text = line.strip().expandtabs(4)
    pair = columns if isinstance(columns, list | tuple) and len(columns) == 2 else ()
    if not all(type(one) is int for one in pair) or not pair or "\t" in line.strip():
        return text, ""
    whole = line.rstrip().encode()
    start, end = pair[0], pair[1] if pair[1] >= 0 else len(whole)
    if not 0 <= start < end <= len(whole):
        return text, ""
    before = len(whole[:start].decode(errors="ignore")) - (len(line) - len(line.lstrip()))
    under = len(whole[start:end].decode(errors="ignore"))
    if before < 0 or under >= len(text):
        return text, ""
    return text, " " * before + "^" * under
