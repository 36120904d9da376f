"""grader nbgrader export | grade | migrate"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import options
from grader.cli.spoken import to_stderr
from grader.core.model import LEVELS
from grader.reports.schema import Report

if TYPE_CHECKING:
    from grader.integrations.nbgrader.grade_course import GradedNotebook

__all__ = ["nbgrader"]

_EXIT = "Exit codes: 0 done, 2 invalid arguments or input, 3 internal error."


@click.group(epilog=_EXIT)
def nbgrader() -> None:
    """Use a course with nbgrader: its notebooks, its gradebook, and this grader's engine.

    \b
    Examples:
      grader nbgrader export ../nbgrader-course     a course that plain nbgrader can run
      grader nbgrader grade ../nbgrader-course      grade everything in submitted/, without a kernel
      grader nbgrader migrate ps1.ipynb             import an nbgrader assignment
    """


@nbgrader.command(epilog=_EXIT, short_help="Write an assignment into an nbgrader course.")
@click.argument("course_dir", type=click.Path(file_okay=False, path_type=Path), metavar="COURSE_DIR")
@options.assignment
@options.course_folder
@options.language
@click.option("--stock", is_flag=True, help="Keep nbgrader's own execution. Scores can then be forged; see the docs.")
@click.option("--force", is_flag=True, help="Overwrite existing files in COURSE_DIR that differ.")
def export(
    course_dir: Path, assignment_id: str | None, course: Path | None, lang: str | None, stock: bool, force: bool
) -> None:
    """Write an assignment into an nbgrader course directory.

    \b
    Examples:
      grader nbgrader export ../nbgrader-course
      cd ../nbgrader-course && nbgrader generate_assignment layer_norm
    """
    from grader.core.atomic_write import write_whole
    from grader.core.errors import UsageError
    from grader.course import loading as courses
    from grader.integrations.nbgrader.export import OWN_CONFIG, export_files

    root = options.root_of(course)
    assignment = courses.load(root, courses.pick(root, assignment_id))
    bank = None
    if (assignment.folder / "quiz.yaml").is_file():
        from grader.quiz import load_bank

        bank = load_bank(assignment.folder / "quiz.yaml")
    files = export_files(
        assignment, bank, root, course_dir, language=options.language_of(lang, assignment), stock=stock
    )
    differing = [
        p for p, text in files.items() if (course_dir / p).is_file() and (course_dir / p).read_text("utf-8") != text
    ]
    if differing and not force:
        lines = [f"{course_dir / path}: exists with other content; --force overwrites it" for path in differing]
        raise UsageError("\n".join(lines))
    for path, text in files.items():
        write_whole(course_dir / path, text)
        click.echo(f"wrote {course_dir / path}")
    if Path(OWN_CONFIG) in files:
        sentence = f'nbgrader_config.py is not changed: add the line  load_subconfig("{OWN_CONFIG}")  at its end'
        to_stderr(sentence)
    to_stderr(f"Next, in {course_dir}: nbgrader generate_assignment {assignment.id}")


@nbgrader.command(epilog=_EXIT, short_help="Grade COURSE_DIR/submitted/ with this grader.")
@click.argument("course_dir", type=click.Path(exists=True, file_okay=False, path_type=Path), metavar="COURSE_DIR")
@options.assignment
@options.language
@click.option("--student", "students", multiple=True, metavar="ID", help="Only this student; repeatable.")
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(1, 512),
    metavar="N",
    help="Number of worker processes (default: one per core; small batches run in-process).",
)
@click.option(
    "--isolation",
    type=click.Choice(LEVELS),
    help="Required isolation level. The result of 'process' is practice, not a grade.",
)
@options.seed("the course's, drawn for the first run")
@click.option("--json", "as_json", is_flag=True, help="JSON on standard output, one report per line.")
def grade(
    course_dir: Path,
    assignment_id: str | None,
    lang: str | None,
    students: tuple[str, ...],
    jobs: int | None,
    isolation: str | None,
    seed: int | None,
    as_json: bool,
) -> None:
    """Grade COURSE_DIR/submitted/ with this grader and write nbgrader's gradebook.

    \b
    Examples:
      grader nbgrader grade ../nbgrader-course
      grader nbgrader grade ../nbgrader-course --student ada --student ben
    """
    from grader.course import loading as courses
    from grader.integrations.nbgrader.export import find_course_file
    from grader.integrations.nbgrader.grade_course import grade_course
    from grader.integrations.nbgrader.seeds import course_seed
    from grader.reports.schema import report_json

    found = find_course_file(course_dir)
    source = course_dir / "source"
    exported = [name for name in courses.assignments(found.root) if (source / name).is_dir()]
    only = exported[0] if len(exported) == 1 else None
    assignment = courses.load(found.root, courses.pick(found.root, assignment_id or only))
    graded: list[GradedNotebook] = []

    def deliver(one: GradedNotebook) -> None:
        graded.append(one)
        if as_json:
            click.echo(report_json(one.report))

    language = options.language_of(lang or assignment.language_for(found.language), assignment)
    options.warn_of_jobs(jobs, assignment)
    grade_course(
        course_dir,
        assignment,
        deliver,
        language=language,
        isolation=isolation,
        students=students,
        seed=course_seed(found.folder, assignment.id, seed),
        jobs=jobs,
    )
    _summary(graded, as_json=as_json)


def _summary(graded: Sequence[GradedNotebook], *, as_json: bool) -> None:
    """Print a line for each student and how many are in which state. Exits 3 where a check failed internally."""
    if not as_json:
        click.echo("\n".join(_rows(graded)))
    count = {state: sum(one.state == state for one in graded) for state in ("graded", "held", "unreadable")}
    to_stderr(", ".join(f"{number} {state}" for state, number in count.items() if number))
    broken = [one.student for one in graded if one.report.broken]
    if broken:
        to_stderr(f"internal errors (points held): {', '.join(broken[:5])}")
        raise SystemExit(3)


def _rows(graded: Sequence[GradedNotebook]) -> Iterator[str]:
    """One line a student: score, quiz, state, late penalty and note."""
    from grader.core.safe_text import cells, pad
    from grader.reports.rounding import points

    width = min(32, max(cells(one.student) for one in graded))
    for one in graded:
        bonus = f" +{points(one.bonus)}" if one.bonus else ""
        score = f"{points(one.earned)}/{points(one.report.code.possible)}{bonus}"
        late = f"  late: -{one.penalty:g}" if one.penalty else ""
        note = f"  {one.note}" if one.note else ""
        yield f"{pad(one.student, width)}  {score:>10}  {_quiz(one.report):<11}  {one.state}{late}{note}"


def _quiz(report: Report) -> str:
    """The quiz's points in a few characters; nothing where no answer was handed in."""
    from grader.reports.rounding import points

    if report.quiz is None or report.quiz_answers is None:
        return ""
    return f"quiz {points(report.quiz.earned)}/{points(report.quiz.possible)}"


