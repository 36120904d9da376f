"""Workflows and instructions for each way of hosting, as files: `grader init` writes them, a linter reads them.

Every action is pinned to a commit; a job gets the permissions it needs and no more; what comes from outside reaches a
script through its environment, never through the text of the script.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from grader.authoring.release import wheel
from grader.authoring.release.workflow import CHECKOUT, SETUP_UV, UPLOAD, workflow
from grader.core.atomic_write import write_whole
from grader.core.errors import UsageError
from grader.core.model import Assignment
from grader.core.seeds import drawn_seed

__all__ = ["KINDS", "HostingKind", "skeleton", "write"]

_TEMPLATES = Path(__file__).with_name("templates")
_WORKFLOWS = ".github/workflows"
_SEED = re.compile(r'^ +GRADER_SEED: "([0-9]{1,16})"', re.MULTILINE)
_ACTIONS = {
    "@CHECKOUT@": CHECKOUT,
    "@SETUP_UV@": SETUP_UV,
    "@UPLOAD@": UPLOAD,
    "@DOWNLOAD@": "actions/download-artifact@3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c # v8.0.1",
    "@APP_TOKEN@": "actions/create-github-app-token@bcd2ba49218906704ab6c1aa796996da409d3eb1 # v3.2.0",
}

_CI = """\
      - name: {id}
        id: {id}
        if: ${{{{ !cancelled() }}}}
        run: .venv/bin/python -I -m grader ci --lang {language} --output reports/{id} exercises/{id}
"""
_BUNDLE = """\
      - name: {slug}
        run: .venv/bin/python -I -m grader bundle classroom50 autograders/{slug} --assignment {id} --lang {language}
"""


@dataclasses.dataclass(frozen=True)
class HostingKind:
    """A way of hosting: what it is for, and its files for these assignments in a language."""

    purpose: str
    files: Callable[[Sequence[Assignment], str], Mapping[str, str | bytes]]


def skeleton(
    kind: str, assignments: Sequence[Assignment], language: str, *, kept: Path | None = None
) -> dict[str, bytes]:
    """The files of a kind, by path with forward slashes, in their order.

    A workflow that grades holds the seed of the hidden data, so that every run gives the same grades: the one that it
    holds in the folder `kept`, or one that is drawn.
    """
    made = KINDS[kind].files(assignments, language)
    seed = None if kept is None else _seed_in(kept)
    word = str(drawn_seed() if seed is None else seed)
    texts = {path: text if isinstance(text, bytes) else text.replace("@SEED@", word) for path, text in made.items()}
    return {path: text if isinstance(text, bytes) else text.encode() for path, text in sorted(texts.items())}


def _seed_in(out: Path) -> int | None:
    """The seed that the workflow in `out` keeps already; None where there is none."""
    try:
        found = _SEED.search((out / _WORKFLOWS / "grade.yml").read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        return None
    return int(found[1]) if found else None


def write(out: Path, files: Mapping[str, bytes], *, force: bool = False) -> dict[str, str]:
    """Write the files under `out`: path -> written, replaced or same. Raises UsageError where one would be lost.

    Nothing at all is written then, unless `force`.
    """
    found = {path: _state(out / path, content) for path, content in files.items()}
    taken = [path for path, state in found.items() if state == "replaced"]
    if taken and not force:
        raise UsageError(f"{out}: {', '.join(taken)} would be overwritten; --force does it, nothing was written")
    for path, content in files.items():
        if found[path] == "same":
            continue
        if path.endswith(".whl"):
            (out / path).parent.mkdir(parents=True, exist_ok=True)
            (out / path).write_bytes(content)
        else:
            write_whole(out / path, content.decode())
    return found


def _state(path: Path, content: bytes) -> str:
    if not path.exists() and not path.is_symlink():
        return "written"
    return "same" if path.is_file() and path.read_bytes() == content else "replaced"


def _read(name: str, **marks: str) -> str:
    """A template with its actions and marks filled in."""
    text = (_TEMPLATES / name).read_text(encoding="utf-8")
    for mark, word in {**_ACTIONS, **{f"@{key.upper()}@": value for key, value in marks.items()}}.items():
        text = text.replace(f"{mark}\n" if word.endswith("\n") else mark, word)
    return text


def _github(assignments: Sequence[Assignment], language: str) -> Mapping[str, str | bytes]:
    return {
        f"{_WORKFLOWS}/check.yml": workflow([one.id for one in assignments], language),
        "FEEDBACK.md": _read("github/FEEDBACK.md"),
    }


def _classic(assignments: Sequence[Assignment], language: str) -> Mapping[str, str | bytes]:
    steps = "".join(_CI.format(id=one.id, language=language) for one in assignments)
    return {
        f"{_WORKFLOWS}/classroom.yml": _read("classic/classroom.yml", steps=steps),
        "FEEDBACK.md": _read("classic/FEEDBACK.md"),
    }


def _classroom50(assignments: Sequence[Assignment], language: str) -> Mapping[str, str | bytes]:
    steps = "".join(_BUNDLE.format(id=one.id, slug=_slug(one), language=language) for one in assignments)
    entries = [
        {
            "slug": _slug(one),
            "name": one.title[language],
            "mode": "individual",
            "autograder": "default",
            "submission_mode": "tag",
            "runtime": {"python": "3.12"},
        }
        for one in assignments
    ]
    entry = entries[0] if len(entries) == 1 else entries
    return {
        "classroom50/README.md": _read("classroom50/README.md", slug=_slug(assignments[0])),
        "classroom50/assignment.json": json.dumps(entry, ensure_ascii=False, indent=2) + "\n",
        f"{_WORKFLOWS}/bundle.yml": _read("classroom50/bundle.yml", steps=steps),
        **_tool(),
    }


def _central(assignments: Sequence[Assignment], language: str) -> Mapping[str, str | bytes]:
    first = assignments[0]
    return {
        f"{_WORKFLOWS}/grade.yml": _read("central/grade.yml", assignment=first.id, language=language),
        "GRADING.md": _read("central/GRADING.md", slug=_slug(first)),
        **_tool(),
    }


def _tool() -> Mapping[str, str | bytes]:
    """The tool as a wheel, and what it needs to grade."""
    return {f"tools/{wheel.wheel_name()}": wheel.pack(wheel.tool()), "requirements-grading.txt": wheel.requirements()}


def _slug(assignment: Assignment) -> str:
    return assignment.id.replace("_", "-")


KINDS: Mapping[str, HostingKind] = {
    "github": HostingKind("a learner's repository, or its template: the visible checks on every push", _github),
    "classroom50": HostingKind(
        "the instructor's repository: a bundle for Classroom 50, the grade written back", _classroom50
    ),
    "classic": HostingKind("a repository that GitHub Classroom left behind: its workflow, working again", _classic),
    "central": HostingKind("the instructor's private repository: clone, grade and write back in three jobs", _central),
}
