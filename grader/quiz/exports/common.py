"""What the exports share: items with their base numbers, choices as rows, and the refusal."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from fractions import Fraction

from grader.core.errors import UsageError
from grader.core.model import Text
from grader.quiz.bank import Bank
from grader.quiz.items.choice import Multiple, Single, TrueFalse
from grader.quiz.items.item import Item
from grader.quiz.items.numeric import Numeric

__all__ = ["ChoiceRow", "decimal", "held", "number", "prompt", "rows"]

_TRUE_OR_FALSE = Text({"en": "True or false, and why?", "ko": "참인가 거짓인가, 그 이유는?"})
_VERDICT = {True: Text({"en": "True", "ko": "참"}), False: Text({"en": "False", "ko": "거짓"})}


@dataclasses.dataclass(frozen=True)
class ChoiceRow:
    """One option of a choice: its text, what ticking it gives or takes, and the reason."""

    text: str
    right: bool
    fraction: Fraction
    why: str


def held(bank: Bank, target: str, holds: Callable[[Item], bool]) -> list[Item]:
    """All items, with base numbers. Raises UsageError that names those the target cannot hold."""
    refused = [item for item in bank.items if not holds(item)]
    if refused:
        names = ", ".join(f"{item.id} ({item.type})" for item in refused)
        raise UsageError(f"{target} cannot hold {len(refused)} items: {names}; leave them out with --leave-out")
    return [item.variant(0) for item in bank.items]


def prompt(item: Item, language: str) -> str:
    """The prompt; a statement is asked about."""
    if isinstance(item, TrueFalse):
        return f"{_TRUE_OR_FALSE[language]} {item.prompt[language]}"
    if isinstance(item, Numeric) and item.unit < 1:
        unit = f"{item.unit:g}"
        nearest = Text({"en": f"(to the nearest {unit})", "ko": f"({unit} 단위까지)"})
        return f"{item.prompt[language]} {nearest[language]}"
    return item.prompt[language]


def rows(item: Item, language: str) -> list[ChoiceRow]:
    """A choice's options. A reason goes with the truth value that it argues for."""
    if isinstance(item, Multiple):
        right, wrong = len(item.key), len(item.options) - len(item.key)
        loss = Fraction(-1, wrong if item.scoring == "balanced" else right)
        return [
            ChoiceRow(
                option.text[language],
                name in item.key,
                Fraction(1, right) if name in item.key else loss,
                option.why[language] if option.why else "",
            )
            for name, option in item.options.items()
        ]
    found = []
    if isinstance(item, TrueFalse):
        for name, reason in item.options.items():
            text = f"{_VERDICT[reason.argues][language]}: {reason.text[language]}"
            why = reason.why[language] if reason.why else ""
            found.append(ChoiceRow(text, name == item.key, Fraction(name == item.key), why))
    elif isinstance(item, Single):
        for name, option in item.options.items():
            why = option.why[language] if option.why else ""
            found.append(ChoiceRow(option.text[language], name == item.key, Fraction(name == item.key), why))
    return found


def number(value: float) -> str:
    """A number in decimals, never in powers of ten, without trailing zeros."""
    return f"{value:.10f}".rstrip("0").rstrip(".")


def decimal(fraction: Fraction) -> str:
    """A fraction of 1 as per cent with at most five decimals, as Moodle lists them."""
    return f"{float(100 * fraction):.5f}".rstrip("0").rstrip(".")


def joined(parts: Iterable[str]) -> str:
    """Blocks of lines, a blank line between."""
    return "\n\n".join(parts) + "\n"
