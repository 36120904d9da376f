"""grader verify"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import options
from grader.cli.progress import ProgressBar
from grader.core.errors import UsageError
from grader.core.model import LEVELS

if TYPE_CHECKING:
    from grader.authoring.verify.findings import Verification

__all__ = ["verify"]

_TRIED = (("mistake", "mistake"), ("accepted", "accepted variant"))
_QUICK = 50  # fewer trials are over in seconds


@click.command(
    epilog="Exit codes: 0 sound, 1 problems found (each line says what and where),\n"
    "2 no such assignment, 3 internal error."
)
@click.argument("name", required=False, metavar="[ASSIGNMENT]")
@options.course_folder
@click.option("--jobs", "-j", type=click.IntRange(1), help="Number of worker processes; default: one per core.")
@click.option("--matrix", is_flag=True, help="Also print which checks catch each mistake.")
@click.option("--html", "page", type=click.Path(dir_okay=False, path_type=Path), help="Write the matrix as a page.")
@click.option("--json", "as_json", is_flag=True, help="JSON on standard output.")
@click.option("--every-pair", is_flag=True, help="Try each known mistake above each earlier one; default: a sample.")
@click.option("--isolation", type=click.Choice(LEVELS), default="confined", show_default=True)
def verify(
    name: str | None,
    course: Path | None,
    jobs: int | None,
    matrix: bool,
    page: Path | None,
    as_json: bool,
    every_pair: bool,
    isolation: str,
) -> None:
    """Prove an assignment before learners see it.

    The reference and every accepted variant pass the hidden and the visible checks, the stub passes nothing, every
    known mistake is caught and named, above earlier ones too, all texts are complete, and the derived files match.

    \b
    Examples:
      grader verify layer_norm
      grader verify --matrix --html matrix.html
    """
    import json

    from grader.core.cores import one_thread, usable

    one_thread()
    from grader.authoring.verify import matrix as matrices
    from grader.authoring.verify.findings import verify as prove
    from grader.core.atomic_write import write_whole
    from grader.course import loading as courses

    root = options.root_of(course)
    known = courses.assignments(root)
    if name is None and len(known) > 1 and not set(Path.cwd().parts) & set(known):
        raise UsageError(f"several assignments here ({', '.join(known)}): name one, as in `grader verify {known[0]}`")
    wanted = courses.pick(root, name, Path.cwd())
    with _progress() as progress:
        cores = jobs or usable()
        result = prove(root, wanted, jobs=cores, isolation=isolation, every_pair=every_pair, progress=progress)
    if page is not None:
        write_whole(page, matrices.matrix_html(result))
    if as_json:
        click.echo(json.dumps(matrices.to_data(result), ensure_ascii=False))
    else:
        for finding in result.findings:
            click.echo(f"{finding.level:<6}  {finding.where}: {finding.text}")
        if matrix:
            click.echo(matrices.matrix_text(result), nl=False)
        click.echo(f"{wanted}: {_summary(result)}")
    if not result.sound:
        raise SystemExit(1)


@contextlib.contextmanager
def _progress() -> Iterator[Callable[[int, int], None]]:
    """A callback (done, total) that moves a bar, which is made once the number of trials is known."""
    with contextlib.ExitStack() as stack:
        bars: list[ProgressBar] = []

        def progress(done: int, total: int) -> None:
            if not bars:
                bars.append(stack.enter_context(ProgressBar(total, quiet=total < _QUICK, doing="verifying")))
            bars[0].one("", None)

        yield progress


def _summary(result: Verification) -> str:
    """Whether the assignment is sound, and what was tried."""
    kinds = [verdict.kind for verdict in result.verdicts]
    counts = ", ".join(_number(kinds.count(kind), what) for kind, what in _TRIED)
    seeds = _number(kinds.count("reference"), "seed")
    tried = f"tried {counts}, the stub, the reference with {seeds} in {result.seconds:.0f} s"
    errors = sum(finding.level == "error" for finding in result.findings)
    state = "sound" if result.sound else f"{errors} to fix"
    return f"{state}; {tried if kinds else 'nothing was tried'}"


def _number(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
