"""`verify`: everything that is wrong with an assignment, one finding a line, with the file to look at."""

from __future__ import annotations

import dataclasses
import itertools
import time
from collections.abc import Callable
from pathlib import Path

from grader.authoring import derive
from grader.authoring.verify import trials
from grader.authoring.verify.carried_pairs import carried_findings, pair_trials
from grader.authoring.verify.finding import Finding, complaints
from grader.authoring.verify.hidden_suite import written
from grader.authoring.verify.mistakes import known_findings, quiz_findings
from grader.authoring.verify.rules import judged
from grader.authoring.verify.texts import lesson_findings, word_findings
from grader.authoring.verify.trials import TrialVerdict
from grader.authoring.verify.visible import runs_of, visible_findings
from grader.core.errors import SpecError
from grader.core.model import Assignment
from grader.course import loading
from grader.quiz.misconceptions import BELIEFS

__all__ = ["Finding", "Verification", "file_findings", "verify"]


@dataclasses.dataclass(frozen=True)
class Verification:
    """The proof, or what stands in its way."""

    assignment: str
    findings: tuple[Finding, ...]
    verdicts: tuple[TrialVerdict, ...]
    seconds: float

    @property
    def sound(self) -> bool:
        """True where no finding is an error."""
        return not any(finding.level == "error" for finding in self.findings)


def verify(
    root: Path,
    assignment_id: str,
    *,
    jobs: int = 1,
    isolation: str = "confined",
    every_pair: bool = False,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Verification:
    """Prove an assignment; `progress` is called with runs done and runs in all.

    `every_pair`: try every known mistake above every earlier one, rather than a sample.

    Whatever its author has to fix is a finding. IsolationError and MachineError are raised, since they are no
    property of the assignment, and SpecError where there is no solutions/ to prove.
    """
    started = time.monotonic()
    try:
        assignment = loading.load(root, assignment_id)
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
    visible = planned
    planned = [*planned, *pair_trials(assignment, planned, known, every=every_pair)]
    verdicts: list[TrialVerdict] = []
    total, done = len(planned) + len(runs_of(visible)), itertools.count(1)
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
    findings += carried_findings(folder, assignment, verdicts, known)
    findings += visible_findings(root, assignment, visible, jobs, lambda: progress(next(done), total))
    return Verification(assignment_id, tuple(dict.fromkeys(findings)), tuple(verdicts), time.monotonic() - started)


def file_findings(root: Path, assignment: Assignment) -> list[Finding]:
    """The findings about exercises/ and quizzes/. Problems of the quiz itself are reported with the quiz."""
    folder = assignment.folder.relative_to(root).as_posix()
    try:
        files = derive.derive(root, assignment) | derive.drawn(root, assignment)
    except SpecError as error:
        elsewhere = tuple(f"{folder}/{name}" for name in ("quiz.yaml", "generators.py", BELIEFS))
        return [finding for finding in complaints(error, root) if not finding.where.startswith(elsewhere)]
    if not (root / "exercises" / assignment.id).is_dir():
        return [Finding("error", f"exercises/{assignment.id}", f"not made yet; run `grader derive {assignment.id}`")]
    wrong = [*derive.stale(root, files), *derive.orphans(root, assignment, files)]
    return [Finding("error", path.as_posix(), "differs from its source; run `grader derive`") for path in wrong]
