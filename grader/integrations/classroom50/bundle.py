"""The autograder folder of Classroom 50, made in memory and searched before it is written.

Everything in it is served from public GitHub Pages, to anybody with the address. So it holds the visible checks, which
every learner has anyway. `hidden=True` puts the whole of `solutions/<assignment>/` into it instead.
"""

from __future__ import annotations

import io
import json
import tarfile
import tempfile
from pathlib import Path

from grader.authoring import derive
from grader.authoring.release import wheel
from grader.authoring.release.kit import proof
from grader.core.errors import SpecError
from grader.core.model import Assignment, Submission
from grader.core.seeds import drawn_seed
from grader.course import loading
from grader.integrations.classroom50.autograde import SCHEMA
from grader.integrations.classroom50.visible_suite import possible, proven, suite_files
from grader.submissions import python_cells

__all__ = ["LARGEST", "bundle_files", "packed"]

LARGEST = 10 << 20
"""Bytes that Classroom 50's runner takes of a bundle."""

_TEMPLATE = Path(__file__).with_name("template")
_UNUSED = tuple(f"grader/{room}/" for room in ("analytics", "authoring", "batch", "cli", "integrations/nbgrader"))
_WHO = {
    False: "The checks in it are the visible ones, which every learner has: the score is advisory. Make the grade of\n"
    "record with `grader cohort`, from a private repository, and write it back as an override.",
    True: "**It holds the hidden suite and the solutions**, and GitHub Pages shows them to everybody. Use it only\n"
    "where that is meant, such as for an assignment that is over.",
}


def bundle_files(
    root: Path, name: str, *, language: str = "en", hidden: bool = False, seed: int | None = None
) -> dict[str, bytes]:
    """Every file of the bundle, by its path with forward slashes. Raises SpecError where it is off, or would leak.

    A bundle with hidden checks keeps the `seed` of their data, drawn unless named: everybody is asked for the same.
    """
    assignment = loading.load(root, name)
    files = {f"lib/{path}": content for path, content in wheel.contents().items() if _used(path)}
    worth = assignment.points.code + assignment.points.quiz
    made, most = (_course(root, assignment), worth) if hidden else _visible(root, assignment)
    files |= made
    told: dict[str, object] = {
        "schema": SCHEMA,
        "assignment": name,
        "kind": "hidden" if hidden else "visible",
        "language": language,
        "possible": most,
    }
    if hidden:
        told["seed"] = drawn_seed() if seed is None else seed
    files["bundle.json"] = (json.dumps(told, indent=2) + "\n").encode()
    files["autograder.py"] = (_TEMPLATE / "autograder.py.txt").read_bytes()
    files["requirements.txt"] = ("\n".join(wheel.requires()) + "\n").encode()
    files["README.md"] = _readme(assignment, most, hidden).encode()
    if not hidden:
        wrong = proof([assignment], files)
        if wrong:
            raise SpecError("\n".join(["the bundle is not written: it would hold what is private", *wrong[:20]]))
    size = max(sum(map(len, files.values())), len(packed(files)))
    if size > LARGEST:
        raise SpecError(f"the bundle has {size >> 20} MiB; Classroom 50 takes {LARGEST >> 20} MiB")
    return dict(sorted(files.items()))


def packed(files: dict[str, bytes], top: str = "bundle") -> bytes:
    """The files as the archive that `publish-pages` makes of the folder, with paths under `top`."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        for name, content in sorted(files.items()):
            entry = tarfile.TarInfo(f"{top}/{name}")
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return out.getvalue()


def _used(path: str) -> bool:
    return not path.startswith(_UNUSED)


def _visible(root: Path, assignment: Assignment) -> tuple[dict[str, bytes], int]:
    """The public manifest and the visible suite, proven with the reference and the empty exercise; its points."""
    name = assignment.id
    derived = derive.derive(root, assignment)
    source = (assignment.folder / assignment.file).read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory(prefix="grader-bundle-") as made:
        folder = Path(made)
        derive.write(folder, derived)
        public = loading.load(folder, name, public=True)
        suite = {f"exercises/{name}/{file}": text for file, text in suite_files(folder, public).items()}
        stub = derived[Path("exercises") / name / assignment.file].decode()
        answers = [
            Submission(word, "", python_cells(text, assignment.file))
            for word, text in (("reference", source), ("stub", stub))
        ]
        proven(folder, name, *answers)
        most = possible(folder, public)
    manifest = derived[Path("exercises") / name / "assignment.yaml"]
    files = {f"exercises/{name}/assignment.yaml": manifest, **suite}
    return {f"course/{path}": content for path, content in files.items()}, most


def _course(root: Path, assignment: Assignment) -> dict[str, bytes]:
    """All of solutions/<assignment>/ that grading reads."""
    top = assignment.folder
    return {
        f"course/{path.relative_to(root).as_posix()}": path.read_bytes()
        for path in sorted(top.rglob("*"))
        if path.is_file()
        and not path.is_symlink()
        and not {"__pycache__", "public", "accepted"} & set(path.relative_to(top).parts)
    }


def _readme(assignment: Assignment, most: int, hidden: bool) -> str:
    words = {
        "@TITLE@": assignment.title[assignment.languages[0]],
        "@SLUG@": assignment.id.replace("_", "-"),
        "@POSSIBLE@": str(most),
        "@HOW@": " --i-know-pages-are-public" if hidden else "",
        "@WHO@": _WHO[hidden],
    }
    text = (_TEMPLATE / "README.md").read_text(encoding="utf-8")
    for mark, word in words.items():
        text = text.replace(mark, word)
    return text
