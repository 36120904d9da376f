"""The quiz in a text report: its points, what was asked and answered, and the misconceptions that answers show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grader.core.languages import say
from grader.core.model import QuizOutcome
from grader.core.safe_text import cut
from grader.core.terminal import Glyphs
from grader.core.terminal import wrapped_text as wrapped
from grader.reports.quiz_view import asked_of, spoken
from grader.reports.rounding import points
from grader.reports.schema import QuizAnswers, QuizItem, Report, Words
from grader.reports.views import view

__all__ = ["quiz_lines"]

_LOST = 8  # of the answers that cannot be read, and of notes
_SHOWN = 3  # of the answers that are not right, unless everything is asked for
_NOT_RIGHT = (QuizOutcome.PARTLY, QuizOutcome.WRONG)


def quiz_lines(report: Report, language: str, glyphs: Glyphs, width: int, *, full: bool) -> list[str]:
    """Lines of at most `width` columns; nothing where the assignment has no quiz.

    Where the assignment shows results now, answers that are not right stand in one line each, with `full` every answer
    below its question. Else the questions and the learner's own answers, which are no secret, stand in the `full` text
    alone.
    """
    seen = view(report, "learner")
    score, quiz = seen.report.quiz, seen.report.quiz_answers
    if score is None or (quiz is None and not score.possible):
        return []
    if quiz is None:
        return wrapped(say(language, "report.quiz_none", possible=points(score.possible)), "", width)
    if seen.held_back:
        lines = wrapped(say(language, "report.quiz_later"), "", width)
        lines += _lost(quiz, quiz.items, glyphs, language, width)
        return lines + [line for item in quiz.items if full for line in _asked(item, "", glyphs.dot, language, width)]
    line = say(language, "report.quiz", earned=points(score.earned), possible=points(score.possible))
    if score.held:
        line += say(language, "report.pending", pending=points(score.held))
    lines = wrapped(line, "", width)
    lines += _lost(quiz, () if full else quiz.items, glyphs, language, width)
    if full:
        lines += [line for item in quiz.items for line in _marked(item, glyphs, language, width)]
    else:
        lines += _not_right(quiz.items, glyphs, language, width)
    return lines + list(_misconceptions(quiz, language, width))


def _marked(item: QuizItem, glyphs: Glyphs, language: str, width: int) -> Iterator[str]:
    """An item with its result, and what there is to say where it is not right."""
    score = f"{points(item.score.earned)}/{points(item.score.possible)}"
    state = f"{say(language, f'html.answer_{item.outcome}')} {glyphs.dot} {score}"
    yield from _asked(item, state, _sign(item.outcome, glyphs), language, width)
    if item.outcome is QuizOutcome.UNREADABLE:
        yield from wrapped(_placed(item.where, item.message, language), "    ", width)
    if item.outcome in _NOT_RIGHT:
        yield from wrapped(spoken(item.message, language), "    ", width)


def _lost(quiz: QuizAnswers, items: Iterable[QuizItem], glyphs: Glyphs, language: str, width: int) -> Iterator[str]:
    """Answers that cannot be read, and what else was found in what was handed in: with its line, and what to write.

    That says nothing about a key, so that it stands in every report, whatever its policy shows.
    """
    sentences = [
        f"{spoken(item.title, language)}: {_placed(item.where, item.message, language)}"
        for item in items
        if item.outcome is QuizOutcome.UNREADABLE
    ]
    sentences += [_placed(note.where, note.text, language) for note in quiz.notes]
    for sentence in sentences[:_LOST]:
        yield from wrapped(f"{glyphs.held} {sentence}", "  ", width, hanging=4)
    if len(sentences) > _LOST:
        yield f"    ... +{len(sentences) - _LOST}"


def _placed(where: str, text: Words, language: str) -> str:
    """A text with the file and line that it is about, where they are known."""
    return f"{where}: {spoken(text, language)}" if where else spoken(text, language)


def _asked(item: QuizItem, state: str, sign: str, language: str, width: int) -> Iterator[str]:
    """Title, question and own answer; nothing of an item without an answer, or of a report without questions."""
    asked = asked_of(item, language)
    if asked is None or item.outcome is QuizOutcome.UNANSWERED:
        return
    yield from wrapped(f"{sign} {spoken(item.title, language)}{': ' if state else ''}{state}", "  ", width)
    if item.outcome is not QuizOutcome.RIGHT:
        yield from wrapped(asked.prompt, "    ", width)
    yield from wrapped(say(language, "report.your_answer", answer=asked.answer), "    ", width, hanging=6)


def _not_right(items: Iterable[QuizItem], glyphs: Glyphs, language: str, width: int) -> Iterator[str]:
    lines = []
    for item in items:
        asked = asked_of(item, language)
        if asked is not None and item.outcome in _NOT_RIGHT:
            answer = say(language, "report.your_answer", answer=asked.answer)
            title = spoken(item.title, language)
            lines.append(f"  {_sign(item.outcome, glyphs)} {title} {glyphs.dot} {answer}")
    yield from (cut(line, width) for line in lines[:_SHOWN])
    if len(lines) > _SHOWN:
        yield f"    ... +{len(lines) - _SHOWN}"


def _sign(outcome: QuizOutcome, glyphs: Glyphs) -> str:
    known = {
        QuizOutcome.RIGHT: glyphs.passed,
        QuizOutcome.PARTLY: glyphs.failed,
        QuizOutcome.WRONG: glyphs.failed,
        QuizOutcome.UNANSWERED: glyphs.untouched,
    }
    return known.get(outcome, glyphs.held)


def _misconceptions(quiz: QuizAnswers, language: str, width: int) -> Iterator[str]:
    for count in quiz.misconceptions.values():
        if count.shown:
            claim = spoken(count.claim, language)
            line = say(language, "report.belief", claim=claim, shown=count.shown, asked=count.asked)
            yield from wrapped(line, "  ", width, hanging=4)
