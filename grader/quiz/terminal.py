"""Asking in a terminal, without a terminal: a `Session` is data, `screen` draws it, `typed` takes a line.

One question a screen. Letters choose; the words for moving are signs that are no answer anywhere, and words in
either language. Nothing here prints, reads or saves: the command does.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

from grader.core.languages import both
from grader.core.model import Text
from grader.core.safe_text import cells, encodable
from grader.core.terminal import wrapped_paragraphs
from grader.quiz.questions import Question, Raw, Slot, Unreadable, is_blank, read_answer
from grader.quiz.session import Session, sign, trouble
from grader.quiz.sheet import instruction, with_gaps

__all__ = ["for_encoding", "from_letters", "letters_of", "screen", "typed"]

LETTERS = "abcdefghijklmnop"
_MOVES = {
    "back": ("<", "back", "이전"),
    "skip": ("", ">", "skip", "next", "다음"),
    "review": ("=", "review", "검토"),
    "help": ("?", "help", "도움말"),
    "clear": ("-", "clear", "지우기"),
    "quit": ("q", "quit", "exit", "끝"),
}


def typed(session: Session, line: str, language: str) -> Session:
    """The session after a line: an answer, or a word for moving."""
    line = line.strip()
    session = dataclasses.replace(session, message="", changed=False)
    move = next((name for name, words in _MOVES.items() if line.lower() in words), "")
    if move == "help":
        return dataclasses.replace(session, message=both("quiz.ui_help")[language])
    if move == "quit":
        return dataclasses.replace(session, done=True)
    if session.reviewing:
        return _reviewed(session, line, move, language)
    if move:
        if move == "clear":
            question = session.questions[session.at]
            return dataclasses.replace(session, answers=session.answers.with_answer(question.id, None), changed=True)
        to = {"back": max(0, session.at - 1), "review": len(session.questions)}.get(move, session.at + 1)
        return dataclasses.replace(session, at=to)
    return _answered(session, line, language)


def _reviewed(session: Session, line: str, move: str, language: str) -> Session:
    count = len(session.questions)
    if move == "back":
        return dataclasses.replace(session, at=count - 1)
    if move == "skip":
        return dataclasses.replace(session, done=True)
    by_id = [i for i, question in enumerate(session.questions) if question.id == line]
    number = int(line) if line.isdecimal() and len(line) < 5 else by_id[0] + 1 if by_id else 0
    if 1 <= number <= count:
        return dataclasses.replace(session, at=number - 1)
    return dataclasses.replace(session, message=both("quiz.ui_which", count=count)[language])


def _answered(session: Session, line: str, language: str) -> Session:
    question = session.questions[session.at]
    try:
        raw = from_letters(question, line)
        if question.shape == "text" and line.startswith("+") and isinstance(before := session.raw(question), str):
            raw = f"{before}\n{line[1:].strip()}"
        read_answer(question, raw)
    except Unreadable as problem:
        return dataclasses.replace(session, message=problem.text[language])
    answers = session.answers.with_answer(question.id, raw)
    return dataclasses.replace(session, answers=answers, at=session.at + 1, changed=True)


def from_letters(question: Question, line: str) -> Raw:
    """What was typed, as an answer: letters become ids, ids stay. Raises Unreadable."""
    if question.shape in ("number", "text"):
        return line
    if question.shape == "slots":
        words = line.replace(",", " ").split()
        if len(words) == 1 and len(words[0]) == len(question.slots):
            words = list(words[0])
        if len(words) != len(question.slots):
            raise Unreadable(both("quiz.letters_each", got=line, count=len(question.slots)))
        pairs = zip(question.slots, words, strict=True)
        return {slot: _id(word, _letters(question, slot)) for slot, word in pairs if word != "-"}
    letters = _letters(question)
    words = line.replace(",", " ").split()
    if question.shape == "one":
        return _id(line, letters)
    if not any(word in letters.values() for word in words):
        words = list("".join(words))
    return tuple(_id(word, letters) for word in words)


def letters_of(question: Question, raw: Raw) -> str:
    """An answer as the letters that stand for it on the screen, or as it was written."""
    if isinstance(raw, str):
        return {name: letter for letter, name in _letters(question).items()}.get(raw, raw)
    if isinstance(raw, Mapping):
        back = {slot: {name: letter for letter, name in _letters(question, slot).items()} for slot in question.slots}
        return " ".join(back[slot].get(raw.get(slot, ""), raw.get(slot, "") or "-") for slot in question.slots)
    names = {name: letter for letter, name in _letters(question).items()}
    return " ".join(names.get(word, word) for word in raw or ())


def _letters(question: Question, slot: str = "") -> dict[str, str]:
    choices = list(question.choices(slot))
    if choices == ["true", "false"]:
        return {"t": "true", "f": "false"}
    return dict(zip(LETTERS, choices, strict=False))


def _id(word: str, letters: Mapping[str, str]) -> str:
    lower = word.strip().lower()
    if lower in letters:
        return letters[lower]
    truths = {"o": "true", "x": "false", "참": "true", "거짓": "false", "true": "true", "false": "false"}
    if letters.get("t") == "true" and lower in truths:
        return truths[lower]
    if word.strip() in letters.values():
        return word.strip()
    raise Unreadable(both("quiz.a_letter", got=word, allowed=", ".join(letters)))


def for_encoding(question: Question, encoding: str | None) -> Question:
    """The question with signs that `encoding` lacks replaced, before lines are broken: twins may be wider."""

    def shown(text: Text) -> Text:
        return text.each(lambda words: encodable(words, encoding))

    def each(options: Mapping[str, Text]) -> dict[str, Text]:
        return {name: shown(text) for name, text in options.items()}

    return dataclasses.replace(
        question,
        title=shown(question.title),
        prompt=shown(question.prompt),
        options=each(question.options),
        slots={
            name: Slot(label=shown(slot.label), options=each(slot.options)) for name, slot in question.slots.items()
        },
    )


def screen(session: Session, title: str, language: str, width: int) -> str:
    """What stands on the screen now, at most `width` cells wide, ending with the prompt."""
    count = len(session.questions)
    place = both("quiz.ui_review")[language] if session.reviewing else f"{session.at + 1}/{count}"
    right = both("quiz.ui_progress", place=place, done=session.answered, count=count)[language]
    lines = [*_ends(title, right, width), "-" * width, ""]
    lines += _review(session, language, width) if session.reviewing else _question(session, language, width)
    if session.message:
        lines += [
            "",
            *(
                f"! {line}" if i == 0 else f"  {line}"
                for i, line in enumerate(wrapped_paragraphs(session.message, width - 2))
            ),
        ]
    if not session.reviewing:
        question = session.questions[session.at]
        wanted = "truth" if question.type == "true_false" else question.shape
        lines += ["", *wrapped_paragraphs(both(f"quiz.type_{wanted}", count=len(question.slots))[language], width)]
    keys = both("quiz.ui_keys_review" if session.reviewing else "quiz.ui_keys")[language]
    blank = [""] if session.reviewing else []
    return "\n".join([*lines, *blank, *((keys,) if cells(keys) <= width else wrapped_paragraphs(keys, width))]) + "\n"


def _question(session: Session, language: str, width: int) -> Sequence[str]:
    question = session.questions[session.at]
    do = instruction(question)[language]
    lines = [*_ends(question.title[language], f"({do})", width), ""]
    gaps = {name: f"[{i}]" for i, name in enumerate(question.slots, 1)}
    lines += wrapped_paragraphs(with_gaps(question.prompt[language], gaps), width)
    for i, (name, slot) in enumerate(question.slots.items(), 1):
        label = slot.label[language]
        own = {
            letter: slot.options[option][language]
            for letter, option in _letters(question, name).items()
            if slot.options
        }
        lines += [""] if i == 1 or own else []
        shown = label if label.startswith("[") else f"[{i}] {label}"
        row = "   ".join(f"{letter}) {text}" for letter, text in own.items())
        if own and cells(shown) + 2 + cells(row) <= width - 2:
            lines.append(f"  {shown}  {row}")
            continue
        lines.append(f"  {shown}")
        for letter, text in own.items():
            lines += _hanging(f"    {letter}) ", text, width)
    if question.options:
        lines.append("")
    for letter, option in _letters(question).items():
        lines += _hanging(f"  {letter}) ", question.options[option][language], width)
    raw = session.raw(question)
    if not is_blank(raw):
        so_far = letters_of(question, raw)
        lines += ["", *_hanging(both("quiz.ui_so_far")[language] + " ", so_far, width)]
    wrong = trouble(question, session.answers.values.get(question.id))
    if wrong is not None:
        lines += _hanging("! ", wrong[language], width)
    return lines


def _review(session: Session, language: str, width: int) -> Sequence[str]:
    lines = [*wrapped_paragraphs(both("quiz.ui_look_again")[language], width), ""]
    for i, question in enumerate(session.questions, 1):
        state = sign(question, session.answers.values.get(question.id))
        answer = "" if state == " " else " ".join(letters_of(question, session.raw(question)).split())
        left = f"{i:3} [{state}] {question.title[language]}"
        room = width - cells(left) - 3
        lines.append(left if not answer else f"{left} · {_cut(answer, room)}")
    return lines


def _cut(text: str, room: int) -> str:
    if cells(text) <= room:
        return text
    while text and cells(text) > room - 3:
        text = text[:-1]
    return text + "..."


def _ends(left: str, right: str, width: int) -> list[str]:
    """Two texts at both ends of a line, or below each other where they do not fit."""
    blanks = width - cells(left) - cells(right)
    return [left + " " * blanks + right] if blanks >= 2 else [*wrapped_paragraphs(left, width), right]


def _hanging(first: str, text: str, width: int) -> list[str]:
    indent = " " * cells(first)
    wrapped = [
        line for part in text.splitlines() or [""] for line in wrapped_paragraphs(part, width - len(indent)) or ("",)
    ]
    return [(first if i == 0 else indent) + line for i, line in enumerate(wrapped)]
