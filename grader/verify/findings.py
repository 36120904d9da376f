"""What is wrong with an assignment: one finding a line, with the file to look at."""

from __future__ import annotations

import ast
import dataclasses
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from grader import course, derive, spec
from grader.diagnose import Mistake, headers
from grader.errors import SpecError
from grader.model import Assignment, Outcome
from grader.verify import trials
from grader.verify.finding import Finding, complaints
from grader.verify.quiz import quiz_findings
from grader.verify.trials import Verdict

__all__ = ["Finding", "Verification", "verify"]

_SLOW_SECONDS = 0.5  # of one check on the reference; a whole submission takes a tenth of that


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
    """Prove an assignment; `progress` is called with trials done and trials in all.

    A manifest that cannot be read is a finding; IsolationError and MachineError are raised, since they are no
    property of the assignment.
    """
    started = time.monotonic()
    try:
        assignment = course.load(root, assignment_id)
        planned = trials.plan(root, assignment)
    except SpecError as error:
        return Verification(assignment_id, tuple(complaints(error)), (), time.monotonic() - started)
    findings = [*_files(root, assignment), *_texts(root, assignment)]
    verdicts: list[Verdict] = []
    for verdict in trials.run(root, assignment, planned, jobs, isolation):
        verdicts.append(verdict)
        progress(len(verdicts), len(planned))
    order = {(trial.kind, trial.name): i for i, trial in enumerate(planned)}
    verdicts.sort(key=lambda v: order[v.kind, v.name])
    known = _headers(root, assignment, findings)
    findings += quiz_findings(root, assignment, known.values())
    findings += _judged(root, assignment, verdicts, known)
    return Verification(assignment_id, tuple(findings), tuple(verdicts), time.monotonic() - started)


def _files(root: Path, assignment: Assignment) -> list[Finding]:
    """Do the derived files match, and does nothing leak?"""
    try:
        files = derive.derive(root, assignment) | derive.drawn(root, assignment)
    except SpecError as error:
        return complaints(error)
    if not (root / "exercises" / assignment.id).is_dir():
        return [Finding("error", f"exercises/{assignment.id}", f"not made yet; run `grader derive {assignment.id}`")]
    wrong = [*derive.stale(root, files), *derive.orphans(root, assignment, files)]
    return [Finding("error", path.as_posix(), "differs from its source; run `grader derive`") for path in wrong]


def _texts(root: Path, assignment: Assignment) -> list[Finding]:
    """Has every check a title, advice and a Korean pair, and is every pair that of a check?"""
    hidden = assignment.folder / "hidden"
    shown = hidden.relative_to(root).as_posix()
    out, known = [], set[str]()
    korean = spec.read_mapping(hidden / "ko.yaml", Words, root=root) if (hidden / "ko.yaml").is_file() else {}
    steps = {step.id for step in assignment.steps}
    for step in assignment.steps:
        if not (hidden / f"test_{step.id}.py").is_file():
            out.append(Finding("error", f"{shown}/test_{step.id}.py", f"missing: step {step.id!r} has no checks"))
    for path in sorted(hidden.glob("test_*.py")):
        step_id = path.stem.removeprefix("test_")
        if step_id not in steps:
            out.append(Finding("error", f"{shown}/{path.name}", f"belongs to no step{spec.nearest(step_id, steps)}"))
        for name, function in course.signatures(course.read_source(path, root)).items():
            if not name.startswith("test_"):
                continue
            check, place = f"{step_id}.{name.removeprefix('test_')}", f"{shown}/{path.name}:{function.lineno}"
            known.add(check)
            title, _, advice = (ast.get_docstring(function) or "").partition("\n\n")
            if not title or not advice:
                out.append(Finding("error", place, f"{name}: the docstring needs a title and, below it, advice"))
            if len(" ".join(title.split())) > 80:
                out.append(Finding("advice", place, f"{name}: the title is longer than 80 characters"))
            if check not in korean:
                out.append(Finding("error", f"{shown}/ko.yaml", f"missing: {check}"))
    out += [
        Finding("error", f"{shown}/ko.yaml", f"{check}: no such check{spec.nearest(check, known)}")
        for check in korean
        if check not in known
    ]
    return out


@dataclasses.dataclass(frozen=True)
class Words:
    """A check's words in the second language."""

    title: str
    advice: str


