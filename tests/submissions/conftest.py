"""Reading what was handed in within limits of memory and CPU time: a regression kills the child, not the test run."""

import json
import subprocess
import sys

import pytest

from grader.core.model import Text

CHILD = """
import json, resource, sys
from pathlib import Path
from grader import submissions as intake
from grader.course import loading as course
root, path, mib, seconds, marked = sys.argv[1:]
assignment = course.load(Path(root), "self_attention")
resource.setrlimit(resource.RLIMIT_AS, (int(mib) << 20,) * 2)
resource.setrlimit(resource.RLIMIT_CPU, (int(seconds),) * 2)
found = list(intake.find([Path(path)], assignment))
if marked:
    from grader import quiz
    bank = quiz.load_bank(assignment.folder / "quiz.yaml")
    [one] = found
    import msgspec
    from grader.grading.quiz_answers import quiz_answers
    result = quiz.mark(bank, one.answers, "answers.yaml", learner="x", points=30, cells=one.answer_cells)
    told = msgspec.to_builtins(quiz_answers(result, bank), enc_hook=str)
    print(json.dumps({**told, "items": [{**item, "question": None} for item in told["items"]]}))
    sys.exit()
print(json.dumps([[one.id, one.problem and [one.problem["en"], one.problem["ko"]], len(one.cells)] for one in found]))
"""


@pytest.fixture
def read_within(root):
    """`read_within(path)`: id, problem and number of cells of each submission there; fails where it costs much."""

    def read(path, *, mib=600, seconds=10):
        found = json.loads(child(root, path, mib, seconds, ""))
        return [(name, problem and Text({"en": problem[0], "ko": problem[1]}), cells) for name, problem, cells in found]

    return read


@pytest.fixture
def marked_within(root):
    """`marked_within(path)`: the marked quiz of the one submission there, without its questions, as plain data."""
    return lambda path, *, mib=600, seconds=10: json.loads(child(root, path, mib, seconds, "marked"))


def child(root, path, *limits):
    command = [sys.executable, "-c", CHILD, str(root), str(path), *map(str, limits)]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, f"ended by its limits ({done.returncode}): {done.stderr[-2000:]}"
    return done.stdout
