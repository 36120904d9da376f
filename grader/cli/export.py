"""grader export SOURCE --to FORMAT"""

from __future__ import annotations

import os
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader.cli import options
from grader.cli.options import AttemptsOption, said, with_attempts
from grader.cli.spoken import to_stderr
from grader.core.errors import MachineError, UsageError

if TYPE_CHECKING:
    from grader.cli.source import LeftOut
    from grader.integrations import ExportPlan, Grade

__all__ = ["export"]

_FORMATS = ("canvas", "moodle", "csv", "gradescope", "nbgrader", "jplag", "dolos")


@click.command(
    epilog="Exit codes: 0 written or previewed, 2 invalid arguments or input,\n"
    "3 some files were skipped because they are not reports (each is named), or a file cannot be written,\n"
    "130 interrupted."
)
@click.argument("source", type=click.Path(path_type=Path), metavar="SOURCE")
@click.option("--to", "to", type=click.Choice(_FORMATS), required=True, help="The target system.")
@click.option(
    "--into",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="canvas: the gradebook you exported there; moodle: its participants; nbgrader: its gradebook.db.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="The file or folder to write, which must not exist. Without it, you get a preview.",
)
@click.option("--yes", is_flag=True, help="nbgrader: write to its gradebook.")
@click.option("--column", metavar="NAME", help="canvas: the assignment's column, by its title or its id.")
@click.option("--scale", is_flag=True, help="canvas: shrink the grades to a column worth less.")
@click.option(
    "--key",
    type=click.Choice(["username", "idnumber", "email"]),
    default="username",
    show_default=True,
    help="moodle: the column that identifies a person.",
)
@click.option("--whole", is_flag=True, help="Round to whole points.")
@click.option("--with-held", is_flag=True, help="Include learners with held points, with the points earned so far.")
@click.option("--practice", is_flag=True, help="Include results graded without the required sandbox.")
@click.option(
    "--anonymous", is_flag=True, help="jplag, dolos: replace names with aliases; the key is written next to PATH."
)
@click.option("--full", is_flag=True, help="List every learner.")
@click.option(
    "--json", "as_json", is_flag=True, help="JSON on standard output: each learner's grade, and who is skipped."
)
@with_attempts
@options.assignment
@options.course_folder
@options.language
def export(source: Path, to: str, **given: Any) -> None:
    """Export grades to Canvas, Moodle, Gradescope, nbgrader or a spreadsheet; submissions to JPlag or Dolos.

    SOURCE is a gradebook.db, with its late policy and overrides, or a folder of reports; for jplag and dolos, a folder
    of submissions. Previews by default; -o writes a new file and never overwrites.

    \b
    Examples:
      grader export gradebook.db --to canvas --into canvas.csv
      grader export gradebook.db --to canvas --into canvas.csv -o for-canvas.csv
      grader export reports/ --to csv -o grades.csv
      grader export submissions/ --to jplag --anonymous -o similarity/
    """
    import json

    from grader.cli.source import LeftOut

    left_out = LeftOut()
    plan = _similar(source, to, given) if to in ("jplag", "dolos") else _graded(source, to, given, left_out)
    if given["as_json"]:
        told = {
            "schema": "grader/export/1",
            "to": to,
            "written": given["output"] is not None or given["yes"],
            "grades": [{"learner": c.learner, "old": c.old, "new": c.new} for c in plan.changes],
            "left_out": [{"learner": learner, "reason": reason} for learner, reason in plan.left_out],
            "notes": [*plan.notes, *left_out.named],
            "files": sorted(plan.files),
        }
        click.echo(json.dumps(told, ensure_ascii=False))
    left_out.end()


def _graded(source: Path, to: str, given: Mapping[str, Any], damaged: LeftOut) -> ExportPlan:
    """Show the plan of the grades, and write it where that is asked for."""
    from grader.cli.source import grades_in, is_gradebook
    from grader.gradebook.final_grades import worth_of
    from grader.integrations import plan_text
    from grader.integrations.export_plan import sorted_out

    counts = AttemptsOption(given["attempts"], given["course"])
    assignment, grades = grades_in(source, given["assignment_id"], damaged, counts)
    if not any(grade.report is not None for grade in grades):
        raise UsageError(f"{source}: contains no results; `grader grade` writes them")
    worth = worth_of(grades)
    ready, left_out = grades, list[tuple[str, str]]()
    if to != "csv":  # there everybody has a row, and it is sorted out who has a total
        ready, left_out = sorted_out(grades, with_held=given["with_held"], practice=given["practice"])
    plan = _plan(to, assignment, ready, worth, given)
    plan = _with(plan, left_out, said(counts.of(assignment)) if is_gradebook(source) else "")
    if not given["as_json"]:
        click.echo(plan_text(plan, full=given["full"]), nl=False)
    if to == "nbgrader":
        _into_nbgrader(ready, assignment, given)
    else:
        _write(plan.files, given["output"])
    return plan


