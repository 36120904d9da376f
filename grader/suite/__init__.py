"""The hidden suite's side of pytest: fixtures, points, outcomes, results as data.

A hidden suite is ordinary pytest that imports numpy and pytest only. `learner` calls the learner's functions
through the door, `normal` and `integers` give seeded data, `approx` compares with the course's tolerance.
Pytest's own text never reaches a learner: a check's docstring is its title and its advice.
"""

from grader.suite.checks import CheckRun, Run, calls_of, failing
from grader.suite.session import run_suite

__all__ = ["CheckRun", "Run", "calls_of", "failing", "run_suite"]
