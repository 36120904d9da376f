"""`grader report` without a file: the visible checks as a page, made on the learner's own machine."""

from __future__ import annotations

from pathlib import Path

from grader.cli import options
from grader.cli.check import looking, meaning
from grader.cli.spoken import to_stderr

__all__ = ["visible_page"]


def visible_page(
    course: Path | None, assignment_id: str | None, lang: str | None, output: Path | None, *, expand: bool
) -> Path:
    """Run the visible checks of the course around here and write their page; its path.

    Default: `reports/<assignment>.html` at the course's root. Raises UsageError or MachineError.
    """
    from grader.core.atomic_write import write_whole
    from grader.course import visible_checks
    from grader.course.lesson_parts import lesson_parts
    from grader.reports.html import report_html
    from grader.student.practice_report import practice
    from grader.suite.visible import run

    root, assignment = options.lesson(course, assignment_id)
    suite = visible_checks.read_suite(root, assignment)
    look = meaning(looking(lang), root, assignment, lang)
    made = practice(run.check(assignment, suite), suite, look, joint="\n")
    lesson = lesson_parts(assignment.folder, look.language)
    page = report_html(made, look.language, lesson=lesson, expand=expand, visible=True)
    place = output or root / "reports" / f"{assignment.id}.html"
    if place.suffix.lower() not in (".html", ".htm"):
        place = place / f"{assignment.id}.html"
    if place.is_relative_to(Path.cwd()):
        place = place.relative_to(Path.cwd())
    write_whole(place, page)
    to_stderr(look.say("kit.page_written", path=place))
    return place
