"""Quizzes inside notebooks: jupyterquiz JSON for ungraded self-checks, and nbgrader-jupyterquiz Markdown.

Both know choices and numbers. jupyterquiz keeps the keys in the notebook, where anybody can read them;
nbgrader-jupyterquiz takes them out at `nbgrader generate_assignment`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction

from grader.core.languages import both
from grader.quiz.bank import Bank
from grader.quiz.exports.common import held, number, prompt, rows
from grader.quiz.items.choice import Multiple, Single, TrueFalse
from grader.quiz.items.item import Item
from grader.quiz.items.numeric import Numeric

__all__ = ["jupyterquiz", "nbgrader"]


def jupyterquiz(bank: Bank, language: str) -> str:
    """The bank as a list of questions for `jupyterquiz.display_quiz`."""
    questions = [_question(item, language) for item in held(bank, "jupyterquiz", _holds)]
    return json.dumps(questions, ensure_ascii=False, indent=2) + "\n"


def _holds(item: Item) -> bool:
    return isinstance(item, Single | Multiple | TrueFalse | Numeric)


def _question(item: Item, language: str) -> dict[str, object]:
    if isinstance(item, Numeric):
        return {"question": prompt(item, language), "type": "numeric", "answers": list(_numbers(item, language))}
    kind = "many_choice" if isinstance(item, Multiple) else "multiple_choice"
    answers = []
    for row in rows(item, language):
        feedback = row.why or (both("quiz.right") if row.right else both("quiz.wrong"))[language]
        answers.append({"answer": row.text, "correct": row.right, "feedback": feedback})
    return {"question": prompt(item, language), "type": kind, "answers": answers}


def _numbers(item: Numeric, language: str) -> Iterator[dict[str, object]]:
    yield {**_near(item.value or 0.0, item.allowed), "correct": True, "feedback": item.explanation[language]}
    for near in item.near.values():
        value = near.value or 0.0
        feedback = (near.why or both("quiz.wrong"))[language]
        yield {**_near(value, item.window(value)), "correct": False, "feedback": feedback}
    yield {"type": "default", "feedback": both("quiz.number_off")[language]}


def _near(value: float, allowed: Fraction) -> dict[str, object]:
    if not allowed:
        return {"type": "value", "value": value}
    return {"type": "range", "range": [value - float(allowed), value + float(allowed)]}


def nbgrader(bank: Bank, language: str) -> str:
    """The bank as Markdown for a Manually Graded Task cell, with points."""
    lines = ["#### Quiz"]
    for item in held(bank, "nbgrader-jupyterquiz", _holds):
        kind = "NM" if isinstance(item, Numeric) else "MC" if isinstance(item, Multiple) else "SC"
        lines.append(f"* ({kind}) {{{item.points}}} {_quoted(prompt(item, language))}")
        lines += (
            _numeric(item, language)
            if isinstance(item, Numeric)
            else [
                f"  {'+' if row.right else '-'} {_quoted(row.text)}{_feedback(row.why)}" for row in rows(item, language)
            ]
        )
    return "\n".join([*lines, "#### End Quiz"]) + "\n"


def _numeric(item: Numeric, language: str) -> list[str]:
    lines = [f"  + {_interval(item.value or 0.0, float(item.allowed))}{_feedback(item.explanation[language])}"]
    for near in item.near.values():
        why = near.why[language] if near.why else ""
        value = near.value or 0.0
        lines.append(f"  - {_interval(value, float(item.window(value)))}{_feedback(why)}")
    return lines


def _interval(value: float, allowed: float) -> str:
    return f"[{number(value - allowed)}, {number(value + allowed)}]" if allowed else f"<{number(value)}>"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _feedback(why: str) -> str:
    """Feedback in parentheses, which have to be balanced inside it."""
    depth = 0
    for sign in why:
        depth += (sign == "(") - (sign == ")")
        if depth < 0:
            break
    text = why if depth == 0 else why.replace("(", "[").replace(")", "]")
    return f" ({text})" if text else ""
