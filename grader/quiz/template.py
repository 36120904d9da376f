"""answers.yaml with its questions as comments, so that an editor is enough to answer a quiz."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from grader.locale import both
from grader.model import Text
from grader.quiz.answers import Answers, written
from grader.quiz.layout import wrap
from grader.quiz.questions import Question, is_blank
from grader.quiz.sheet import Sheet

__all__ = ["answers_text", "instruction", "with_gaps"]

_WIDTH = 88


def answers_text(sheet: Sheet, questions: Sequence[Question], answers: Answers, languages: Sequence[str]) -> str:
    """The whole file: how to fill it in, whose it is, and every question with its answer so far.

    Answers to unknown items and answers that cannot be read stay in it as they are.
    """
    draw = answers.draw
    lines = [*_comment(sheet.title, languages), *_comment(both("quiz.how_to_edit"), languages), ""]
    lines += [written("quiz", sheet.id), written("learner", draw.learner)]
    lines += [f"attempt: {draw.attempt}", f"seed: {draw.seed}"]
    for number, question in enumerate(questions, 1):
        entry = answers.values.get(question.id)
        lines += ["", *_question(question, f"{number}/{len(questions)}", languages), _answer(question, answers)]
        if entry and entry.problem:
            lines += _comment(entry.problem, languages)
    known = {question.id for question in questions}
    rest = [written(name, entry.raw) for name, entry in answers.values.items() if name not in known]
    return "\n".join(lines + (["", *_comment(both("quiz.not_asked"), languages), *rest] if rest else [])) + "\n"


def instruction(question: Question) -> Text:
    """What kind of answer is wanted."""
    if question.shape != "number" or not question.unit:
        return both(f"quiz.do_{question.shape}")
    return both("quiz.do_whole") if question.unit == "1" else both("quiz.do_number_unit", unit=question.unit)


def with_gaps(prompt: str, names: dict[str, str]) -> str:
    """A prompt whose gaps, {{name}}, stand as `names` says."""
    return re.sub(r"\{\{([\w-]+)\}\}", lambda found: names.get(found[1], found[0]), prompt)


def _answer(question: Question, answers: Answers) -> str:
    entry = answers.values.get(question.id)
    raw = entry.raw if entry else None
    if question.shape == "slots" and is_blank(raw):
        raw = {}
    if question.shape == "slots" and not isinstance(raw, str | tuple):
        return written(question.id, dict.fromkeys(question.slots, "") | dict(raw or {}))
    return written(question.id, raw)


def _question(question: Question, number: str, languages: Sequence[str]) -> Iterator[str]:
    do, title = instruction(question), question.title
    heading = " / ".join(f"{title[language]} ({do[language]})" for language in languages)
    yield from _lines(f"{number}  {heading}", "# ", "#      ")
    gaps = {name: f"[{name}]" for name in question.slots}
    for language in languages:
        yield from _lines(with_gaps(question.prompt[language], gaps), "#   ", "#   ")
    yield from _options(question.options, "#     ", languages)
    for name, slot in question.slots.items():
        label = "" if slot.label.en.startswith("[") else " / ".join(dict.fromkeys(slot.label[x] for x in languages))
        yield f"#     {name}: {label}".rstrip()
        yield from _options(slot.options, "#       ", languages)


def _options(options: object, indent: str, languages: Sequence[str]) -> Iterator[str]:
    if not isinstance(options, dict) or not options:
        return
    wide = max(len(name) for name in options)
    for name, text in options.items():
        words = list(dict.fromkeys(text[language] for language in languages))
        if words == [name]:
            words = [""]
        for i, line in enumerate(words):
            first = f"{indent}{name if i == 0 else '':{wide}}  "
            yield from (made.rstrip() for made in _lines(line, first, f"{indent}{'':{wide}}  "))


def _comment(text: Text, languages: Sequence[str]) -> list[str]:
    return [line for language in languages for line in _lines(text[language], "# ", "# ")]


def _lines(text: str, first: str, then: str) -> list[str]:
    wrapped = wrap(text, _WIDTH - len(first)) or ("",)
    return [(first if i == 0 else then) + line for i, line in enumerate(wrapped)]
