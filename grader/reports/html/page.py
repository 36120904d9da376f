"""`report_html(report, language)`: one page that stands alone, with no script and no request to anywhere.

The template and its style are files of this package; jinja2 is imported when a page is made. Everything from a
report is escaped; only our own drawings (`Markup`) go in as they are.
"""

from __future__ import annotations

import functools
from fractions import Fraction
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from grader.core.languages import LANGUAGES, say
from grader.course.lesson_parts import LessonParts
from grader.reports.html.compact import compact_css
from grader.reports.html.quiz import misconception_views, quiz_view
from grader.reports.html.view import StepView, exactly, next_view, step_views, written_in
from grader.reports.rounding import points
from grader.reports.schema import Report, Score
from grader.reports.text import whole_trouble
from grader.reports.views import Audience, view

if TYPE_CHECKING:
    import jinja2

__all__ = ["Audience", "report_html", "values_of"]

_VALUES = ("kit.input", "kit.expected", "kit.got", "kit.row_sums")
_WORDS = ("kit.notice",)

POLICY = "; ".join(
    ["default-src 'none'", "style-src 'unsafe-inline'", "img-src data:", "base-uri 'none'", "form-action 'none'"]
)


def report_html(
    report: Report,
    language: str,
    *,
    audience: Audience = "learner",
    lesson: LessonParts | None = None,
    reveal_quiz: bool = False,
    expand: bool = False,
    visible: bool = False,
    back: tuple[str, str] | None = None,
) -> str:
    """The page of one report, in `language`; where the product has no words in it, these are English.

    audience     the instructor's page adds evidence, diagnoses in full, the probe's answers and the provenance
    lesson       figures of the lesson, shown with a step that is not right yet, and what each step makes
    reveal_quiz  shows a learner how the quiz was marked, whatever its policy (after the deadline, say)
    expand       all parts open, for browsers that print only what is open
    back         address and words of a link above the report, where the page is part of a site
    visible      a run of the visible checks (`grader.student.practice_report`): checks are counted, not points

    A pure function: the same report gives the same bytes.
    """
    seen = view(report, audience, reveal_quiz=reveal_quiz)
    report, lesson = seen.report, lesson or LessonParts()
    steps = step_views(report, language, audience=audience, expand=expand, lesson=lesson, visible=visible)
    written = written_in(report) if language in LANGUAGES else language
    text: str = _template().render(
        report=report,
        language=language,
        foreign=written if written != language else "",
        full=audience == "instructor",
        expand=expand,
        visible=visible,
        back=back,
        policy=POLICY,
        style=Markup(compact_css(_file("page.css"))),
        w=functools.partial(say, language),
        whole=whole_trouble(report),
        values=functools.partial(values_of, language=language),
        next=next_view(report, language),
        score=_counts(steps, language) if visible else _score(report, steps, language),
        steps=steps,
        letters=lesson.letters,
        quiz=quiz_view(seen, language),
        beliefs=misconception_views(seen, language),
        held=report.isolation,
        source=report.provenance,
    )
    return text


def _score(report: Report, steps: list[StepView], language: str) -> dict[str, Any]:
    """The arithmetic of the score: every part, how it adds up, and what it comes to."""
    code = [step for step in steps if not step.bonus]
    numbers = [step.number for step in code]
    whole_run = bool(numbers) and numbers == list(range(1, len(numbers) + 1))
    name = say(language, "html.code", last=numbers[-1]) if whole_run else say(language, "html.steps_only")
    rows = [_row(name, " + ".join(step.earned for step in code) or "0", report.code)]
    if report.quiz is not None and report.quiz.possible:
        how = "" if report.quiz_answers is not None else say(language, "html.not_handed_in")
        rows.append(_row(say(language, "html.quiz"), how, report.quiz))
        sums = f"{exactly(report.code.earned)} + {exactly(report.quiz.earned)}"
        rows.append(_row(say(language, "html.total"), sums, report.score))
    bonus, score = report.bonus, report.score
    return {
        "earned": points(score.earned),  # the headline; the sum below it is exact
        "possible": exactly(score.possible),
        "share": _share(score.earned, score.possible),
        "rows": rows,
        "bonus": _of(bonus, language) if bonus.possible else "",
        "bonus_how": " + ".join(step.earned for step in steps if step.bonus),
        "held": say(language, "html.held", points=exactly(score.held)) if score.held else "",
    }


def _row(name: str, how: str, score: Score) -> tuple[str, str, str, str]:
    return name, how, exactly(score.earned), exactly(score.possible)


def _of(score: Score, language: str) -> str:
    return say(language, "html.of", earned=exactly(score.earned), possible=exactly(score.possible))


def _counts(steps: list[StepView], language: str) -> dict[str, Any]:
    """How many visible checks pass, those of bonus steps apart."""
    passed, possible, extra, extra_possible = 0, 0, 0, 0
    for step in steps:
        good = sum(check.tone == "good" for check in step.checks)
        if step.bonus:
            extra, extra_possible = extra + good, extra_possible + len(step.checks)
        else:
            passed, possible = passed + good, possible + len(step.checks)
    bonus = say(language, "html.count", passed=extra, all=extra_possible) if extra_possible else ""
    return {"earned": passed, "possible": possible, "share": 100 * passed // max(possible, 1), "bonus": bonus}


def _share(earned: Fraction, possible: Fraction) -> int:
    return int(100 * earned / possible) if possible else 0


def _file(name: str) -> str:
    return (files("grader.reports.html") / name).read_text(encoding="utf-8")


@functools.cache
def _template() -> jinja2.Template:
    import jinja2

    loader = jinja2.DictLoader({name: _file(name) for name in ("page.html.jinja", "parts.html.jinja")})
    environment = jinja2.Environment(
        loader=loader,
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.get_template("page.html.jinja")


def values_of(message: str, language: str) -> list[tuple[str, str, bool]]:
    """The lines of a message as label, text, and whether the text is a value; empty where they have no labels."""
    labels = {say(language, key): key in _VALUES for key in (*_VALUES, *_WORDS)}
    parts = [line.partition(": ") for line in message.split("\n")]
    if not all(between and label in labels for label, between, _ in parts):
        return []
    return [(label, text, labels[label]) for label, _, text in parts]
