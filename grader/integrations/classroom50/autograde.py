"""What a bundle does inside Classroom 50's runner: one checkout in, `result.json` and its companions out.

The learner's checkout is read as text and never imported; what runs of it runs in the executor. Everything a learner
can cause, a crash at import included, is a result. What is ours or the machine's is said, and ends in exit code 3.
"""

from __future__ import annotations

import dataclasses
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from grader import submissions
from grader.core.atomic_write import write_whole
from grader.core.errors import GraderError, UsageError
from grader.core.languages import both, say
from grader.core.model import Assignment, Submission
from grader.core.safe_text import one_line
from grader.course import loading
from grader.grading import run
from grader.integrations.classroom50.visible_suite import visible_report
from grader.integrations.github.checkout import remove
from grader.reports.formats import escaping, markdown
from grader.reports.formats.classroom50 import fallback, result_json
from grader.reports.formats.transcript import transcript
from grader.reports.schema import Report

__all__ = ["SCHEMA", "autograde"]

SCHEMA = "grader/bundle/1"


def autograde(bundle: Path, checkout: Path, env: Mapping[str, str] | None = None) -> int:
    """Grade `checkout` with `bundle` in the runner's environment. Returns the exit code: 0 graded, 3 internal error."""
    given = os.environ if env is None else env
    told = json.loads((bundle / "bundle.json").read_text(encoding="utf-8"))
    language = str(told["language"])
    try:
        report = _report(bundle, told, checkout, given)
        result = result_json(report, given)
        page = markdown.write(transcript(report, language), given)
        summary, code = f"{result['score']}/{result['max-score']}", 0
        status = "success" if all(test["passed"] for test in result["tests"]) else "failure"
        if report.broken:
            status, code, summary = "error", 3, "checks failed for reasons that are not the learner's; regrade"
    except GraderError as error:
        summary = one_line(str(error), 300)
        result, page = (
            fallback(given, int(told["possible"]), summary),
            f"{say(language, 'ci.nothing')} {escaping.markdown(summary)}\n",
        )
        status, code = "error", 3
    _write(checkout / "result.json", json.dumps(result, ensure_ascii=False, indent=2) + "\n")
    _write(checkout / "release-body.md", page)
    output = given.get("GITHUB_OUTPUT")
    if output:
        with open(output, "a", encoding="utf-8") as stream:
            stream.write(f"status={status}\nsummary={summary}\n")
    return code


def _report(bundle: Path, told: Mapping[str, Any], checkout: Path, env: Mapping[str, str]) -> Report:
    """The report of the one submission in `checkout`. Raises GraderError where it is not the learner's fault."""
    name, language, root = str(told["assignment"]), str(told["language"]), bundle / "course"
    hidden = told["kind"] == "hidden"
    assignment = loading.load(root, name, public=not hidden)
    submission = _submission(checkout, assignment, env.get("USERNAME") or env.get("OWNER") or "submission")
    if not hidden:
        return visible_report(root, name, submission, language=language)
    reports: list[Report] = []
    run.grade(assignment, [submission], reports.append, language=language, seed=int(told["seed"]))
    [report] = reports
    return report


def _submission(checkout: Path, assignment: Assignment, learner: str) -> Submission:
    """What the checkout hands in. A checkout with nothing to grade in it is a submission with a problem."""
    name = one_line(learner, 80)
    try:
        found = list(submissions.find([checkout], assignment, checkout=True))
    except UsageError:
        found = []
    if len(found) == 1:
        return dataclasses.replace(found[0], id=name)
    names = ", ".join(one.id for one in found[:4])
    none = both("intake.no_notebook", file=assignment.file)
    problem = both("intake.several", names=names, file=assignment.file) if found else none
    return Submission(name, one_line(str(checkout), 400), problem=problem)


def _write(path: Path, text: str) -> None:
    """Write a file of ours where a learner may have put anything at all."""
    if path.is_dir() and not path.is_symlink():
        remove(path)
    write_whole(path, text)
