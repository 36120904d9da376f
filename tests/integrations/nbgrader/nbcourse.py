"""A real nbgrader course directory, driven by the real commands."""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
NAME = "self_attention"

DUMP = """
import json, sys, warnings
warnings.simplefilter("ignore")
from grader.integrations.nbgrader.gradebook import load  # half the time of importing all of nbgrader
Gradebook = load().Gradebook
out = {}
with Gradebook("sqlite:///" + sys.argv[1] + "/gradebook.db") as gradebook:
    for sub in gradebook.find_assignment(sys.argv[2]).submissions:
        (notebook,) = sub.notebooks
        out[sub.student.id] = {
            "score": sub.score, "needs": bool(sub.needs_manual_grade), "max": sub.max_score,
            "late": notebook.late_submission_penalty,
            "grades": {
                g.name: [g.auto_score, g.extra_credit, g.manual_score, g.needs_manual_grade] for g in notebook.grades
            },
            "comments": {c.name: c.auto_comment for c in notebook.comments},
        }
print(json.dumps(out))
"""


def ran(*command, cwd, check=True):
    """A command in a process of its own, with this Python's scripts first on the path (nbgrader calls alembic)."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("GRADER_", "PYTEST_", "JUPYTER"))}
    clean |= {"PYTHONPATH": str(ROOT), "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        list(map(str, command)), cwd=cwd, env=clean, capture_output=True, encoding="utf-8", timeout=900
    )
    assert not check or done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    return done


class Course:
    """An nbgrader course directory."""

    def __init__(self, folder):
        self.folder = folder

    def nbgrader(self, *arguments, check=True):
        return ran(sys.executable, "-m", "nbgrader", *arguments, cwd=self.folder, check=check)

    def grader(self, *arguments, check=True):
        code = "import sys; from grader.cli.nbgrader import nbgrader; import grader.cli as c; "
        code += "c.main.add_command(nbgrader); c.COMMANDS.setdefault('nbgrader', ('grader.cli.nbgrader', '')); c.main()"
        return ran(sys.executable, "-c", code, "nbgrader", *arguments, cwd=self.folder, check=check)

    def dump(self):
        """The gradebook as plain data, by student."""
        return json.loads(ran(sys.executable, "-c", DUMP, self.folder, NAME, cwd=self.folder).stdout)

    def submit(self, student, text, name="attention.ipynb"):
        """Hand a file in: a notebook as data, or text, or bytes."""
        folder = self.folder / "submitted" / student / NAME
        folder.mkdir(parents=True, exist_ok=True)
        text = json.dumps(text) if isinstance(text, dict) else text
        (folder / name).write_bytes(text.encode() if isinstance(text, str) else text)
        return folder / name

    @property
    def released(self):
        return json.loads((self.folder / "release" / NAME / "attention.ipynb").read_text(encoding="utf-8"))
