"""The quiz as cells of a notebook: each question as text, in all its languages, and below it a cell for the answer.

An answer is a plain value (`answers["m1-row"] = "..."`), so that the notebook needs no package for it; graders read it
back as text (`grader.quiz.notebook_cells`). Everybody gets the base numbers, as by `grader quiz` without an id.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from grader.authoring.notebook.layout import NotebookPiece
from grader.core.languages import both, in_languages
from grader.core.model import Text
from grader.core.safe_text import comment_text
from grader.quiz.questions import Question
from grader.quiz.sheet import Sheet, instruction, paper, with_gaps
from grader.quiz.variants import Draw

_LINE = 60  # letters that all languages together may have to stand on one line

__all__ = ["answer_cell", "asked", "introduction", "question_pieces"]


def asked(sheet: Sheet) -> tuple[Question, ...]:
    """The questions of the sheet as a notebook asks them."""
    return paper(sheet, Draw(sheet.id))


def introduction(sheet: Sheet) -> Iterator[NotebookPiece]:
    """The heading with what to do, and the cell that begins the answers."""
    first, *others = map(_plain, in_languages(sheet.title, sheet.languages))
    heading = [f"## {first}", *(f"**{title}**" for title in others)]
    words = in_languages(both("front.quiz_how"), sheet.languages)
    yield NotebookPiece("quiz", "text", "\n\n".join([*heading, *words]))
    yield NotebookPiece("quiz-answers", "setup", "answers = {}")


def question_pieces(
    questions: Iterable[Question], languages: Sequence[str], first: int = 1, count: int = 0
) -> Iterator[NotebookPiece]:
    """Two cells a question, numbered from `first` among `count`."""
    for number, question in enumerate(questions, first):
        yield NotebookPiece(f"quiz-{question.id}", "text", _shown(question, f"{number}/{count}", languages))
        yield answer_cell(question, languages)


def answer_cell(question: Question, languages: Sequence[str]) -> NotebookPiece:
    """The cell that takes the answer, as it is handed out: blank."""
    comment = f"# {' / '.join(in_languages(instruction(question), languages))}"
    name = f'answers["{question.id}"]'
    if question.shape == "text":
        source = f'{comment}\n{name} = r"""\n\n"""'
    elif question.shape == "slots":
        source = "\n".join([comment, f"{name} = {{", *(f'    "{slot}": "",' for slot in question.slots), "}"])
    else:
        value = {"many": "[]", "order": "[]", "number": "None"}.get(question.shape, '""')
        source = f"{comment}\n{name} = {value}"
    return NotebookPiece(f"quiz-{question.id}-answer", "answer", source)


def _shown(question: Question, number: str, languages: Sequence[str]) -> str:
    """The question's text: title, prompt and options in all languages; nothing in it is markup."""
    blocks = [f"### {number} {' / '.join(map(_plain, in_languages(question.title, languages)))}"]
    gaps = {name: f"`{name}`" for name in question.slots}
    blocks += [with_gaps(_plain(words), gaps) for words in in_languages(question.prompt, languages)]
    if question.options:
        blocks.append(_options(question.options, languages))
    for name, slot in question.slots.items():
        label = "" if slot.label[languages[0]].startswith("[") else f" {_all(slot.label, languages)}"
        options = f"\n\n{_options(slot.options, languages)}" if slot.options else ""
        blocks.append(f"`{name}`:{label}{options}")
    return "\n\n".join(blocks)


def _options(options: Mapping[str, Text], languages: Sequence[str]) -> str:
    return "\n".join(
        f"- `{name}`" + ("" if text[languages[0]] == name else f" {_all(text, languages)}")
        for name, text in options.items()
    )


def _all(text: Text, languages: Sequence[str]) -> str:
    """All languages on a line, or each on a line of the same item where they are long."""
    parts = [_plain(part) for part in in_languages(text, languages)]
    return ("  \n  " if sum(map(len, parts)) > _LINE else " / ").join(parts)


def _plain(text: str) -> str:
    """The text as Markdown that shows it as it is; brackets stay bare: `\\[` may begin a formula."""
    return comment_text(text).replace("\\[", "[").replace("\\]", "]").replace("](", "]\\(")
