"""The quiz as one page: works from a file, sends no request, remembers answers, downloads answers.yaml.

The page's own policy forbids everything but its one style and one script, which are named by their hashes.
"""

from __future__ import annotations

import base64
import hashlib
from fractions import Fraction
from importlib.resources import files
from types import SimpleNamespace

from grader.core.languages import both, in_languages, name_of
from grader.core.model import Text, exact
from grader.quiz.questions import Question
from grader.quiz.sheet import Sheet, instruction, paper, with_gaps
from grader.quiz.variants import Draw

__all__ = ["render"]


def render(sheet: Sheet, draw: Draw, language: str) -> str:
    """The page, starting in `language`; the others that the sheet is written in are a button away."""
    import jinja2
    from markupsafe import Markup

    web = files("grader.quiz") / "web"
    style, script = ((web / name).read_text(encoding="utf-8") for name in ("page.css", "page.js"))
    environment = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined, keep_trailing_newline=True)
    template = environment.from_string((web / "page.html.jinja").read_text(encoding="utf-8"))
    questions = paper(sheet, draw)
    total = sum(question.points for question in questions)
    languages = (language,) if language not in sheet.languages else sheet.languages
    words = {name: both(f"quiz.page_{name}") for name in _WORDS}
    most = max((len(question.options) for question in questions), default=0)
    return template.render(
        sheet=sheet,
        draw=draw,
        language=language,
        languages=languages,
        names={one: name_of(one) for one in languages},
        noscript=" ".join(in_languages(words["noscript"], languages)),
        questions=questions,
        prompts={
            question.id: _gapped(question.prompt, {name: f"[{i}]" for i, name in enumerate(question.slots, 1)})
            for question in questions
        },
        instructions={question.id: instruction(question) for question in questions},
        points={question.id: _worth(sheet, question, total) for question in questions},
        places={i: both("quiz.page_place", n=i) for i in range(1, most + 1)},
        words=SimpleNamespace(**words),
        style=Markup(style),
        script=Markup(script),
        policy="; ".join(
            [
                "default-src 'none'",
                f"style-src {_hash(style)}",
                f"script-src {_hash(script)}",
                "img-src data:",
                "base-uri 'none'",
                "form-action 'none'",
            ]
        ),
    )


_WORDS = (
    "bar",
    "choose",
    "clear",
    "download",
    "hand_in",
    "intro",
    "learner",
    "next",
    "no_storage",
    "noscript",
    "number",
    "progress",
)


def _worth(sheet: Sheet, question: Question, total: int) -> Text:
    """What a question is worth of the quiz's points, which its questions share by their weights."""
    points = Fraction(sheet.points * question.points, total)
    return both("quiz.points", n=exact(points), all=sheet.points)


def _gapped(prompt: Text, names: dict[str, str]) -> Text:
    return prompt.each(lambda words: with_gaps(words, names))


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
