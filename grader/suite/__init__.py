"""The hidden suite's side of pytest: fixtures, points, outcomes, results as data.

A hidden suite is ordinary pytest that imports numpy and pytest only. `learner` calls the learner's functions
through the executor, `normal` and `integers` give seeded data, `approx` compares with the course's tolerance.
Pytest's own text never reaches a learner: a check's docstring is its title and its advice.
"""
