"""grader doctor"""

from __future__ import annotations

import platform
import sys

import click

__all__ = ["doctor"]


@click.command(epilog="\b\nExit codes: 0 ready to grade, 3 something is missing (each line says what to do).")
@click.option("--json", "as_json", is_flag=True, help="JSON on standard output.")
def doctor(as_json: bool) -> None:
    """Say what this machine offers, and how to mend what is missing.

    \b
    Example:
      grader doctor
    """
    import json

    from grader.errors import MachineError
    from grader.model import Limits
    from grader.sandbox.probe import establish

    found: dict[str, object] = {
        "python": platform.python_version(), "system": f"{platform.system()} {platform.release()}",
        "encoding": sys.stdout.encoding,
    }  # fmt: skip
    advice = ""
    try:
        door, isolation = establish(Limits(), "confined")
        door.close()
        found |= {"isolation": isolation.level, "layers": dict(isolation.layers), "probe": dict(isolation.probe)}
        found["missing"] = [dict(missing) for missing in isolation.missing]
        found["numpy"] = door.hello.get("numpy")
    except MachineError as error:
        advice = str(error)
        found |= {"isolation": "process", "why": advice}
    if as_json:
        click.echo(json.dumps(found))
    else:
        for key, value in found.items():
            click.echo(f"{key:<10} {value}")
        if not advice:
            click.echo("Ready: hidden suites can be graded here.")
    if advice:
        raise SystemExit(3)
