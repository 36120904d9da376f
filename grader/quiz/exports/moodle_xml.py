"""Moodle XML. Holds every type; a choice of several with `exact` scoring is the one thing it cannot mark."""

from __future__ import annotations

import html
import re
import xml.etree.ElementTree as ET

from grader.quiz.bank import Bank
from grader.quiz.exports.common import decimal, held, number, prompt, rows
from grader.quiz.items.arrange import Cloze, Matching, Ordering
from grader.quiz.items.choice import Multiple, Single, TrueFalse
from grader.quiz.items.essay import Open
from grader.quiz.items.item import Item
from grader.quiz.items.numeric import Numeric

__all__ = ["moodle"]

_KINDS = {
    Single: "multichoice",
    Multiple: "multichoice",
    TrueFalse: "multichoice",
    Numeric: "numerical",
    Ordering: "ordering",
    Matching: "matching",
    Cloze: "cloze",
    Open: "essay",
}


def moodle(bank: Bank, language: str) -> str:
    """The bank as a question category of Moodle."""
    items = held(bank, "Moodle XML", lambda item: type(item) in _KINDS and getattr(item, "scoring", "") != "exact")
    quiz = ET.Element("quiz")
    category = ET.SubElement(quiz, "question", type="category")
    _text(category, "category", f"$course$/top/{bank.title[language].replace('/', '//')}")
    for item in items:
        _question(quiz, item, language)
    ET.indent(quiz)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(quiz, encoding="unicode") + "\n"


def _question(quiz: ET.Element, item: Item, language: str) -> None:
    kind = _KINDS[type(item)]
    question = ET.SubElement(quiz, "question", type=kind)
    _text(question, "name", item.title[language])
    shown = _cloze(item, language) if isinstance(item, Cloze) else _html(prompt(item, language))
    _text(question, "questiontext", shown, html=True)
    _text(question, "generalfeedback", _html(item.explanation[language]), html=True)
    ET.SubElement(question, "idnumber").text = item.id
    ET.SubElement(question, "penalty").text = "0"
    ET.SubElement(question, "hidden").text = "0"
    if kind != "cloze":
        ET.SubElement(question, "defaultgrade").text = str(item.points)
    if kind == "multichoice":
        _choice(question, item, language)
    elif isinstance(item, Numeric):
        _numeric(question, item, language)
    elif isinstance(item, Ordering):
        _ordering(question, item, language)
    elif isinstance(item, Matching):
        _matching(question, item, language)
    elif isinstance(item, Open):
        _open(question, item, language)
    tags = ET.SubElement(question, "tags")
    for tag in (*item.about, *item.tags, f"difficulty-{item.difficulty}"):
        _text(tags, "tag", tag)


def _choice(question: ET.Element, item: Item, language: str) -> None:
    ET.SubElement(question, "single").text = "false" if isinstance(item, Multiple) else "true"
    ET.SubElement(question, "shuffleanswers").text = "true"
    ET.SubElement(question, "answernumbering").text = "abc"
    for row in rows(item, language):
        answer = ET.SubElement(question, "answer", fraction=decimal(row.fraction), format="html")
        ET.SubElement(answer, "text").text = _html(row.text)
        _text(answer, "feedback", _html(row.why) if row.why else "", html=True)


def _numeric(question: ET.Element, item: Numeric, language: str) -> None:
    answers = [(100, item.value or 0.0, item.allowed, "")]
    for slip in item.near.values():
        value = slip.value or 0.0
        answers.append((0, value, item.window(value), slip.why[language] if slip.why else ""))
    for fraction, value, tolerance, why in answers:
        answer = ET.SubElement(question, "answer", fraction=str(fraction), format="moodle_auto_format")
        ET.SubElement(answer, "text").text = number(value)
        ET.SubElement(answer, "tolerance").text = number(float(tolerance))
        _text(answer, "feedback", _html(why) if why else "", html=True)


def _ordering(question: ET.Element, item: Ordering, language: str) -> None:
    settings = {
        "layouttype": "VERTICAL",
        "selecttype": "ALL",
        "selectcount": "0",
        "gradingtype": "RELATIVE_ALL_PREVIOUS_AND_NEXT",
        "showgrading": "1",
        "numberingstyle": "none",
    }
    for name, value in settings.items():
        ET.SubElement(question, name).text = value
    for place, name in enumerate(item.key, 1):
        answer = ET.SubElement(question, "answer", fraction=str(place), format="html")
        ET.SubElement(answer, "text").text = _html(item.options[name].text[language])


def _matching(question: ET.Element, item: Matching, language: str) -> None:
    ET.SubElement(question, "shuffleanswers").text = "true"
    pairs = [(_html(text[language]), item.right[item.key[name]][language]) for name, text in item.left.items()]
    pairs += [("", text[language]) for name, text in item.right.items() if name not in item.key.values()]
    for left, right in pairs:
        pair = ET.SubElement(question, "subquestion", format="html")
        ET.SubElement(pair, "text").text = left
        _text(pair, "answer", right)


def _cloze(item: Cloze, language: str) -> str:
    def gap(found: re.Match[str]) -> str:
        blank = item.blanks[found[1]]
        options = []
        for name, option in blank.options.items():
            why = f"#{_escaped(option.why[language])}" if option.why else ""
            options.append(("=" if name == blank.key else "") + _escaped(option.text[language]) + why)
        return f"{{1:MULTICHOICE:{'~'.join(options)}}}"

    shown = re.sub(r"\{\{([\w-]+)\}\}", gap, html.escape(item.prompt[language], quote=False))
    return f"<p>{shown}</p>"


def _escaped(text: str) -> str:
    return html.escape(re.sub(r"([\\}~#=\"])", r"\\\1", text), quote=False)


def _open(question: ET.Element, item: Open, language: str) -> None:
    lines = "".join(f"<li>{_line(one.text[language], one.points)}</li>" for one in item.rubric)
    ET.SubElement(question, "responseformat").text = "editor"
    ET.SubElement(question, "responserequired").text = "1"
    ET.SubElement(question, "responsefieldlines").text = "10"
    ET.SubElement(question, "attachments").text = "0"
    _text(question, "graderinfo", f"<ul>{lines}</ul>", html=True)


def _line(text: str, points: int) -> str:
    return f"{html.escape(text, quote=False)} ({points})"


def _html(text: str) -> str:
    return f"<p>{html.escape(text, quote=False)}</p>"


def _text(parent: ET.Element, name: str, text: str, *, html: bool = False) -> None:
    element = ET.SubElement(parent, name, format="html") if html else ET.SubElement(parent, name)
    ET.SubElement(element, "text").text = text
