"""The files of a report in an output folder: JSON, text and page for the learner; the whole report in instructor/.

What the learner gets stands alone, and holds of the quiz what its policy shows. In instructor/ a class's reports share
the words of their questions (`grader.reports.shared_questions`); a page for the instructor is made of them when it is
wanted. The learner's JSON is written last: where it says what it should, the others are there as well.
"""

from __future__ import annotations

import functools
from fractions import Fraction
from pathlib import Path

from grader.core.atomic_write import sync_folder, write_whole
from grader.core.languages import say
from grader.core.model import Assignment, Isolation, Outcome, Provenance, Step, Submission
from grader.core.safe_text import file_name, one_line
from grader.course.lesson_parts import LessonParts, lesson_parts
from grader.grading.assemble import Circumstances, assembled, hand_in
from grader.reports.schema import CheckResult, Report, Score, StepResult, report_json
from grader.reports.shared_questions import from_folder, parted, to_folder
from grader.reports.stored_json import small_json
from grader.reports.views import for_learner, handed_back
from grader.submissions.cache_key import GradingTerms

__all__ = ["broken_report", "complete", "sweep", "sync_outputs", "write_reports"]


def _theirs(report: Report) -> str:
    return small_json(handed_back(report)) + "\n"


@functools.lru_cache(maxsize=4)
def _lesson(root: str, assignment: str, language: str) -> LessonParts:
    """Figures and shapes of the course's lesson."""
    return lesson_parts(Path(root) / "solutions" / assignment, language)


def write_reports(report: Report, folder: Path | None, terms: GradingTerms) -> str:
    """Write the report's files into `folder`, if there is one. -> the report as one line of JSON.

    Raises MachineError where a file cannot be written; what was there before is then untouched. `sync_outputs` lets
    the names reach the disk, at the end of a run.
    """
    if folder is not None:
        from grader.reports.html import report_html
        from grader.reports.text import report_text

        name, language = file_name(report.submission.id), terms.language
        lesson = _lesson(terms.root, terms.assignment, language)
        write_whole(folder / f"{name}.html", report_html(report, language, lesson=lesson), sync=False)
        write_whole(folder / f"{name}.txt", report_text(for_learner(report), language, full=True), sync=False)
        kept, shared = parted(report)
        to_folder(shared, folder / "instructor")
        write_whole(folder / "instructor" / f"{name}.json", small_json(kept) + "\n", sync=False)
        write_whole(folder / f"{name}.json", _theirs(report), sync=False)
    return report_json(report)


def sync_outputs(folder: Path) -> None:
    """Let the names of all reports in the folder reach the disk; a run that ends before it is simply run again."""
    sync_folder(folder)
    sync_folder(folder / "instructor")


def complete(report: Report, folder: Path) -> bool:
    """True where the folder holds this very report."""
    name = f"{file_name(report.submission.id)}.json"
    kept, shared = parted(report)
    try:
        if (folder / name).read_text(encoding="utf-8") != _theirs(report):
            return False
        whole = (folder / "instructor" / name).read_text(encoding="utf-8") == small_json(kept) + "\n"
        return whole and all(from_folder(folder / "instructor")(key) == one for key, one in shared.items())
    except (OSError, UnicodeDecodeError):
        return False


def sweep(folder: Path) -> None:
    """Remove what a run that was killed left half written; for a run that has the folder to itself."""
    for place in (folder, folder / "instructor"):
        for left in place.glob(".grader-*"):
            if left.is_file() or left.is_symlink():
                left.unlink(missing_ok=True)


def broken_report(assignment: Assignment, terms: GradingTerms, submission: Submission, reason: str) -> Report:
    """The report of a submission that ended its grader twice, or could not be graded at all; `reason` says why."""
    words = say(terms.language, "check.machine", reason=one_line(reason, 200))
    asked = {name.partition(".")[0] for name in terms.only}
    steps = tuple(
        _step(number, step, words, terms.language)
        for number, step in enumerate(assignment.steps, start=1)
        if not asked or step.id in asked
    )
    missing = {"layer": "report", "reason": "the grader did not live to say what it measured"}
    of = Circumstances(
        assignment,
        terms.language,
        Isolation(terms.isolation, terms.isolation, {}, {}, (missing,)),
        Provenance(terms.engine, terms.suite, terms.seed, terms.python, terms.numpy, ""),
        terms.only,
    )
    notes = tuple(note[terms.language] for note in submission.notes)
    return assembled(of, hand_in(submission, terms.language), steps, notes=notes)


def _step(number: int, step: Step, words: str, language: str) -> StepResult:
    title, held = step.title[language], Score(Fraction(0), Fraction(step.points), Fraction(step.points))
    check = CheckResult(f"{step.id}.grader", title, Outcome.BROKEN, held, words)
    return StepResult(step.id, number, title, Outcome.BROKEN, held, step.bonus, (check,))
