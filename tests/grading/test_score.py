"""Points are exact: shares sum to the step, nothing is won or lost by rounding, what is not decided is held."""

import dataclasses
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from grader.core.model import Isolation, Outcome, Provenance, Submission
from grader.grading.score import Scorer
from grader.suite.checks import Check, CheckRun, Run

outcomes = st.sampled_from(list(Outcome))
checks = st.lists(st.tuples(st.integers(1, 9), st.booleans(), outcomes), min_size=1, max_size=6)


@given(checks)
def test_shares_sum_to_the_step_and_nothing_is_lost_or_won_by_rounding(assignment, drawn):
    alone = dataclasses.replace(assignment, steps=(assignment.step("softmax"),))
    runs = tuple(
        CheckRun(Check(f"softmax.c{i}", "softmax", "title", "advice", weight, core, ()), outcome, "untouched_bare")
        for i, (weight, core, outcome) in enumerate(drawn)
    )
    source = Provenance("", "", 1, "", "", "")
    scorer = Scorer(alone, Isolation("confined", "confined", {}, {}, ()), source, {}, (), "en", {})
    weights = {"softmax": sum(weight for weight, *_ in drawn)}
    report = scorer.report(Run(Submission("a", "a"), runs, 0.0, weights))
    [s] = report.steps
    assert sum(check.score.possible for check in s.checks) == s.score.possible == 14
    assert sum(check.score.earned for check in s.checks) == s.score.earned == report.score.earned
    assert sum(check.score.held for check in s.checks) == s.score.held == report.score.held
    assert 0 <= s.score.earned <= s.score.earned + s.score.held <= s.score.possible
    assert (report.code.possible, report.score.possible) == (14, 44)  # with the quiz of the manifest
    if any(core and not outcome.pending and outcome is not Outcome.PASSED for _, core, outcome in drawn):
        assert s.score.earned == 0
    if all(outcome is Outcome.PASSED for *_, outcome in drawn):
        assert s.score.earned == s.score.possible
    if any(outcome.pending for *_, outcome in drawn):
        assert s.score.held > 0
    else:
        assert s.score.held == 0
    assert isinstance(report.score.earned, Fraction)