@nbgrader.command(epilog=_EXIT, short_help="Import an nbgrader assignment.")
@click.argument("notebook", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="NOTEBOOK")
@click.option("--name", metavar="NAME", help="The new assignment's id; default: from the notebook's name.")
@options.course_folder
def migrate(notebook: Path, name: str | None, course: Path | None) -> None:
    """Make solutions/NAME/ from an nbgrader assignment, as far as possible.

    NOTEBOOK is the instructor's version, with solutions and hidden tests. The steps left for a person are listed, and
    written to solutions/NAME/MIGRATION.md.

    \b
    Examples:
      grader nbgrader migrate source/ps1/problem1.ipynb
      grader nbgrader migrate problem1.ipynb --name rotations
    """
    from grader.authoring import derive
    from grader.core.atomic_write import write_whole
    from grader.core.errors import SpecError, UsageError
    from grader.course import loading as courses
    from grader.integrations.nbgrader.migrate import migrated

    try:
        root = options.root_of(course)
    except UsageError:  # no course yet: it begins here, as with `grader new`
        root = course if course is not None else Path.cwd()
    plan = migrated(notebook, name)
    folder = root / "solutions" / plan.name
    if folder.exists():
        raise UsageError(f"{folder}: exists already; choose another --name, or remove it")
    for path, text in plan.files.items():
        write_whole(folder / path, text)
        click.echo(f"wrote {folder / path}")
    todo = list(plan.todo)
    try:
        derive.derive(root, courses.load(root, plan.name))
    except SpecError as error:
        todo += str(error).splitlines()
    write_whole(folder / "MIGRATION.md", plan.notes(todo))
    to_stderr(f"{len(todo)} things for a person to finish:" if todo else "Nothing is left to finish.")
    for line in todo:
        to_stderr(f"  - {line}")
    to_stderr(f"Then: grader grade solutions/{plan.name}/{plan.name}.py -a {plan.name}   (has to be full)")
