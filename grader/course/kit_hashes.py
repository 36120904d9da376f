"""`.grader/kit.json` of a kit: what its own files were when it was released, so that a change can be named and undone.

    {"schema": "grader/kit/1", "files": {"exercises/layer_norm/test_layer_norm.py": "<sha256>", ...}}

These are the files that the commands read and nobody edits: visible checks and their texts, the manifest, hints,
predictions, question sheets. Copies are kept in `.grader/original/`. A help to honest people: nothing here holds
somebody who changes both. A kit without the file, and a course's own folder, is not looked at.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from grader.course.stubs import ORIGINAL

__all__ = ["ChangedKitFile", "KIT", "changed_files", "kept_at", "of_kit", "sealed"]

KIT = PurePosixPath(".grader/kit.json")
SCHEMA = "grader/kit/1"
_OWN = re.compile(
    r"exercises/[^/]+/(?:test_[^/]+\.py|(?:assignment|checks|hints|predict|known)\.yaml)|quizzes/[^/]+\.yaml"
)


@dataclasses.dataclass(frozen=True, slots=True)
class ChangedKitFile:
    """A file of the kit that is not as it was released. `original` is a copy that can be put back, if there is one."""

    path: str
    how: str  # "missing", "empty" or "changed"
    original: Path | None


def of_kit(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files that a kit remembers, by path, from all that it is made of."""
    return {path: content for path, content in files.items() if _OWN.fullmatch(path)}


def sealed(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """What a kit gets for its own files: their hashes, and a copy of each."""
    own = of_kit(files)
    hashes = {"schema": SCHEMA, "files": {path: _hash(content) for path, content in sorted(own.items())}}
    copies = {kept_at(path).as_posix(): content for path, content in own.items()}
    return {**copies, KIT.as_posix(): (json.dumps(hashes, indent=1) + "\n").encode()}


def kept_at(path: str) -> Path:
    """Where the copy of a kit's file lies, from the kit's root."""
    top, *rest = PurePosixPath(path).parts
    return ORIGINAL.joinpath(*(rest if top == "exercises" else (top, *rest)))


def changed_files(root: Path, assignment_id: str = "") -> tuple[ChangedKitFile, ...]:
    """The kit's own files (of one assignment) that are not as they were released; none where nothing is known."""
    try:
        told = json.loads((root / KIT).read_text(encoding="utf-8"))
        files = {str(path): str(value) for path, value in told["files"].items() if _OWN.fullmatch(str(path))}
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return ()
    about = (f"exercises/{assignment_id}/", f"quizzes/{assignment_id}.yaml")
    found = []
    for path, value in files.items():
        if (not assignment_id or path.startswith(about)) and (how := _changed(root / path, value)):
            copy = root / kept_at(path)
            found.append(ChangedKitFile(path, how, copy if not _changed(copy, value) else None))
    return tuple(found)


def _changed(path: Path, value: str) -> str:
    """How a file differs from what it was; "" where it does not."""
    try:
        content = path.read_bytes()
    except OSError:
        return "missing"
    if _hash(content) == value:
        return ""
    return "changed" if content.strip() else "empty"


def _hash(content: bytes) -> str:
    """Of the text: line ends and a mark of UTF-8 are an editor's or Git's, and change nothing."""
    return hashlib.sha256(content.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n")).hexdigest()
