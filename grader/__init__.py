"""An auto-grader for numpy exercises: hidden pytest suites, an isolated learner, a defended grade.

The names below are what a script needs: find an assignment, find submissions, grade them.
Everything heavy (numpy, pytest, jinja2, nbgrader) is imported where it is used.
"""

__version__ = "0.1.0"

__all__ = ["__version__"]
