"""What each known mistake costs where everything else is the reference: its own step, or others too.

    python benchmarks/carried_errors.py                     every known mistake of self_attention, as a Markdown table
    python benchmarks/carried_errors.py x01_axis0 f03_no_softmax

A step is counted where it loses points; what is held is not lost. The last lines sum up.
"""

from __future__ import annotations

import argparse
from fractions import Fraction
from pathlib import Path

from grader.authoring.verify import trials
from grader.core.model import Outcome, Submission
from grader.course import loading
from grader.diagnosis import headers
from grader.grading.run import grade
from grader.reports.schema import Report, StepResult

ROOT = Path(__file__).resolve().parents[1]


def reason(step: StepResult) -> str:
    """Why another step lost points, by how its checks ended."""
    ended = {check.outcome for check in step.checks if check.outcome is not Outcome.PASSED}
    if ended <= {Outcome.BLOCKED}:
        return "not judged"
    return "it has this slip as well" if Outcome.FAILED in ended else "its code raises here"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    wanted = set(parser.parse_args().names)
    assignment = loading.load(ROOT, "self_attention")
    steps = {one.id: one.step for one in headers(assignment.folder / "mistakes", ROOT)}
    tried = [t for t in trials.plan(ROOT, assignment) if t.kind == "mistake" and (not wanted or t.name in wanted)]
    bonus = {step.id for step in assignment.steps if step.bonus}
    counts = {"its own step only": 0, "a bonus step too": 0, "another step too": 0}
    print("| mistake | step | lost there | lost elsewhere |\n|---|---|---:|---|")

    def told(report: Report) -> None:
        own = steps[report.submission.id]
        lost = {s.id: s.score.possible - s.score.earned - s.score.held for s in report.steps}
        others = {s.id: s for s in report.steps if s.id != own and lost[s.id] > 0}
        kind = "another step too" if others.keys() - bonus else "a bonus step too" if others else "its own step only"
        counts[kind] += 1
        shown = "; ".join(f"{name} {lost[name]} ({reason(step)})" for name, step in others.items())
        print(f"| {report.submission.id} | {own} | {lost.get(own, Fraction(0))} | {shown} |", flush=True)

    grade(assignment, [Submission(t.name, t.name, t.cells) for t in tried], told)
    print("\n" + "\n".join(f"{count} of {len(tried)}: {kind}" for kind, count in counts.items()))


if __name__ == "__main__":
    main()
