"""grader doctor"""

from __future__ import annotations

import platform
import sys
from pathlib import Path

import click

from grader.cli import options, spoken
from grader.cli.check import looking, show

__all__ = ["doctor"]


@click.command(
    cls=spoken.Command,
    epilog="Exit codes: 0 ready, 3 problems found (each line says what to do).\n"
    "In a repository with solutions/, ready means ready to grade.",
)
@options.course_folder
@options.language
@click.option("--json", "as_json", is_flag=True, help="JSON on standard output.")
@click.option("--ascii", "ascii_only", is_flag=True, help="Use ASCII characters only.")
def doctor(course: Path | None, lang: str | None, as_json: bool, ascii_only: bool) -> None:
    """Check this machine and suggest fixes.

    Checks Python, numpy, threads, the terminal's encoding, the course's files, write access, and the isolation level
    for hidden suites.

    \b
    Examples:
      grader doctor
      grader doctor --json
    """
    import dataclasses
    import json

    from grader.student.doctor import examine, screen

    look = dataclasses.replace(looking(lang, ascii_only), language=options.language_around(lang, course))
    where = course if course is not None else Path.cwd()
    findings, details = examine(where, sys.stdout.encoding, look)
    bad = any(finding.state == "bad" for finding in findings)
    if as_json:
        data = {
            "schema": "grader/doctor/1",
            "ready": not bad,
            "python": platform.python_version(),
            "system": f"{platform.system()} {platform.release()}",
            "encoding": sys.stdout.encoding,
            **details,
            "findings": [
                {**dataclasses.asdict(f), "fix": look.say(f.fix, **f.params) if f.fix else "", "params": {}}
                for f in findings
            ],
        }
        click.echo(json.dumps(data))
    else:
        show(screen(findings, look, details["hidden_suites"]), look)
    if bad:
        raise SystemExit(3)
