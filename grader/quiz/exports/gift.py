"""GIFT, Moodle's plain-text format. It has no order and no text with several gaps."""

from __future__ import annotations

import re

from grader.quiz.bank import Bank
from grader.quiz.exports.common import decimal, held, joined, number, prompt, rows
from grader.quiz.items.arrange import Matching
from grader.quiz.items.choice import Multiple, Single, TrueFalse
from grader.quiz.items.essay import Open
from grader.quiz.items.item import Item
from grader.quiz.items.numeric import Numeric

__all__ = ["gift"]


def gift(bank: Bank, language: str) -> str:
    """The bank as GIFT."""
    items = held(bank, "GIFT", _holds)
    return joined([f"// {bank.title[language]}", *(_question(item, language) for item in items)])


def _holds(item: Item) -> bool:
    if isinstance(item, Multiple):
        return item.scoring != "exact"
    return isinstance(item, Single | TrueFalse | Numeric | Matching | Open)


def _question(item: Item, language: str) -> str:
    head = f"// {item.id}\n::{_escaped(item.title[language])}::{_escaped(prompt(item, language))} {{"
    general = f"\n\t####{_escaped(item.explanation[language])}" if item.explanation[language] else ""
    return f"{head}{_answers(item, language)}{general}\n}}"


def _answers(item: Item, language: str) -> str:
    if isinstance(item, Numeric):
        lines = [f"={number(item.value or 0.0)}:{number(float(item.allowed))}"]
        for near in item.near.values():
            why = _feedback(near.why[language] if near.why else "")
            value = near.value or 0.0
            lines.append(f"=%0%{number(value)}:{number(float(item.window(value)))}{why}")
        return "#\n\t" + "\n\t".join(lines)
    if isinstance(item, Matching):
        pairs = [(text[language], item.right[item.key[name]][language]) for name, text in item.left.items()]
        pairs += [("", text[language]) for name, text in item.right.items() if name not in item.key.values()]
        return "".join(f"\n\t={_escaped(left)} -> {_escaped(right)}" for left, right in pairs)
    lines = []
    for row in rows(item, language):
        sign = f"~%{decimal(row.fraction)}%" if isinstance(item, Multiple) else "=" if row.right else "~"
        lines.append(f"\n\t{sign}{_escaped(row.text)}{_feedback(row.why)}")
    return "".join(lines)


def _feedback(why: str) -> str:
    return f"#{_escaped(why)}" if why else ""


def _escaped(text: str) -> str:
    return re.sub(r"([\\~=#{}:])", r"\\\1", text)
