"""Reading what was handed in within limits of memory and CPU time: a regression kills the child, not the test run."""

import json
import subprocess
import sys

import pytest

from grader.model import Text

CHILD = """
import json, resource, sys
from pathlib import Path
from grader import course, intake
root, path, mib, seconds = sys.argv[1:]
assignment = course.load(Path(root), "self_attention")
resource.setrlimit(resource.RLIMIT_AS, (int(mib) << 20,) * 2)
resource.setrlimit(resource.RLIMIT_CPU, (int(seconds),) * 2)
found = list(intake.find([Path(path)], assignment))
print(json.dumps([[one.id, one.problem and [one.problem.en, one.problem.ko], len(one.cells)] for one in found]))
"""


@pytest.fixture
def read_within(root):
    """`read_within(path)`: id, problem and number of cells of each submission there; fails where it costs much."""

    def read(path, *, mib=600, seconds=10):
        command = [sys.executable, "-c", CHILD, str(root), str(path), str(mib), str(seconds)]
        done = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=120, check=False)
        assert done.returncode == 0, f"killed by its limits: {done.returncode}\n{done.stderr[-2000:]}"
        return [(name, problem and Text(*problem), cells) for name, problem, cells in json.loads(done.stdout)]

    return read
