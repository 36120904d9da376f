"""What the pages change: each is one function of the gradebook, with the author of this server in the audit log."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from grader.core.errors import UsageError
from grader.core.languages import say
from grader.gradebook import Gradebook
from grader.gradebook.feedback import Place
from grader.gradebook.item_rulings import ItemRuling
from grader.gradebook.late_policy import moment
from grader.gradebook.rubric import Judgement, RubricLine
from grader.web.desk import Desk
from grader.web.items_page import ruling_preview
from grader.web.marking_page import Marking, starter
from grader.web.pages import page

__all__ = ["ROUTES"]

Form = Mapping[str, list[str]]


async def _form(request: Request) -> Form:
    return parse_qs((await request.body()).decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=5000)


def _one(form: Form, name: str) -> str:
    return form.get(name, [""])[0].strip()


def _points(text: str) -> Fraction:
    """Points as a person writes them; a decimal comma is one. Raises UsageError."""
    sign = -1 if text.startswith(("-", "−")) else 1
    plain = text[1:] if text.startswith(("+", "-", "−")) else text
    plain = plain.replace(",", ".")
    try:
        value = Fraction(plain) if plain[:1].isdecimal() and len(plain) < 20 else Fraction(-1)
    except (ValueError, ZeroDivisionError):
        raise UsageError(f"{text!r}: write points such as 2, 1.5 or 1/2") from None
    if not 0 <= value < 10**6:
        raise UsageError(f"{text!r}: write points such as 2, 1.5 or 1/2")
    return sign * value


def _back(request: Request, form: Form) -> Response:
    """To the page that the form was on; only ever a path of this server."""
    to = _one(form, "back")
    here = to if to.startswith("/") and not to.startswith("//") and "\\" not in to else "/"
    return RedirectResponse(here, 303)


async def _override(request: Request) -> Response:
    """Points in place of the score, or the override taken back."""
    desk, path, form = _desk(request), request.path_params, await _form(request)
    points = None if "clear" in form else _points(_one(form, "points"))
    reason, author = _one(form, "reason"), desk.options.author
    if points is not None and points < 0:
        raise UsageError("an override is a total, so it is not below 0")
    await desk.ask(lambda book: book.override(path["assignment"], path["learner"], points, author, reason))
    return _back(request, form)


async def _extend(request: Request) -> Response:
    """A due date of a person's own, or the extension taken back."""
    desk, path, form = _desk(request), request.path_params, await _form(request)
    due: datetime.datetime | None = None if "clear" in form else moment(_one(form, "due"))
    reason, author = _one(form, "reason"), desk.options.author
    await desk.ask(lambda book: book.extend(path["assignment"], path["learner"], due, author, reason))
    return _back(request, form)


def _submission_of(book: Gradebook, assignment: str, learner: str) -> str:
    person = next((one for one in book.learners(assignment) if one.id == learner), None)
    if person is None or person.submission is None:
        raise UsageError(f"{learner}: nothing was handed in")
    return person.submission


async def _adjust(request: Request) -> Response:
    """Points of a step."""
    desk, path, form = _desk(request), request.path_params, await _form(request)
    points = None if "clear" in form else _points(_one(form, "points"))
    step, reason, author = _one(form, "step"), _one(form, "reason"), desk.options.author

    def work(book: Gradebook) -> None:
        submission = _submission_of(book, path["assignment"], path["learner"])
        report = book.report(path["assignment"], submission)
        if report is None or step not in {one.id for one in report.steps}:
            raise UsageError(f"{path['learner']}: there is no step {step!r} to adjust")
        book.adjust(path["assignment"], submission, step, points, author, reason)

    await desk.ask(work)
    return _back(request, form)


async def _comment(request: Request) -> Response:
    """A comment on a line, a step, or the whole."""
    desk, path, form = _desk(request), request.path_params, await _form(request)
    line, attempt = _one(form, "line"), _one(form, "attempt")
    if not attempt.isdecimal() or (line and not line.isdecimal()):
        raise UsageError("this comment names no attempt; load the page again")
    place = Place(_one(form, "step"), _one(form, "cell"), int(line or 0))
    text, author = _one(form, "text"), desk.options.author

    def work(book: Gradebook) -> None:
        submission = _submission_of(book, path["assignment"], path["learner"])
        book.comment(path["assignment"], submission, int(attempt), place, text, author)

    await desk.ask(work)
    return _back(request, form)


async def _judge(request: Request) -> Response:
    """Criteria ticked for a group of answers; the page goes on to the next one."""
    desk, form = _desk(request), await _form(request)
    marking = _marking(request)
    names = [_one(form, "group"), *form.get("near", [])]
    judgement = Judgement(tuple(form.get("criterion", [])), _one(form, "comment"), desk.options.author)
    expected = _one(form, "seen")
    rows = desk.rows(marking.assignment)
    await desk.ask(lambda book: marking.mark(book, rows.open_answers(book), names, judgement, expected))
    return _to_marking(request, marking, "")


async def _undo(request: Request) -> Response:
    """The marker's last judgement taken back; its answers are shown again."""
    desk, marking = _desk(request), _marking(request)
    version, _ = await desk.ask(lambda book: book.undo_judgement(marking.assignment, marking.item, desk.options.author))
    return _to_marking(request, marking, version)


