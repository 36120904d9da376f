"""Who may talk to the pages: one browser that was given the token, from an address of this machine, and nobody else.

The first address holds a random token; whoever opens it gets a cookie, and the token leaves the address bar. After
that a request needs the cookie, a Host of ours (against DNS rebinding), and, where it changes something, an Origin of
ours and the form's own secret (against other sites' forms). No page runs a script that is not a file of this package.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Awaitable, Callable
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request, cookie_parser
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["COOKIE", "Guard", "DeskKeys", "POLICY", "csrf_of"]

COOKIE = "grader_desk"
FIELD = "csrf"  # of a form; htmx sends it as the header X-CSRF
BODY_BYTES = 1 << 20
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; frame-src 'self'"
)
_SAFE = ("GET", "HEAD")


class DeskKeys:
    """The secrets of one server: the token of the first address, and the session that the cookie names."""

    def __init__(self) -> None:
        self.token = secrets.token_urlsafe(32)
        self.session = secrets.token_urlsafe(32)
        self._csrf = secrets.token_bytes(32)

    @property
    def csrf(self) -> str:
        """The secret that each form of this session holds."""
        return hmac.digest(self._csrf, self.session.encode(), hashlib.sha256).hex()


def csrf_of(request: Request) -> str:
    """The form's secret for the page that is being made."""
    found: str = request.scope["grader.csrf"]
    return found


class Guard:
    """ASGI middleware: lets a request through, or answers in one sentence why not."""

    def __init__(self, app: ASGIApp, keys: DeskKeys, port: Callable[[], int], *, read_only: bool = False) -> None:
        self.app, self.keys, self.port, self.read_only = app, keys, port, read_only

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            return  # no websockets
        refusal = self._refusal(scope) or await self._forged(scope, receive)
        if isinstance(refusal, Response):
            await refusal(scope, receive, _with_headers(send))
            return
        scope["grader.csrf"] = self.keys.csrf
        await self.app(scope, refusal or receive, _with_headers(send))

    def _hosts(self) -> tuple[str, ...]:
        port = self.port()
        return tuple(f"{name}:{port}" for name in ("127.0.0.1", "localhost", "[::1]"))

    def _refusal(self, scope: Scope) -> Response | None:
        """Why the request is refused by its head alone, or where the token leads; None where it may go on."""
        headers = Headers(scope=scope)
        if headers.get("host", "") not in self._hosts():
            return _no("This server answers on this machine's own address only.", 421)
        token = parse_qs(scope["query_string"].decode("latin-1")).get("token")
        if token and scope["method"] in _SAFE:
            if not hmac.compare_digest(token[0].encode(), self.keys.token.encode()):
                return _no("This token is not this server's. Open the address that `grader serve` printed.", 403)
            response = RedirectResponse(scope["path"], 303)
            response.set_cookie(COOKIE, self.keys.session, httponly=True, samesite="strict", path="/")
            return response
        cookie = cookie_parser(headers.get("cookie", "")).get(COOKIE, "")
        if not hmac.compare_digest(cookie.encode(), self.keys.session.encode()):
            return _no("Open the address that `grader serve` printed: it holds the token.", 403)
        if scope["method"] in _SAFE:
            return None
        if scope["method"] != "POST":
            return _no("Only GET and POST are answered here.", 405)
        if self.read_only:
            return _no("This server was started with --read-only; nothing can be changed here.", 403)
        origins = tuple(f"http://{host}" for host in self._hosts())
        if headers.get("origin", "") not in origins:
            return _no("This form was sent from another site; nothing was changed.", 403)
        return None

    async def _forged(self, scope: Scope, receive: Receive) -> Response | Receive | None:
        """A refusal where a form lacks its secret; otherwise what gives the app the body that was read for it."""
        if scope["method"] in _SAFE:
            return None
        body, more = b"", True
        while more:
            message = await receive()
            if message["type"] != "http.request":
                return _no("The request was cut short; nothing was changed.", 400)
            body += message.get("body", b"")
            more = message.get("more_body", False)
            if len(body) > BODY_BYTES:
                return _no("The request is larger than 1 MiB; nothing was changed.", 413)
        given = (
            Headers(scope=scope).get("x-csrf")
            or (parse_qs(body.decode("utf-8", "replace"), max_num_fields=5000).get(FIELD) or [""])[0]
        )
        if not hmac.compare_digest(given.encode(), self.keys.csrf.encode()):
            return _no("This form is not from a page of this server; load the page again.", 403)
        return _replayed(body)


def _replayed(body: bytes) -> Receive:
    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    return receive


def _no(sentence: str, status: int) -> Response:
    return PlainTextResponse(sentence + "\n", status)


def _with_headers(send: Send) -> Callable[[Message], Awaitable[None]]:
    """Every answer says what a browser may do with it. A page that sets a policy of its own keeps that one."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers.setdefault("content-security-policy", POLICY)
            headers["x-content-type-options"] = "nosniff"
            headers["referrer-policy"] = "same-origin"  # with none, a browser's own forms have the Origin "null"
            headers["cross-origin-opener-policy"] = "same-origin"
            headers["cross-origin-resource-policy"] = "same-origin"
            headers.setdefault("cache-control", "no-store")
        await send(message)

    return sending
