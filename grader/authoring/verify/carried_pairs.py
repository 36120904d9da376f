"""Proof that errors are carried forward: one slip costs one step, and a slip above another is still caught.

Every known mistake alone has to cost its own step only; that is read off the trials which are run anyway. Here two
mistakes are put together, one of an earlier step under one of a step that builds on it: the later step must not pass.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from grader.authoring.verify.finding import Finding, few
from grader.authoring.verify.trials import SEEDS, Trial, TrialVerdict
from grader.core.model import Assignment, Outcome
from grader.diagnosis import Mistake

__all__ = ["carried_findings", "pair_trials"]

SAMPLE = 60  # pairs that are tried unless all are asked for
_JOIN = " + "


def pair_trials(
    assignment: Assignment, trials: Sequence[Trial], known: Mapping[str, Mistake], *, every: bool = False
) -> list[Trial]:
    """Pairs of an earlier and a later mistake; a sample that is always the same unless `every` is set."""
    alone = {trial.name: trial for trial in trials if trial.kind == "mistake" and trial.name in known}
    pairs = [
        (below, above)
        for above in alone
        for below in alone
        if known[below].step in _below(assignment, known[above].step)
        and known[below].function != known[above].function
        and not known[above].growth
        and not known[below].growth
    ]
    if not every and len(pairs) > SAMPLE:
        pairs = sorted(random.Random(assignment.id).sample(pairs, SAMPLE))
    return [
        Trial("pair", f"{below}{_JOIN}{above}", (*alone[below].cells, alone[above].cells[-1]), SEEDS[0])
        for below, above in pairs
    ]


def carried_findings(
    folder: str, assignment: Assignment, verdicts: Sequence[TrialVerdict], known: Mapping[str, Mistake]
) -> list[Finding]:
    """Later mistakes that nobody sees above an earlier one (errors), and mistakes that cost another step too (advice).

    Bonus steps are left out of the advice: they may ask the same function for more.
    """
    out = []
    bonus = {step.id for step in assignment.steps if step.bonus}
    for verdict in verdicts:
        failed = {check.partition(".")[0] for check in verdict.failed}
        if verdict.kind == "pair":
            below, _, above = verdict.name.partition(_JOIN)
            if known[above].step not in failed:
                sentence = f"above {below} it costs nothing: step {known[above].step!r} passes"
                out.append(Finding("error", f"{folder}/mistakes/{above}.py", sentence))
        elif verdict.kind == "mistake" and verdict.name in known:
            lost = {c.partition(".")[0] for c, outcome in verdict.outcomes if outcome in _LOST}
            others = sorted(lost - bonus - {known[verdict.name].step})
            if others and not known[verdict.name].growth:
                sentence = f"costs points of {few(others)} as well: one slip should cost one step"
                out.append(Finding("advice", f"{folder}/mistakes/{verdict.name}.py", sentence))
    return out


_LOST = (Outcome.FAILED, Outcome.CRASHED, Outcome.BLOCKED, Outcome.TIMEOUT, Outcome.MEMORY)


def _below(assignment: Assignment, step: str) -> set[str]:
    """The ids of all steps that a step builds on; none for a step that is not there."""
    needs = {one.id: one.needs for one in assignment.steps}
    found, todo = set[str](), [*needs.get(step, ())]
    while todo:
        need = todo.pop()
        if need not in found:
            found.add(need)
            todo += needs.get(need, ())
    return found