def _plan(to: str, assignment: str, grades: list[Grade], worth: Fraction, given: Mapping[str, Any]) -> ExportPlan:
    unit = 1 if given["whole"] else 100
    titles = _titles(assignment, grades, given["course"])
    if to == "canvas":
        from grader.integrations.canvas import merge

        if given["into"] is None:
            raise UsageError("--to canvas needs --into FILE: the gradebook as you exported it from Canvas")
        return merge(
            given["into"], grades, worth, titles=titles, column=given["column"], scale=given["scale"], unit=unit
        )
    if to == "moodle":
        from grader.integrations.moodle import moodle_plan

        return moodle_plan(grades, worth, titles[0], key=given["key"], participants=given["into"], unit=unit)
    if to == "gradescope":
        from grader.integrations.gradescope import gradescope_plan

        return gradescope_plan(grades)
    if to == "nbgrader":
        from grader.integrations.nbgrader.export_grades import nbgrader_plan

        return nbgrader_plan(grades, _database(given), _assignment(assignment, given["course"]))
    from grader.integrations.spreadsheet import spreadsheet_plan

    return spreadsheet_plan(grades, worth, unit=unit, with_held=given["with_held"], practice=given["practice"])


def _with(plan: ExportPlan, left_out: list[tuple[str, str]], note: str) -> ExportPlan:
    import dataclasses

    notes = (*plan.notes, note) if note else plan.notes
    return dataclasses.replace(plan, left_out=(*left_out, *plan.left_out), notes=notes)


def _titles(assignment: str, grades: list[Grade], course: Path | None) -> list[str]:
    """What the assignment may be called elsewhere: its titles, then its id."""
    found = [grade.report.title for grade in grades if grade.report is not None]
    try:
        found += [words for _, words in _assignment(assignment, course).title.words]
    except UsageError:
        pass  # the reports alone have to do
    return [name for name in dict.fromkeys([*found, assignment]) if name]


def _assignment(name: str, course: Path | None) -> Any:
    from grader.course import loading as courses

    root = options.root_of(course)
    return courses.load(root, courses.pick(root, name))


def _database(given: Mapping[str, Any]) -> Path:
    path = given["into"]
    if path is None or not path.is_file():
        raise UsageError("--to nbgrader needs --into FILE: the gradebook.db of the nbgrader course")
    from grader.integrations.nbgrader.export_grades import check_database

    check_database(Path(path))
    return Path(path)


def _into_nbgrader(grades: list[Grade], assignment: str, given: Mapping[str, Any]) -> None:
    from grader.integrations.nbgrader.export_grades import write_nbgrader

    if not given["yes"]:
        to_stderr("nothing written; --yes writes")
        return
    path = _database(given)
    of = _assignment(assignment, given["course"])
    count = write_nbgrader(grades, path, of, options.language_of(given["lang"], of))
    to_stderr(f"{count} learners' scores in {path}")


def _similar(source: Path, tool: str, given: Mapping[str, Any]) -> ExportPlan:
    """The tree of submissions for a similarity tool."""
    from grader import submissions as intake
    from grader.analytics.site.anonymous import aliases
    from grader.cli.source import is_gradebook
    from grader.core.csv_files import written
    from grader.course import loading as courses
    from grader.integrations import ExportPlan
    from grader.integrations.similarity import similarity_tree

    if is_gradebook(source):
        raise UsageError(f"{source}: a gradebook; --to {tool} needs the folder of submissions")
    root = options.root_of(given["course"])
    assignment = courses.load(root, courses.pick(root, given["assignment_id"], source))
    stub = root / "exercises" / assignment.id / assignment.file
    if not stub.is_file():
        raise UsageError(f"{stub}: no stub there, so no base code; `grader derive` makes it")
    submissions = list(intake.find([source], assignment))
    alias = aliases([one.id for one in submissions]) if given["anonymous"] else None
    files, left_out = similarity_tree(
        submissions,
        stub.read_text(encoding="utf-8"),
        "jplag" if tool == "jplag" else "dolos",
        file=assignment.file,
        assignment=assignment.id,
        alias=alias,
    )
    output = given["output"]
    if not given["as_json"]:
        click.echo(files["README.md"], nl=False)
    _write(files, output)
    if alias is not None and output is not None:
        for name in files:
            os.utime(output / name, (0, 0))  # the order in which they were written is the order of the names
        who = output.parent / f"{output.name}-who-is-who.csv"
        _new(who, written([["alias", "submission"], *sorted((a, i) for i, a in alias.items())]))
        to_stderr(f"key to the aliases: {who}; do not pass it on")
    return ExportPlan((), tuple(left_out), (), files)


def _write(files: Mapping[str, str], output: Path | None) -> None:
    """Write the plan's files into a new place."""
    if output is None:
        to_stderr("nothing written; -o PATH writes")
        return
    if set(files) == {""}:
        _new(output, files[""])
    else:
        if output.exists() and (not output.is_dir() or any(output.iterdir())):
            raise UsageError(f"{output}: exists already; give a new name")
        for name, text in files.items():
            _new(output / name, text)
    to_stderr(f"wrote {output}")


def _new(path: Path, text: str) -> None:
    """Write a file that is not there yet. Raises UsageError where it is, MachineError where it cannot be written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8", newline="") as stream:
            stream.write(text)
    except FileExistsError:
        raise UsageError(f"{path}: exists and is never overwritten; give a new name") from None
    except OSError as error:
        raise MachineError(f"{path}: cannot be written: {error.strerror or error}") from None
