"""The quiz: items with keys on the instructor's side, a keyless sheet on the learner's, exact marks between.

    bank = load_bank(path)                                  solutions/<id>/quiz.yaml
    sheet_text(bank)                                        the text of quizzes/<id>.yaml
    mark(bank, text, "answers.yaml", learner=…)     a QuizResult

The learner's side (`sheet`, `answers`, `asking`, `page`) imports nothing that knows a key.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from grader.quiz.bank import Bank, load_bank, sheet_text
    from grader.quiz.items.item import Item, ItemMark, State
    from grader.quiz.items.registry import KINDS
    from grader.quiz.marking import mark
    from grader.quiz.result import ItemResult, QuizOutcome, QuizResult

__all__ = [
    "Bank",
    "Item",
    "ItemMark",
    "ItemResult",
    "KINDS",
    "QuizOutcome",
    "QuizResult",
    "State",
    "load_bank",
    "mark",
    "sheet_text",
]

_HOMES = {
    "bank": ("Bank", "load_bank", "sheet_text"),
    "items.item": ("Item", "ItemMark", "State"),
    "items.registry": ("KINDS",),
    "marking": ("mark",),
    "result": ("ItemResult", "QuizOutcome", "QuizResult"),
}


def __getattr__(name: str) -> Any:
    """Import on first use: a learner's terminal must not load what knows keys."""
    import importlib

    for module, names in _HOMES.items():
        if name in names:
            return getattr(importlib.import_module(f"grader.quiz.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
