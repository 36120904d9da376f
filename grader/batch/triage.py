"""Which submissions a person should review, the rows that a table is made of, and texts handed on in their order."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Callable

import msgspec

from grader.core.errors import MachineError
from grader.core.model import Isolation, Outcome, Provenance, Submission, Text
from grader.reports.schema import CheckResult, HandIn, QuizAnswers, Report, StepResult

__all__ = ["KINDS", "InOrder", "TableRow", "review_reason"]

KINDS = ("infra", "ungradable", "timeout", "memory", "held", "files")
"""Ours or the machine's; cannot be read or does not load; stopped at a limit; for a person to decide; other work."""

_STOPPED = {Outcome.TIMEOUT: "timeout", Outcome.MEMORY: "memory"}


def review_reason(report: Report, submission: Submission, language: str) -> tuple[str, str] | None:
    """Why a person should review this submission, as one of `KINDS` and a sentence; None where nobody has to."""
    if submission.problem is not None:
        return "ungradable", submission.problem[language]
    checks = [check for step in report.steps for check in step.checks]
    for check in checks:
        if check.outcome is Outcome.BROKEN:
            return "infra", check.message
    for check in checks:
        if check.outcome in _STOPPED:
            return _STOPPED[check.outcome], check.message
    for check in checks:
        if check.outcome is Outcome.INCONCLUSIVE:
            return "held", f"{check.id}: {check.message}"
    if report.quiz_answers is not None and report.quiz_answers.held_for:
        return "held", Text(report.quiz_answers.held_for)[language]
    return None


class TableRow:
    """Reports as far as a table needs them. What two have in common is kept once, so that thousands fit in memory."""

    def __init__(self) -> None:
        self._isolation: Isolation | None = None
        self._provenance: Provenance | None = None
        self._steps: dict[StepResult, StepResult] = {}

    def of(self, report: Report) -> Report:
        """The report without what a table does not show; its provenance may be that of the first report."""
        if self._isolation != report.isolation or self._provenance is None:
            self._isolation, self._provenance = report.isolation, report.provenance
        steps = tuple(self._steps.setdefault(step, step) for step in map(_slim_step, report.steps))
        return msgspec.structs.replace(
            report,
            title="",
            submission=_slim_files(report.submission),
            steps=steps,
            notes=(),
            quiz_answers=None
            if report.quiz_answers is None
            else QuizAnswers((), held_for=report.quiz_answers.held_for),
            isolation=self._isolation,
            provenance=self._provenance,
        )


def _slim_files(submission: HandIn) -> HandIn:
    """What was handed in, with its files only where a person should look at them."""
    doubt = any(file.doubt for file in submission.files)
    return submission if doubt or not submission.files else msgspec.structs.replace(submission, files=())


def _slim_step(step: StepResult) -> StepResult:
    """The check that a table may name, and one with another message, if there is one."""
    first = next((check for check in step.checks if check.outcome is not Outcome.PASSED), step.checks[0])
    other = next((check for check in step.checks if check.message != first.message), None)
    kept = (first,) if other is None else (first, other)
    return msgspec.structs.replace(step, checks=tuple(map(_slim_check, kept)))


def _slim_check(check: CheckResult) -> CheckResult:
    return CheckResult(check.id, check.title, check.outcome, check.score, check.message)


class InOrder:
    """Hands each text on as soon as all before it have been; what must wait lies in a file without a name."""

    def __init__(self, hand_on: Callable[[str], None]) -> None:
        self._hand_on, self._next = hand_on, 0
        self._file = tempfile.TemporaryFile()  # noqa: SIM115  # closed by `close`, and gone with the process
        self._places: dict[int, tuple[int, int]] = {}

    def add(self, index: int, text: str) -> None:
        """Take the text at that place of the order. Raises MachineError where there is no space for it."""
        if index != self._next:
            self._keep(index, text.encode())
            return
        self._hand_on(text)
        self._next += 1
        while self._next in self._places:
            place, size = self._places.pop(self._next)
            self._file.seek(place)
            self._hand_on(self._file.read(size).decode())
            self._next += 1
        if not self._places:
            self._file.truncate(0)

    def _keep(self, index: int, data: bytes) -> None:
        try:
            self._places[index] = (self._file.seek(0, 2), len(data))
            self._file.write(data)
            self._file.flush()
        except OSError as error:
            place = tempfile.gettempdir()
            raise MachineError(f"{place}: cannot be written: {error.strerror}; run again") from None

    def close(self) -> None:
        """Let go of the file."""
        with contextlib.suppress(OSError):
            self._file.close()
