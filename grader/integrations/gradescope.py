"""Gradescope: a `results.json` for each learner, in a folder of the learner's, by the one writer of that format."""

from __future__ import annotations

import json
from collections.abc import Sequence

from grader.core.safe_text import file_name
from grader.gradebook.final_grades import Grade
from grader.integrations.export_plan import ExportedGrade, ExportPlan, SpooledFiles

__all__ = ["gradescope_plan"]


def gradescope_plan(grades: Sequence[Grade]) -> ExportPlan:
    """The files. They contain the raw score: Gradescope applies its own late penalties and overrides.

    The score is without bonus, as the format's writer has it. Raises UsageError for a report that is none.
    """
    from grader.reports.formats.registry import FORMATS
    from grader.reports.formats.transcript import transcript
    from grader.reports.html.view import written_in

    files = SpooledFiles()
    taken: set[str] = set()
    changes = []
    for grade in grades:
        if grade.whole is None:
            continue
        report = grade.whole()
        name = stem = file_name(grade.learner)
        number = 1
        while name.casefold() in taken:
            number += 1
            name = f"{stem}-{number}"
        taken.add(name.casefold())
        text = FORMATS["gradescope"].write(transcript(report, written_in(report)), {})
        files.add(f"{name}/results.json", text)
        changes.append(ExportedGrade(grade.learner, "", str(json.loads(text)["score"])))
    notes = []
    changed = sum(grade.override is not None or bool(grade.deduction) for grade in grades)
    if changed:
        notes.append(f"{changed} overrides or late deductions are not in these files: Gradescope keeps its own")
    return ExportPlan(tuple(changes), (), tuple(notes), files)
