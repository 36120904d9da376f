"""`python -m grader` is the command `grader`."""

import sys
from pathlib import Path

if __name__ == "__main__" and sys.path and not sys.flags.safe_path:
    del sys.path[0]  # `-m` puts the present folder first, and it may be a submission's
    sys.path.append(str(Path(__file__).resolve().parents[1]))  # where this package is, last

from grader.cli import main

if __name__ == "__main__":
    main(prog_name="python -m grader")
