"""QTI 1.2 for Canvas, through text2qti (the extra `qti`). Choices, numbers and open questions.

Canvas marks a choice of several by its own rules; it does not know max(0, h/R - w/W).
"""

from __future__ import annotations

import io
import re
import zipfile

from grader.core.errors import UsageError
from grader.core.extras import how_to_install
from grader.quiz.bank import Bank
from grader.quiz.exports.common import held, joined, number, prompt, rows
from grader.quiz.items.choice import Multiple, Single, TrueFalse
from grader.quiz.items.essay import Open
from grader.quiz.items.item import Item
from grader.quiz.items.numeric import Numeric

__all__ = ["qti", "qti_text"]

_STILL = (1980, 1, 1, 0, 0, 0)


def qti(bank: Bank, language: str) -> bytes:
    """The zip file that Canvas imports; the same bank gives the same bytes as far as text2qti does."""
    text = qti_text(bank, language)
    try:
        from text2qti.config import Config  # type: ignore[import-not-found,import-untyped,unused-ignore]  # an extra
        from text2qti.qti import QTI  # type: ignore[import-not-found,import-untyped,unused-ignore]
        from text2qti.quiz import Quiz  # type: ignore[import-not-found,import-untyped,unused-ignore]
    except ImportError:
        raise UsageError(f"QTI needs text2qti, which is not installed: {how_to_install('qti')}") from None
    made = bytes(QTI(Quiz(text, config=Config(), source_name=bank.id)).zip_bytes())
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(made)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(zipfile.ZipInfo(name, _STILL), old.read(name), zipfile.ZIP_DEFLATED)
    return out.getvalue()


def qti_text(bank: Bank, language: str) -> str:
    """The bank in text2qti's own plain-text format."""
    items = held(bank, "QTI by text2qti", lambda item: isinstance(item, Single | Multiple | TrueFalse | Numeric | Open))
    head = f"Quiz title: {_line(bank.title[language])}\nshuffle answers: true"
    return joined([head, *(_question(number, item, language) for number, item in enumerate(items, 1))])


def _question(place: int, item: Item, language: str) -> str:
    lines = [f"Title: {_line(item.title[language])}", f"Points: {item.points}"]
    lines.append(f"{place}. {_markdown(prompt(item, language))}")
    lines.append(f"... {_markdown(item.explanation[language])}")
    if isinstance(item, Numeric):
        allowed = number(float(item.allowed))
        value = item.value or 0.0
        exact = value.is_integer() if isinstance(value, float) else True
        lines.append(f"= {number(value)}" + ("" if allowed == "0" and exact else f" +- {allowed}"))
    elif isinstance(item, Open):
        lines.append("____")
    for letter, row in zip("abcdefghijklmnop", rows(item, language), strict=False):
        star = "*" if row.right else ""
        mark = f"[{star or ' '}]" if isinstance(item, Multiple) else f"{star}{letter})"
        lines.append(f"{mark} {_markdown(row.text)}")
        if row.why:
            lines.append(f"... {_markdown(row.why)}")
    return "\n".join(lines)


def _line(text: str) -> str:
    return " ".join(text.split())


def _markdown(text: str) -> str:
    """Plain text as Markdown: what would mean something is escaped."""
    return re.sub(r"([\\`*_\[\]$<])", r"\\\1", _line(text))
