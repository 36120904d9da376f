"""The application: addresses, and what answers them."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from grader.core.errors import GraderError, UsageError
from grader.core.languages import say
from grader.web import actions
from grader.web.class_page import Filter, class_view, neighbours
from grader.web.desk import Desk, DeskOptions
from grader.web.guard import DeskKeys, Guard
from grader.web.items_page import items_view
from grader.web.marking_page import Marking, number_in, open_questions, prompts
from grader.web.pages import page, static
from grader.web.person_page import learner_preview, person_view

__all__ = ["make_app"]

_PREVIEW = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; sandbox"


def make_app(options: DeskOptions, keys: DeskKeys, port: Callable[[], int]) -> ASGIApp:
    """The application behind its guard. `port` is asked for at each request: it is known once the server listens."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        app.state.desk.close()

    routes = [
        Route("/", _assignments),
        Route("/static/{name}", _static),
        Route("/a/{assignment}/", _class),
        Route("/a/{assignment}/rows", _class_rows),
        Route("/a/{assignment}/person/{learner}", _person),
        Route("/a/{assignment}/person/{learner}/preview", _preview),
        Route("/a/{assignment}/marking/", _questions),
        Route("/a/{assignment}/marking/{item}", _marking),
        Route("/a/{assignment}/items/", _items),
        Route("/a/{assignment}/requests/", _requests),
        Route("/a/{assignment}/run", _run),
        Route("/a/{assignment}/log", _log),
        *actions.ROUTES,
    ]
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers={GraderError: _sentence, 404: _missing})
    app.state.desk = Desk(options)
    app.state.desk.open()
    return Guard(app, keys, port, read_only=options.read_only)


def _sentence(request: Request, error: Exception) -> Response:
    """What a person reads where something could not be done."""
    status = 409 if isinstance(error, UsageError) else 500
    if request.headers.get("hx-request"):
        return PlainTextResponse(str(error), status)
    return page(request, "trouble.html.jinja", status, title=_say(request, "desk.trouble"), text=str(error))


def _missing(request: Request, error: Exception) -> Response:
    return page(request, "trouble.html.jinja", 404, title=_say(request, "desk.missing"), text=request.url.path)


def _say(request: Request, message: str) -> str:
    desk: Desk = request.app.state.desk
    return say(desk.options.language, message)


def _static(request: Request) -> Response:
    found = static(request.path_params["name"])
    if found is None:
        return PlainTextResponse("no such file\n", 404)
    data, kind = found
    return Response(data, media_type=kind, headers={"cache-control": "max-age=300"})


async def _assignments(request: Request) -> Response:
    desk: Desk = request.app.state.desk
    names = await desk.ask(lambda book: book.assignments())
    if len(names) == 1:
        return RedirectResponse(f"/a/{names[0]}/", 303)
    return page(request, "assignments.html.jinja", title=_say(request, "desk.assignments"), names=names)


async def _class_values(request: Request) -> dict[str, Any]:
    desk: Desk = request.app.state.desk
    assignment, wanted = request.path_params["assignment"], Filter.of(request.query_params)

    def made(book: Any) -> dict[str, Any]:
        _known(book.assignments(), assignment)
        table = desk.rows(assignment)
        rows = table.all(book)
        return {
            "view": class_view(rows, table.steps, table.bonus, wanted, desk.options.language),
            "stamp": str(table.stamp),
        }

    return {"assignment": assignment, "title": assignment, **await desk.ask(made)}


async def _class(request: Request) -> Response:
    return page(request, "class.html.jinja", **await _class_values(request))


async def _class_rows(request: Request) -> Response:
    """The figures and the table alone, where something has changed since the page was made."""
    values = await _class_values(request)
    if request.query_params.get("stamp") == values["stamp"]:
        return Response(status_code=204)
    return page(request, "class_rows.html.jinja", **values)


