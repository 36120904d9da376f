"""The templates, and what every page is given: words, address, filter, and the secret of its forms."""

from __future__ import annotations

import functools
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import HTMLResponse

import grader
from grader.core.languages import say
from grader.reports.rounding import points
from grader.web.guard import csrf_of

if TYPE_CHECKING:
    import jinja2

__all__ = ["page", "static"]

_TYPES = {".css": "text/css", ".js": "text/javascript"}


def page(request: Request, template: str, status: int = 200, **values: Any) -> HTMLResponse:
    """A page, or a part of one, made of a template."""
    options = request.app.state.desk.options
    language = options.language
    text = (
        _templates()
        .get_template(template)
        .render(
            language=language,
            w=functools.partial(say, language),
            csrf=csrf_of(request),
            author=options.author,
            read_only=options.read_only,
            engine=grader.__version__,
            path=request.url.path,
            **values,
        )
    )
    return HTMLResponse(text, status)


def static(name: str) -> tuple[bytes, str] | None:
    """A file of ours with its type; None where there is none of that name."""
    ending = name[name.rfind(".") :]
    if "/" in name or ".." in name or ending not in _TYPES:
        return None
    found = files("grader.web") / "static" / name
    if not found.is_file():
        return None
    data = found.read_bytes()
    if name == "desk.css":
        from grader.web.code_view import highlight_styles

        data += highlight_styles().encode()
    return data, _TYPES[ending]


@functools.cache
def _templates() -> jinja2.Environment:
    import jinja2

    folder = files("grader.web") / "templates"
    loaded = {one.name: one.read_text(encoding="utf-8") for one in folder.iterdir() if one.name.endswith(".jinja")}
    made = jinja2.Environment(
        loader=jinja2.DictLoader(loaded),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["points"] = points
    made.filters["signed"] = lambda value: points(value) if value >= 0 else f"-{points(-value)}"
    return made
