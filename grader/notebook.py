"""What a learner's notebook imports: `from grader.notebook import check`. See `grader.student.notebook`."""

from grader.student.notebook import check

__all__ = ["check"]