async def _person(request: Request) -> Response:
    desk: Desk = request.app.state.desk
    assignment, learner = request.path_params["assignment"], request.path_params["learner"]
    query, wanted = request.query_params, Filter.of(request.query_params)
    course = desk.assignment(assignment)

    def made(book: Any) -> dict[str, Any]:
        _known(book.assignments(), assignment)
        view = person_view(
            book,
            assignment,
            learner,
            attempts=desk.options.attempts,
            course=course,
            number=number_in(query, "attempt"),
            against=number_in(query, "against"),
        )
        before, after = neighbours(desk.rows(assignment).all(book), wanted, learner)
        return {"view": view, "before": before, "after": after, "query": wanted.query()}

    return page(
        request, "person.html.jinja", assignment=assignment, learner=learner, title=learner, **await desk.ask(made)
    )


async def _preview(request: Request) -> Response:
    desk: Desk = request.app.state.desk
    path, options = request.path_params, desk.options
    text = await desk.ask(
        lambda book: learner_preview(
            book, path["assignment"], path["learner"], attempts=options.attempts, language=options.language
        )
    )
    return HTMLResponse(text, headers={"content-security-policy": _PREVIEW})


async def _questions(request: Request) -> Response:
    desk: Desk = request.app.state.desk
    name, options = request.path_params["assignment"], desk.options

    def made(book: Any) -> Any:
        _known(book.assignments(), name)
        return open_questions(book, desk.rows(name).open_answers(book), name, options.language)

    title = _say(request, "desk.marking")
    return page(request, "questions.html.jinja", assignment=name, title=title, questions=await desk.ask(made))


async def _marking(request: Request) -> Response:
    desk: Desk = request.app.state.desk
    marking = Marking.of(request.path_params, request.query_params, desk.options.attempts)
    language = desk.options.language
    course = desk.assignment(marking.assignment)

    def made(book: Any) -> dict[str, Any]:
        _known(book.assignments(), marking.assignment)
        answers = desk.rows(marking.assignment).open_answers(book)
        view = marking.view(book, answers, request.query_params.get("group", ""), course, language)
        return {"view": view, "prompt": prompts(book, marking.assignment, {marking.item}, language).get(marking.item)}

    return page(
        request, "marking.html.jinja", assignment=marking.assignment, title=marking.item, **await desk.ask(made)
    )


async def _items(request: Request) -> Response:
    desk: Desk = request.app.state.desk
    name, options = request.path_params["assignment"], desk.options

    def made(book: Any) -> Any:
        _known(book.assignments(), name)
        return items_view(book, name, options.attempts, options.language)

    return page(
        request, "items.html.jinja", assignment=name, title=_say(request, "desk.items"), items=await desk.ask(made)
    )


async def _requests(request: Request) -> Response:
    desk: Desk = request.app.state.desk
    name = request.path_params["assignment"]

    def made(book: Any) -> Any:
        _known(book.assignments(), name)
        return [(one, book.learner_of(one.submission)) for one in book.requests(name)]

    title = _say(request, "desk.requests")
    return page(request, "requests.html.jinja", assignment=name, title=title, requests=await desk.ask(made))


async def _run(request: Request) -> Response:
    desk: Desk = request.app.state.desk
    name = request.path_params["assignment"]
    part = "run_lines.html.jinja" if request.headers.get("hx-request") else "run.html.jinja"
    return page(request, part, assignment=name, title=_say(request, "desk.run"), run=desk.run.view())


async def _log(request: Request) -> Response:
    desk: Desk = request.app.state.desk
    name = request.path_params["assignment"]
    entries = await desk.ask(lambda book: list(book.audit_log(name))[-500:][::-1])
    return page(request, "log.html.jinja", assignment=name, title=_say(request, "desk.log"), entries=entries)


def _known(names: tuple[str, ...], wanted: str) -> None:
    if wanted not in names:
        raise UsageError(f"this gradebook has no assignment {wanted!r}; it has {', '.join(names) or 'none'}")
