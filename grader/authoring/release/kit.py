"""The kit that a learner gets: made in memory from `solutions/`, searched for private material, then written whole.

A kit is exercises, question sheets, the learner's commands as a wheel, a README in the languages of the course, and
settings for editors. It is made anew from the sources each time, never copied from `exercises/` on disk, where
somebody may have tried an answer. The same sources give the same bytes.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from grader.authoring import derive
from grader.authoring.release import kit_files as pages
from grader.authoring.release import wheel
from grader.authoring.release.leaks import leaks, secrets
from grader.authoring.release.mistake_hints import known_text
from grader.core.atomic_write import replace
from grader.core.errors import MachineError, SpecError, UsageError
from grader.core.model import Assignment
from grader.course import loading
from grader.course.kit_hashes import sealed
from grader.course.stubs import ORIGINAL
from grader.suite.visible.named_mistakes import FILE

__all__ = ["TOP", "kit_files", "proof", "write_folder", "write_git", "write_zip"]

TOP = "course-kit"  # the folder inside the archive
_EPOCH = "315532800"  # 1980-01-01, the first day a ZIP archive knows
_STAMP = re.compile(rb"\A(?:# |<!-- )Made from solutions/[^\n]*\n")  # a learner edits here


def kit_files(
    root: Path, names: Sequence[str], *, language: str = "en", ci: bool = False, hints: Sequence[str] | None = None
) -> dict[str, bytes]:
    """Every file of the kit, by its path with forward slashes.

    `hints` are ids of mistakes that the kit may name; None leaves them to each assignment's `kit_hints`.

    Raises SpecError where a source is invalid or leaks, UsageError where a mistake of `hints` cannot be named.
    """
    assignments = [loading.load(root, name) for name in names]
    told = {one.id: tuple(one.kit_hints if hints is None else hints) for one in assignments}
    files: dict[str, bytes] = {}
    for assignment in assignments:
        for path, content in derive.derive(root, assignment).items():
            files[path.as_posix()] = _STAMP.sub(b"", content)
        stub = files[f"exercises/{assignment.id}/{assignment.file}"]
        files[(ORIGINAL / assignment.id / assignment.file).as_posix()] = stub
        if told[assignment.id]:
            files[f"exercises/{assignment.id}/{FILE}"] = known_text(root, assignment, told[assignment.id]).encode()
    public = [loading.load(root, name) for name in names]
    texts = pages.pages(public, language, ci=ci, requirements=wheel.requirements(), exercises=files.keys())
    files |= {path: text.encode() for path, text in texts.items()}
    licence = root / "LICENSE"
    if licence.is_file():
        files["LICENSE"] = licence.read_bytes()
    files |= sealed(files)
    package = wheel.tool()
    searched = {**files, **{f"tools/{name}": content for name, content in package.items()}}
    wrong = proof(assignments, searched, told)
    if wrong:
        raise SpecError("\n".join(["the kit is not written: it would hold what is private", *wrong[:20]]))
    files[f"tools/{wheel.wheel_name()}"] = wheel.pack(package)
    return dict(sorted(files.items()))


def proof(
    assignments: Sequence[Assignment], files: Mapping[str, bytes], told: Mapping[str, Sequence[str]] | None = None
) -> list[str]:
    """Private material of these assignments that occurs in these files; none, in a kit.

    The words of the mistakes in `told`, by their assignment's id, are not private any more; their code is.
    """
    words = told or {}
    return leaks(files, [secret for one in assignments for secret in secrets(one, words.get(one.id, ()))])


def write_folder(out: Path, files: Mapping[str, bytes]) -> None:
    """The kit as a folder, whole or not at all. Raises UsageError where something is there already."""
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise UsageError(f"{out} is there already; name a new folder, or empty it")
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        beside = Path(tempfile.mkdtemp(prefix=f".{out.name}.", dir=out.parent))
    except OSError as error:
        raise MachineError(f"{out}: cannot be written: {error.strerror}") from None
    try:
        for name, content in files.items():
            target = beside / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
            target.chmod(0o644)
        beside.chmod(0o755)
        if out.is_dir():
            out.rmdir()
        replace(beside, out)
    except OSError as error:
        raise MachineError(f"{out}: cannot be written: {error.strerror}; nothing of it was kept") from None
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def write_zip(out: Path, files: Mapping[str, bytes]) -> None:
    """The kit as an archive with one folder in it. Raises MachineError."""
    content = wheel.zipped({f"{TOP}/{name}": data for name, data in files.items()})
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=out.parent, prefix=f".{out.name}.", delete=False) as stream:
            stream.write(content)
        os.chmod(stream.name, 0o644)
        replace(stream.name, out)
    except OSError as error:
        with contextlib.suppress(OSError, UnboundLocalError):
            os.unlink(stream.name)
        raise MachineError(f"{out}: cannot be written: {error.strerror}") from None


def write_git(out: Path, files: Mapping[str, bytes]) -> str:
    """The kit as a repository with one commit, for a template; the commit's id, the same for the same files."""
    if shutil.which("git") is None:
        raise MachineError("git is not installed; release a folder or --zip instead")
    write_folder(out, files)
    when = f"{os.environ.get('SOURCE_DATE_EPOCH', _EPOCH)} +0000"
    clean = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    clean |= {
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_DATE": when,
        "GIT_COMMITTER_DATE": when,
    }
    settings = {
        "init.defaultBranch": "main",
        "user.name": "grader release",
        "user.email": "kit@example.invalid",
        "core.autocrlf": "false",
        "core.fileMode": "false",
        "commit.gpgSign": "false",
    }
    options = [part for key, value in settings.items() for part in ("-c", f"{key}={value}")]
    told = ""
    commit = ["commit", "-q", "-m", "The course kit"]
    for command in (["init", "-q"], ["add", "-A", "-f"], commit, ["rev-parse", "HEAD"]):
        done = subprocess.run(
            ["git", *options, *command], cwd=out, env=clean, capture_output=True, encoding="utf-8", errors="replace"
        )
        if done.returncode:
            raise MachineError(f"git {command[0]} failed in {out}: {done.stderr.strip()[:200]}")
        told = done.stdout.strip()
    return told
