"""What the trials show: who fails what, and which check catches nothing of its own."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from grader.authoring.verify.finding import Finding, few
from grader.authoring.verify.hidden_suite import Written
from grader.authoring.verify.trials import TrialVerdict
from grader.core.model import Assignment, Outcome
from grader.diagnosis import Mistake

__all__ = ["judged"]

_SLOW_SECONDS = 0.5  # of one check on the reference; a whole submission takes a tenth of that


def judged(
    folder: str, assignment: Assignment, verdicts: Sequence[TrialVerdict], known: Mapping[str, Mistake], suite: Written
) -> list[Finding]:
    """The findings of all trials; `folder` is what they call the assignment's, `suite` says where checks stand."""
    reference = [verdict for verdict in verdicts if verdict.kind == "reference"]
    if not reference:
        return []
    lost = {step for verdict in reference for step, _ in verdict.uncollected} | suite.unread
    out = [*_collected(folder, assignment, reference[0], suite), *_reference(folder, reference, suite)]
    own = {check for verdict in reference for check in verdict.failed}
    bonus = {step.id for step in assignment.steps if step.bonus}
    for verdict in verdicts:
        if verdict.kind == "stub":
            passed = [check for check, outcome in verdict.outcomes if outcome is Outcome.PASSED]
            place = f"{folder}/hidden"
            out += [
                Finding("error", suite.places.get(check, place), f"{check} passes on the untouched stub")
                for check in passed
            ]
        elif verdict.kind == "accepted":
            out += _accepted(f"{folder}/accepted/{verdict.name}.py", verdict, bonus, own)
        elif verdict.kind == "mistake" and verdict.name in known and known[verdict.name].step not in lost:
            out += _mistake(f"{folder}/mistakes/{verdict.name}.py", verdict, known, assignment)
    return out + _redundant(folder, verdicts)


def _collected(folder: str, assignment: Assignment, reference: TrialVerdict, suite: Written) -> list[Finding]:
    """Did every file of checks give checks, and one of them a core check?"""
    out, broken = [], dict(reference.uncollected)
    for step in assignment.steps:
        place = f"{folder}/hidden/test_{step.id}.py"
        if step.id in broken:
            if step.id not in suite.unread:
                out.append(Finding("error", place, f"cannot be imported: {broken[step.id]}"))
        elif not any(check.startswith(f"{step.id}.") for check, _ in reference.outcomes):
            if step.id not in suite.unread:
                out.append(Finding("error", place, "holds no check: no function test_<name>(learner)"))
        elif not any(check.startswith(f"{step.id}.") for check in reference.cores):
            sentence = (
                f"step {step.id!r} has no core check: mark one that asks for ordinary values @points(3, core=True)"
            )
            out.append(Finding("error", place, sentence))
    return out


def _reference(folder: str, verdicts: Sequence[TrialVerdict], suite: Written) -> list[Finding]:
    """What the reference does not pass, once a check, with the reason; and which checks are slow on it."""
    seeds: dict[str, list[TrialVerdict]] = {}
    for verdict in verdicts:
        ended = dict(verdict.outcomes)
        causes = [check for check in verdict.failed if ended[check] not in (Outcome.BLOCKED, Outcome.UNTOUCHED)]
        for check in causes or verdict.failed:
            seeds.setdefault(check, []).append(verdict)
    out = []
    for check, found in seeds.items():
        place = suite.places.get(check, f"{folder}/hidden/test_{check.partition('.')[0]}.py")
        outcome, why = dict(found[0].outcomes)[check], dict(found[0].reasons).get(check, "")
        which = "" if len(found) == len(verdicts) else f" with seed {', '.join(str(one.seed) for one in found)}"
        said = "cannot be run on the reference" if outcome.pending else "does not pass on the reference"
        out.append(Finding("error", place, f"{check} {said}{which} ({outcome}): {why or 'no reason was given'}"))
    slow = {
        check: None
        for verdict in verdicts
        for check, seconds in verdict.seconds
        if seconds > _SLOW_SECONDS and ".growth" not in check
    }
    return out + [
        Finding("advice", suite.places.get(check, folder), f"{check} takes over {_SLOW_SECONDS} s") for check in slow
    ]


def _accepted(place: str, verdict: TrialVerdict, bonus: Collection[str], own: Collection[str]) -> list[Finding]:
    """Checks failed by an accepted variant, ignoring those (`own`) that the reference fails."""
    out = []
    required = [check for check in verdict.failed if check not in own and check.partition(".")[0] not in bonus]
    if required:
        out.append(Finding("error", place, f"a correct variant fails {few(required)}"))
    if verdict.named is not None:
        out.append(Finding("error", place, f"a correct variant is taken for {verdict.named}"))
    return out


def _mistake(place: str, verdict: TrialVerdict, known: Mapping[str, Mistake], assignment: Assignment) -> list[Finding]:
    header, out = known[verdict.name], []
    if header.step not in {step.id for step in assignment.steps}:
        return []  # that is the finding, and what follows from it would only distract
    own = [check for check in verdict.failed if check.partition(".")[0] == header.step]
    if not own and not header.growth:
        out.append(Finding("error", place, f"survives: no check of step {header.step!r} fails"))
    ran = {check for check, _ in verdict.outcomes}
    missed = [check for check in header.fails if check in ran and check not in verdict.failed]
    if missed:
        out.append(Finding("error", place, f"its header says that {few(missed)} fails, but it passes"))
    alike = {header.family} | {known[other].family for other in header.equal_to if other in known}
    if verdict.named is not None and verdict.named_family not in alike:
        out.append(Finding("error", place, f"is taken for {verdict.named}, of another family"))
    if verdict.named is None and not header.growth:
        out.append(Finding("advice", place, "is not named by the diagnosis"))
    return out


def _redundant(folder: str, verdicts: Sequence[TrialVerdict]) -> list[Finding]:
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
        sentence = f"{few(covered)}: each catches only what another check of its step does"
        out.append(Finding("advice", f"{folder}/hidden", sentence))
    return out
