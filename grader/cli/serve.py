"""grader serve [GRADEBOOK]"""

from __future__ import annotations

import getpass
import socket
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader.cli import options
from grader.core.errors import MachineError, UsageError

if TYPE_CHECKING:
    from grader.web.guard import DeskKeys

__all__ = ["serve"]


@click.command(
    epilog="Exit codes: 0 stopped with Ctrl-C, 2 no such gradebook or invalid arguments,\n"
    "3 the gradebook is damaged, the port is taken, or the extra is not installed."
)
@click.argument("gradebook", type=click.Path(dir_okay=False, path_type=Path), default=Path("gradebook.db"))
@options.course_folder
@options.language
@click.option("--port", type=click.IntRange(0, 65535), default=8765, show_default=True, help="0 takes a free one.")
@click.option("--author", metavar="NAME", help="Your name in the audit log; default: your user name.")
@click.option("--read-only", is_flag=True, help="Look, and change nothing.")
@click.option(
    "--attempts",
    type=click.Choice(["last", "best", "first"]),
    default="last",
    show_default=True,
    help="Which attempt of a learner counts.",
)
@click.option("--open", "open_browser", is_flag=True, help="Open the page in your browser.")
def serve(
    gradebook: Path,
    course: Path | None,
    lang: str | None,
    port: int,
    author: str | None,
    read_only: bool,
    attempts: str,
    open_browser: bool,
) -> None:
    """Look at a class, mark open answers, comment and decide, in your browser.

    The pages are for this machine alone: they answer on its own address, to the browser that has the token. Everything
    you change is in the gradebook at once, with your name in its audit log. Other commands may use the gradebook
    meanwhile.

    \b
    Examples:
      grader serve gradebook.db
      grader serve gradebook.db --course my-course --open
    """
    uvicorn = _uvicorn()
    from grader.web.app import make_app
    from grader.web.desk import DeskOptions
    from grader.web.guard import DeskKeys

    if not gradebook.is_file():
        raise UsageError(f"{gradebook}: no such gradebook; `grader grade DIR --gradebook {gradebook.name}` makes one")
    keys, listener = DeskKeys(), _listening(port)
    chosen = DeskOptions(
        gradebook=gradebook,
        author=author or getpass.getuser(),
        language=options.language_around(lang, course),
        read_only=read_only,
        attempts=attempts,
        course=_course(course),
    )
    number = listener.getsockname()[1]
    app = make_app(chosen, keys, lambda: number)
    _tell(number, keys, open_browser=open_browser)
    config = uvicorn.Config(app, log_level="error", access_log=False, server_header=False, date_header=False)
    uvicorn.Server(config).run(sockets=[listener])


def _uvicorn() -> Any:
    """The server's module. Raises MachineError where the extra is not installed."""
    from grader.core.extras import library

    library("starlette", "serve", "starlette")
    return library("uvicorn", "serve", "uvicorn")


def _listening(port: int) -> socket.socket:
    """A socket on the loopback address alone. Raises MachineError where the port is taken."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(("127.0.0.1", port))
    except OSError as error:
        listener.close()
        raise MachineError(f"port {port}: {error.strerror or error}; name another with --port, or 0") from None
    return listener


def _course(course: Path | None) -> Path | None:
    """The course's folder, where one is named or found; the pages work without it."""
    from grader.core.errors import GraderError
    from grader.course import loading

    try:
        return loading.find_root(course or Path())
    except GraderError:
        if course is not None:
            raise
        return None


def _tell(port: int, keys: DeskKeys, *, open_browser: bool) -> None:
    address = f"http://127.0.0.1:{port}/?token={keys.token}"
    click.echo(address)
    click.echo("Open this address in your browser; stop with Ctrl-C.", err=True)
    if open_browser:
        click.launch(address)