def _to_marking(request: Request, marking: Marking, group: str) -> Response:
    query = urlencode({**marking.query, **({"group": group} if group else {})})
    path = request.url.path.removesuffix("/undo")
    return RedirectResponse(f"{path}{'?' + query if query else ''}", 303)


async def _criterion(request: Request) -> Response:
    """A criterion added, changed or taken away; first a preview of whose marks change."""
    desk, form, marking = _desk(request), await _form(request), _marking(request)
    options = desk.options
    gone, sure = "gone" in form, "sure" in form
    name = _one(form, "name")
    line = RubricLine(name, _one(form, "text"), Fraction(0) if gone else _points(_one(form, "points")))

    def work(book: Gradebook) -> Any:
        lines = list(book.rubric(marking.assignment, marking.item))
        changed = [line if one.name == name else one for one in lines if not (gone and one.name == name)]
        found = book.rubric_preview(marking.assignment, marking.item, changed, attempts=options.attempts)
        if found and not sure:
            return found
        book.change_criterion(
            marking.assignment, marking.item, line, options.author, gone=gone, attempts=options.attempts
        )
        return ()

    changes = await desk.ask(work)
    if changes:
        return page(
            request,
            "rubric_change.html.jinja",
            assignment=marking.assignment,
            title=marking.item,
            changes=changes,
            line=line,
            gone=gone,
            points_text=_one(form, "points"),
            back=_one(form, "back"),
        )
    return _back(request, form)


async def _starter(request: Request) -> Response:
    """A rubric to begin with, where the question has none."""
    desk, form, marking = _desk(request), await _form(request), _marking(request)
    options, course = desk.options, desk.assignment(marking.assignment)

    def work(book: Gradebook) -> None:
        answers = marking.answers(desk.rows(marking.assignment).open_answers(book))
        if book.rubric(marking.assignment, marking.item) or not answers:
            return
        for line in starter(course, marking.item, answers[0].possible, options.language):
            book.change_criterion(marking.assignment, marking.item, line, options.author)

    await desk.ask(work)
    return _back(request, form)


async def _rule(request: Request) -> Response:
    """A ruling on a question of the quiz; first a preview of whose points change."""
    desk, path, form = _desk(request), request.path_params, await _form(request)
    options = desk.options
    ruling = ItemRuling(
        _one(form, "item"), _one(form, "kind"), _one(form, "answer"), options.author, _one(form, "reason"), ""
    )

    def work(book: Gradebook) -> Any:
        if "sure" in form:
            book.rule(path["assignment"], ruling)
            return None
        return ruling_preview(book, path["assignment"], ruling, options.attempts)

    changes = await desk.ask(work)
    if changes is None:
        return _back(request, form)
    title = say(options.language, "desk.ruling_title", n=len(changes))
    return page(
        request,
        "ruling.html.jinja",
        assignment=path["assignment"],
        title=title,
        ruling=ruling,
        changes=changes,
        back=_one(form, "back"),
    )


async def _reply(request: Request) -> Response:
    """A learner's question answered."""
    desk, path, form = _desk(request), request.path_params, await _form(request)
    number, text = _one(form, "request"), _one(form, "text")
    if not number.isdecimal():
        raise UsageError("this reply names no question; load the page again")
    await desk.ask(lambda book: book.reply(path["assignment"], int(number), text, desk.options.author))
    return _back(request, form)


async def _run(request: Request) -> Response:
    """A run started or stopped."""
    desk, path, form = _desk(request), request.path_params, await _form(request)
    if "stop" in form:
        desk.run.stop()
    else:
        named = _one(form, "path")
        if not named:
            raise UsageError("name a folder or an archive on this machine")
        desk.run.start(Path(named).expanduser(), path["assignment"], desk.options.gradebook, desk.options.course)
    return _back(request, form)


def _desk(request: Request) -> Desk:
    desk: Desk = request.app.state.desk
    return desk


def _marking(request: Request) -> Marking:
    return Marking.of(request.path_params, request.query_params, _desk(request).options.attempts)


_PERSON = "/a/{assignment}/person/{learner}"
_MARKING = "/a/{assignment}/marking/{item}"
ROUTES = [
    Route(f"{_PERSON}/override", _override, methods=["POST"]),
    Route(f"{_PERSON}/extend", _extend, methods=["POST"]),
    Route(f"{_PERSON}/adjust", _adjust, methods=["POST"]),
    Route(f"{_PERSON}/comment", _comment, methods=["POST"]),
    Route("/a/{assignment}/items/rule", _rule, methods=["POST"]),
    Route("/a/{assignment}/requests/reply", _reply, methods=["POST"]),
    Route("/a/{assignment}/run", _run, methods=["POST"]),
    Route(_MARKING, _judge, methods=["POST"]),
    Route(f"{_MARKING}/undo", _undo, methods=["POST"]),
    Route(f"{_MARKING}/criterion", _criterion, methods=["POST"]),
    Route(f"{_MARKING}/starter", _starter, methods=["POST"]),
]
