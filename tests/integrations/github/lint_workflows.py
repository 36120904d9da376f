"""Holds every workflow and action of ours to three linters, offline: `tox run -e workflows`.

What is read: action.yml, .github/workflows of this repository, and everything that `grader init` would write.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from grader.course import loading
from grader.integrations.github.workflow_templates import KINDS, skeleton, write

ROOT = Path(__file__).resolve().parents[3]


def rendered(folder):
    """The workflows of every kind and language, written under `folder`."""
    assignments = [loading.load(ROOT, name) for name in loading.assignments(ROOT)]
    for kind in KINDS:
        for language in ("en", "ko"):
            files = skeleton(kind, assignments, language)
            write(folder / f"{kind}-{language}", {path: text for path, text in files.items() if path.endswith(".yml")})
    return sorted(folder.rglob("*.yml"))


def run(*command):
    """True where a linter has nothing to say; what it says goes to the terminal."""
    print("$", *command[:4], "...", flush=True)
    return subprocess.run(command, cwd=ROOT).returncode == 0


def lint(workflows, actions):
    """True where all three linters have nothing to say."""
    workflows, actions = ([str(path) for path in paths] for paths in (workflows, actions))
    passed = [
        run("zizmor", "--offline", "--no-progress", "--quiet", *workflows, *actions),
        run("check-jsonschema", "--builtin-schema", "vendor.github-workflows", *workflows),
        run("check-jsonschema", "--builtin-schema", "vendor.github-actions", *actions),
        run("actionlint", "-no-color", "-shellcheck=", "-pyflakes=", *workflows),
    ]
    return all(passed)


def main():
    with tempfile.TemporaryDirectory(prefix="workflows-") as made:
        ours = sorted((ROOT / ".github/workflows").glob("*.yml"))
        workflows = [*ours, *rendered(Path(made))]
        passed = lint(workflows, [ROOT / "action.yml"])
    print(f"{len(workflows)} workflows and an action: {'nothing to mend' if passed else 'see above'}")
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
