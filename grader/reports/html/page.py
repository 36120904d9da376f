"""`report_html(report, language)`: one page that stands alone, with no script and no request to anywhere.

The template and its style are files of this package; jinja2 is imported when a page is made. Everything from a
report is escaped; only our own drawings (`Markup`) go in as they are.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from fractions import Fraction
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal

from markupsafe import Markup

from grader.core.languages import LANGUAGES, say
from grader.core.model import Report
from grader.reports.html.quiz import beliefs, may_see, quiz_points, quiz_view
from grader.reports.html.values import values_of
from grader.reports.html.view import StepView, exactly, next_view, step_views, written_in
from grader.reports.text import points, whole_trouble

if TYPE_CHECKING:
    import jinja2

__all__ = ["Audience", "report_html"]

Audience = Literal["learner", "instructor"]

POLICY = "; ".join(
    ["default-src 'none'", "style-src 'unsafe-inline'", "img-src data:", "base-uri 'none'", "form-action 'none'"]
)


def report_html(
    report: Report,
    language: str,
    *,
    audience: Audience = "learner",
    pictures: Mapping[str, str] | None = None,
    reveal_quiz: bool = False,
    expand: bool = False,
    visible: bool = False,
    back: tuple[str, str] | None = None,
) -> str:
    """The page of one report, in `language`; where the product has no words in it, these are English.

    audience     the instructor's page adds evidence, diagnoses in full, the probe's answers and the provenance
    pictures     step id -> one of our own SVG drawings, shown with a step that is not right yet; trusted markup
    reveal_quiz  shows a learner how the quiz was marked, whatever its policy (after the deadline, say)
    expand       all parts open, for browsers that print only what is open
    back         address and words of a link above the report, where the page is part of a site
    visible      a run of the visible checks (`grader.student.practice_report`): checks are counted, not points

    A pure function: the same report gives the same bytes.
    """
    open_results = may_see(report, audience, reveal_quiz)
    drawn = {step: Markup(svg) for step, svg in (pictures or {}).items()}
    steps = step_views(report, language, audience=audience, expand=expand, pictures=drawn, visible=visible)
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
        style=Markup(_file("page.css")),
        w=functools.partial(say, language),
        whole=whole_trouble(report),
        values=functools.partial(values_of, language=language),
        next=next_view(report, language),
        score=_counts(steps, language) if visible else _score(report, steps, language, open_results),
        steps=steps,
        quiz=quiz_view(report, language, open_results=open_results),
        beliefs=beliefs(report, language, open_results=open_results),
        held=report.isolation,
        source=report.provenance,
    )
    return text


def _score(report: Report, steps: list[StepView], language: str, open_results: bool) -> dict[str, Any]:
    """The arithmetic of the score: every part, how it adds up, and what it comes to."""
    code = [step for step in steps if not step.bonus]
    numbers = [step.number for step in code]
    whole_run = bool(numbers) and numbers == list(range(1, len(numbers) + 1))
    name = say(language, "html.code", last=numbers[-1]) if whole_run else say(language, "html.steps_only")
    rows = [(name, " + ".join(step.earned for step in code) or "0", report.earned, report.possible)]
    earned, possible, pending = report.earned, report.possible, report.pending
    quiz = quiz_points(report) if open_results else None
    if quiz is not None:
        rows.append((say(language, "html.quiz"), "", quiz[0], quiz[1]))
        earned, possible, pending = earned + quiz[0], possible + quiz[1], pending + quiz[2]
    shown = [(label, how, exactly(got), exactly(most)) for label, how, got, most in rows]
    if quiz is not None:
        sums = f"{exactly(report.earned)} + {exactly(quiz[0])}"
        shown.append((say(language, "html.total"), sums, exactly(earned), exactly(possible)))
    bonus = ""
    if report.bonus_possible:
        bonus = say(language, "html.of", earned=exactly(report.bonus), possible=exactly(report.bonus_possible))
    return {
        "earned": points(earned),  # the headline; the sum below it is exact
        "possible": exactly(possible),
        "share": _share(earned, possible),
        "rows": shown,
        "bonus": bonus,
        "bonus_how": " + ".join(step.earned for step in steps if step.bonus),
        "held": say(language, "html.held", points=exactly(pending)) if pending else "",
    }


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
