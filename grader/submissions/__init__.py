"""What a learner handed in -> Submission: a folder, a .py, a .ipynb, an archive, or a folder of those.

Everything is read as text and nothing is run. A file that cannot be graded gives a Submission whose `problem`
says so in one sentence; the others of its cohort are not affected. An archive is never unpacked to disk: the one
file that is wanted is read out of it, up to a cap.
"""

from grader.submissions.cells import locate, python_cells
from grader.submissions.files import ARCHIVES, Unusable
from grader.submissions.find import count, find, is_cohort
from grader.submissions.newer_syntax import newer_syntax
from grader.submissions.reading import read_one

__all__ = ["ARCHIVES", "Unusable", "count", "find", "is_cohort", "locate", "newer_syntax", "python_cells", "read_one"]
