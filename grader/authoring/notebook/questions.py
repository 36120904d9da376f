"""The quiz as cells of a notebook: each question as text, in both languages, and below it a cell for the answer.

An answer is a plain value (`answers["m1-row"] = "..."`), so that the notebook needs no package for it; graders read it
back as text (`grader.quiz.notebook_cells`). Everybody gets the base numbers, as by `grader quiz` without an id.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grader.authoring.notebook.layout import NotebookPiece
from grader.core.languages import both
from grader.core.model import LANGUAGES, Text
from grader.core.safe_text import comment_text
from grader.quiz.questions import Question
from grader.quiz.sheet import Sheet, instruction, paper, with_gaps
from grader.quiz.variants import Draw

_LINE = 60  # letters that both languages may have to stand on one line

__all__ = ["answer_cell", "asked", "introduction", "question_pieces"]


def asked(sheet: Sheet) -> tuple[Question, ...]:
    """The questions of the sheet as a notebook asks them."""
    return paper(sheet, Draw(sheet.id))


def introduction(sheet: Sheet) -> Iterator[NotebookPiece]:
    """The heading with what to do, and the cell that begins the answers."""
    words = both("front.quiz_how")
    heading = f"## {_plain(sheet.title.en)}\n\n**{_plain(sheet.title.ko)}**"
    yield NotebookPiece("quiz", "text", f"{heading}\n\n{words.en}\n\n{words.ko}")
    yield NotebookPiece("quiz-answers", "setup", "answers = {}")


def question_pieces(questions: Iterable[Question], first: int = 1, count: int = 0) -> Iterator[NotebookPiece]:
    """Two cells a question, numbered from `first` among `count`."""
    for number, question in enumerate(questions, first):
        yield NotebookPiece(f"quiz-{question.id}", "text", _shown(question, f"{number}/{count}"))
        yield answer_cell(question)


def answer_cell(question: Question) -> NotebookPiece:
    """The cell that takes the answer, as it is handed out: blank."""
    do = instruction(question)
    comment = f"# {do.en} / {do.ko}"
    name = f'answers["{question.id}"]'
    if question.shape == "text":
        source = f'{comment}\n{name} = r"""\n\n"""'
    elif question.shape == "slots":
        source = "\n".join([comment, f"{name} = {{", *(f'    "{slot}": "",' for slot in question.slots), "}"])
    else:
        value = {"many": "[]", "order": "[]", "number": "None"}.get(question.shape, '""')
        source = f"{comment}\n{name} = {value}"
    return NotebookPiece(f"quiz-{question.id}-answer", "answer", source)


def _shown(question: Question, number: str) -> str:
    """The question's text: title, prompt and options in both languages; nothing in it is markup."""
    blocks = [f"### {number} {_plain(question.title.en)} / {_plain(question.title.ko)}"]
    gaps = {name: f"`{name}`" for name in question.slots}
    blocks += [with_gaps(_plain(question.prompt[language]), gaps) for language in LANGUAGES]
    if question.options:
        blocks.append(_options(question.options))
    for name, slot in question.slots.items():
        label = "" if slot.label.en.startswith("[") else f" {_both(slot.label)}"
        blocks.append(f"`{name}`:{label}" + (f"\n\n{_options(slot.options)}" if slot.options else ""))
    return "\n\n".join(blocks)


def _options(options: object) -> str:
    assert isinstance(options, dict)
    return "\n".join(f"- `{name}`" + ("" if text.en == name else f" {_both(text)}") for name, text in options.items())


def _both(text: Text) -> str:
    """Both languages on a line, or on two lines of the same item where they are long."""
    parts = [_plain(part) for part in dict.fromkeys((text.en, text.ko))]
    return ("  \n  " if sum(map(len, parts)) > _LINE else " / ").join(parts)


def _plain(text: str) -> str:
    """The text as Markdown that shows it as it is; brackets stay bare: `\\[` may begin a formula."""
    return comment_text(text).replace("\\[", "[").replace("\\]", "]").replace("](", "]\\(")
