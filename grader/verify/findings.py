"""`verify`: everything that is wrong with an assignment, one finding a line, with the file to look at."""

from __future__ import annotations

import dataclasses
import itertools
import time
from collections.abc import Callable
from pathlib import Path

from grader import course
from grader.errors import SpecError
from grader.verify import trials
from grader.verify.files import file_findings
from grader.verify.finding import Finding, complaints
from grader.verify.judged import judged
from grader.verify.known import known_findings
from grader.verify.lesson import lesson_findings
from grader.verify.quiz import quiz_findings
from grader.verify.suite import written
from grader.verify.trials import Verdict
from grader.verify.visible import runs_of, visible_findings
from grader.verify.words import word_findings

__all__ = ["Finding", "Verification", "verify"]


@dataclasses.dataclass(frozen=True)
class Verification:
    """The proof, or what stands in its way."""

    assignment: str
    findings: tuple[Finding, ...]
    verdicts: tuple[Verdict, ...]
    seconds: float

    @property
    def sound(self) -> bool:
        """True where nothing has to be mended."""
        return not any(finding.level == "error" for finding in self.findings)


def verify(
    root: Path,
    assignment_id: str,
    *,
    jobs: int = 1,
    isolation: str = "confined",
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Verification:
    """Prove an assignment; `progress` is called with runs done and runs in all.

    Whatever its author has to mend is a finding. IsolationError and MachineError are raised, since they are no
    property of the assignment, and SpecError where there is no solutions/ to prove.
    """
    started = time.monotonic()
    try:
        assignment = course.load(root, assignment_id)
        planned = trials.plan(root, assignment)
    except SpecError as error:
        if not (root / "solutions").is_dir():
            raise
        return Verification(assignment_id, tuple(complaints(error, root)), (), time.monotonic() - started)
    suite = written(root, assignment)
    said, known = known_findings(root, assignment, suite.places, suite.unread)
    findings = [*file_findings(root, assignment), *suite.findings, *said]
    findings += [*lesson_findings(root, assignment), *word_findings(root, assignment)]
    findings += quiz_findings(root, assignment, known.values())
    verdicts: list[Verdict] = []
    total, done = len(planned) + len(runs_of(planned)), itertools.count(1)
    if any((assignment.folder / "hidden").glob("test_*.py")):
        try:
            for verdict in trials.run(root, assignment, planned, jobs, isolation):
                verdicts.append(verdict)
                progress(next(done), total)
        except SpecError as error:
            findings += complaints(error, root)
            verdicts = []
    order = {(trial.kind, trial.name): i for i, trial in enumerate(planned)}
    verdicts.sort(key=lambda v: order[v.kind, v.name])
    folder = assignment.folder.relative_to(root).as_posix()
    findings += judged(folder, assignment, verdicts, known, suite)
    findings += visible_findings(root, assignment, planned, jobs, lambda: progress(next(done), total))
    return Verification(
        assignment_id, tuple(dict.fromkeys(findings)), tuple(verdicts), time.monotonic() - started
    )  # fmt: skip
