"""`python -m grader` is the command `grader`."""

import sys

if sys.path and not sys.flags.safe_path:
    del sys.path[0]  # `-m` puts the present folder there, and it may be a submission's

from grader.cli import main  # after that

if __name__ == "__main__":
    main(prog_name="python -m grader")
