"""Cells of a CSV that no spreadsheet takes for a formula, whichever sign it cuts the lines at."""

from __future__ import annotations

import re

__all__ = ["plain", "safe", "would_run"]

# what a spreadsheet takes for the beginning of a formula, and the wide forms that some of them take for the same
_SIGNS = "=+\\-@＝＋－＠"
_FIRST = re.compile(rf'[\s"]*[{_SIGNS}]|[\t\r\n]')
_NUMBER = re.compile(r"[+-]?[0-9]+([.,][0-9]+)?%?")
# A cell that holds the sign at which another spreadsheet cuts is two cells there, and quotes do not hold it together:
# they count at the beginning of a cell alone. A number behind the sign is none of our business.
_INSIDE = re.compile(
    rf'(?P<before>[;,|\t\r\n][\s"]*)(?P<sign>[{_SIGNS}])'
    r'(?!(?<=[+-])[0-9]+([.,][0-9]+)?%?(?=[\s;,|"]|$))'
)  # fmt: skip


def would_run(cell: str) -> bool:
    """True where a spreadsheet may take a cell, or a piece of it, for a formula. A number or a dash alone is none."""
    return safe(cell) != cell


def safe(cell: str) -> str:
    """The cell, with an apostrophe before what would run: it then is text, and shows as such."""
    inside = _INSIDE.sub(r"\g<before>'\g<sign>", cell)
    return f"'{inside}" if _FIRST.match(cell) and cell != "-" and not _NUMBER.fullmatch(cell) else inside


def plain(cell: str) -> str:
    """A cell as it was before `safe` set an apostrophe in front of it."""
    return cell[1:] if cell.startswith("'") and would_run(cell[1:]) else cell