def _headers(root: Path, assignment: Assignment, findings: list[Finding]) -> Mapping[str, Mistake]:
    """The mistakes' headers, by id; complaints go to `findings`."""
    if not (assignment.folder / "mistakes").is_dir():
        findings.append(Finding("advice", f"solutions/{assignment.id}/mistakes", "no known mistakes to try"))
        return {}
    try:
        read = headers(assignment.folder / "mistakes", root)
    except SpecError as error:
        findings += complaints(error)
        return {}
    return {header.id: header for header in read}


def _judged(
    root: Path, assignment: Assignment, verdicts: Sequence[Verdict], known: Mapping[str, Mistake]
) -> list[Finding]:
    """What the trials show."""
    folder = assignment.folder.relative_to(root).as_posix()
    bonus = {step.id for step in assignment.steps if step.bonus}
    out: list[Finding] = []
    for verdict in verdicts:
        failed = verdict.failed
        if verdict.kind == "reference" and failed:
            out.append(Finding("error", f"{folder}/{assignment.file}", f"{verdict.name}: fails {_few(failed)}"))
        if verdict.kind == "reference":
            slow = [check for check, seconds in verdict.seconds if seconds > _SLOW_SECONDS and ".growth" not in check]
            out += [Finding("advice", f"{folder}/hidden", f"{check} takes over {_SLOW_SECONDS} s") for check in slow]
        if verdict.kind == "stub":
            passed = [check for check, outcome in verdict.outcomes if outcome is Outcome.PASSED]
            out += [Finding("error", f"{folder}/hidden", f"{check} passes on the untouched stub") for check in passed]
        if verdict.kind == "accepted":
            place, required = (
                f"{folder}/accepted/{verdict.name}.py",
                [c for c in failed if c.split(".")[0] not in bonus],
            )
            if required:
                sentence = f"a correct variant fails {_few(required)}"
                out.append(Finding("error", place, sentence))
            if verdict.named is not None:
                out.append(Finding("error", place, f"a correct variant is taken for {verdict.named}"))
        if verdict.kind == "mistake" and verdict.name in known:
            out += _mistake(f"{folder}/mistakes/{verdict.name}.py", verdict, known)
    return out + _redundant(folder, verdicts)


def _mistake(place: str, verdict: Verdict, known: Mapping[str, Mistake]) -> list[Finding]:
    header, out = known[verdict.name], []
    own = [check for check in verdict.failed if check.split(".")[0] == header.step]
    if not own and not header.growth:
        out.append(Finding("error", place, f"survives: no check of step {header.step!r} fails"))
    missed = [check for check in header.fails if check not in verdict.failed]
    if missed:
        out.append(Finding("error", place, f"its header says that {_few(missed)} fails, but it passes"))
    alike = {header.family} | {known[other].family for other in header.equal_to if other in known}
    if verdict.named is not None and verdict.named_family not in alike:
        out.append(Finding("error", place, f"is taken for {verdict.named}, of another family"))
    if verdict.named is None and not header.growth:
        out.append(Finding("advice", place, "is not named by the diagnosis"))
    return out


def _redundant(folder: str, verdicts: Sequence[Verdict]) -> list[Finding]:
    """Checks that catch nothing of their own: no mistake at all, or only what another check of their step catches."""
    kills: dict[str, set[str]] = {check: set() for v in verdicts[:1] for check, _ in v.outcomes}
    for verdict in verdicts:
        if verdict.kind == "mistake":
            for check in verdict.failed:
                kills.setdefault(check, set()).add(verdict.name)
    idle = [check for check, mine in kills.items() if not mine]
    covered = [
        check
        for check, mine in kills.items()
        if mine and any(mine < more for other, more in kills.items() if other.split(".")[0] == check.split(".")[0])
    ]
    out = [Finding("advice", f"{folder}/hidden", f"{check} catches none of the known mistakes") for check in idle]
    if covered:
        sentence = f"{_few(covered)}: each catches only what another check of its step does"
        out.append(Finding("advice", f"{folder}/hidden", sentence))
    return out


def _few(checks: Sequence[str]) -> str:
    return ", ".join(checks[:3]) + (f" and {len(checks) - 3} more" if len(checks) > 3 else "")
