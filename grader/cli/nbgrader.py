"""grader nbgrader export | grade | migrate"""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli import options
from grader.core.model import LEVELS, Report

__all__ = ["nbgrader"]

_EXIT = "Exit codes: 0 done, 2 the command or its files are off, 3 our own fault or the machine's."


@click.group(epilog=_EXIT)
def nbgrader() -> None:
    """The same course in nbgrader: its notebooks, its gradebook, our engine.

    \b
    Examples:
      grader nbgrader export ../attention-course    a course that plain nbgrader can run
      grader nbgrader grade ../attention-course     grade everything in submitted/, without a kernel
      grader nbgrader migrate ps1.ipynb             take an nbgrader assignment over
    """


@nbgrader.command(epilog=_EXIT, short_help="Write an assignment into an nbgrader course.")
@click.argument("course_dir", type=click.Path(file_okay=False, path_type=Path), metavar="COURSE_DIR")
@options.assignment
@options.course_folder
@options.language
@click.option("--stock", is_flag=True, help="Keep nbgrader's own execution. Scores can then be forged; see the docs.")
@click.option("--force", is_flag=True, help="Overwrite files in COURSE_DIR that say something else.")
def export(
    course_dir: Path, assignment_id: str | None, course: Path | None, lang: str | None, stock: bool, force: bool
) -> None:
    """Write an assignment into an nbgrader course directory.

    \b
    Examples:
      grader nbgrader export ../attention-course
      cd ../attention-course && nbgrader generate_assignment self_attention
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
        lines = [f"{course_dir / path}: says something else already; --force overwrites it" for path in differing]
        raise UsageError("\n".join(lines))
    for path, text in files.items():
        write_whole(course_dir / path, text)
        click.echo(f"wrote {course_dir / path}")
    if Path(OWN_CONFIG) in files:
        sentence = f'nbgrader_config.py is yours and stays: add the line  load_subconfig("{OWN_CONFIG}")  at its end'
        click.echo(sentence, err=True)
    click.echo(f"Next, in {course_dir}: nbgrader generate_assignment {assignment.id}", err=True)


@nbgrader.command(epilog=_EXIT, short_help="Grade COURSE_DIR/submitted/ with our engine.")
@click.argument("course_dir", type=click.Path(exists=True, file_okay=False, path_type=Path), metavar="COURSE_DIR")
@options.assignment
@options.language
@click.option("--student", "students", multiple=True, metavar="ID", help="Only this student; may be given again.")
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(1, 512),
    metavar="N",
    help="Grader processes side by side. Default: one a core, none besides this for a handful.",
)
@click.option("--isolation", type=click.Choice(LEVELS), help="Required level. 'process' is practice, not a grade.")
@click.option("--json", "as_json", is_flag=True, help="JSON on standard output, one report a line.")
def grade(
    course_dir: Path,
    assignment_id: str | None,
    lang: str | None,
    students: tuple[str, ...],
    jobs: int | None,
    isolation: str | None,
    as_json: bool,
) -> None:
    """Grade COURSE_DIR/submitted/ with our engine and write nbgrader's gradebook.

    \b
    Examples:
      grader nbgrader grade ../attention-course
      grader nbgrader grade ../attention-course --student ada --student ben
    """
    from grader.core.safe_text import cells, pad
    from grader.course import loading as courses
    from grader.integrations.nbgrader.export import find_course_file
    from grader.integrations.nbgrader.grade_course import GradedNotebook, grade_course
    from grader.reports.text import points
    from grader.reports.to_json import report_json

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
    grade_course(course_dir, assignment, deliver, language=language, isolation=isolation, students=students, jobs=jobs)
    if not as_json:
        width = min(32, max(cells(one.student) for one in graded))
        for one in graded:
            score = f"{points(one.earned)}/{points(one.report.possible)}" + (
                f" +{points(one.bonus)}" if one.bonus else ""
            )
            late = f"  late: -{one.penalty:g}" if one.penalty else ""
            note = f"  {one.note}" if one.note else ""
            click.echo(f"{pad(one.student, width)}  {score:>10}  {_quiz(one.report):<11}  {one.state}{late}{note}")
    count = {state: sum(one.state == state for one in graded) for state in ("graded", "held", "unreadable")}
    click.echo(", ".join(f"{number} {state}" for state, number in count.items() if number), err=True)
    broken = [one.student for one in graded if one.report.broken]
    if broken:
        click.echo(f"checks that failed for our reasons (points held): {', '.join(broken[:5])}", err=True)
        raise SystemExit(3)


def _quiz(report: Report) -> str:
    """The quiz's points in a few characters; nothing where no answer was handed in."""
    from fractions import Fraction

    from grader.reports.text import points

    if report.quiz is None:
        return ""
    earned, possible = (points(Fraction(str(report.quiz[key]))) for key in ("earned", "possible"))
    return f"quiz {earned}/{possible}"


@nbgrader.command(epilog=_EXIT, short_help="Take an nbgrader assignment over.")
@click.argument("notebook", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="NOTEBOOK")
@click.option("--name", metavar="NAME", help="The new assignment's id; default: from the notebook's name.")
@options.course_folder
def migrate(notebook: Path, name: str | None, course: Path | None) -> None:
    """Make solutions/NAME/ from an nbgrader assignment, as far as that can be done.

    NOTEBOOK is the instructor's version, with solutions and hidden tests. What a person has to finish is listed,
    and stands in solutions/NAME/MIGRATION.md.

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
    click.echo(f"{len(todo)} things for a person to finish:" if todo else "Nothing is left to finish.", err=True)
    for line in todo:
        click.echo(f"  - {line}", err=True)
    click.echo(f"Then: grader grade solutions/{plan.name}/{plan.name}.py -a {plan.name}   (has to be full)", err=True)
