"""One commit of a repository as a folder, without history, and never more of it than was allowed.

The server is asked for the commit alone and for no file above the limit. One that does not know how to leave files
out sends all of them, so what arrives is measured meanwhile and stopped; and what would be unpacked is counted
before it is, since a small pack can hold large files.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import uuid
from pathlib import Path

from grader.core.errors import MachineError
from grader.core.safe_text import one_line
from grader.integrations.github.gh import Gh, TooLarge

__all__ = ["BESIDE", "DEFAULT_MIB", "checkout", "remove"]

BESIDE = ".fetching-"
DEFAULT_MIB = 50  # an exercise with its pictures has less than one
_MOST_FILES = 20_000
_DEEPEST, _LONGEST = 50, 1000  # folders in folders, bytes of a path: no exercise comes near, and walks end below it
_LISTING = 16 << 20  # bytes of the list of its files


# What stands here is stronger than a .gitattributes of the repository's: files are written as they are stored, whatever
# encoding, line ends, keywords or filters the tree asks for. So they are as large as they were measured to be.
_AS_STORED = "* -text -eol -crlf -ident -filter -working-tree-encoding\n"


class _NoExercise(MachineError):
    """No limit that could be set higher stands in the way."""


def checkout(gh: Gh, url: str, commit: str, target: Path, most_mib: int = DEFAULT_MIB) -> str:
    """The files of `commit` as the folder `target`; the commit's full id.

    Raises TooLarge where they are more than `most_mib` MiB, MachineError where git fails; nothing is left then.
    """
    most = most_mib << 20
    beside = Path(tempfile.mkdtemp(prefix=BESIDE, dir=target.parent))
    try:
        gh.git("init", "-q", str(beside))
        settings = beside / ".git" / "config"
        alone = settings.read_bytes()
        asked = ("--depth", "1", "--no-tags", f"--filter=blob:limit={most + 1}")
        gh.git("fetch", "-q", *asked, "--", url, commit, cwd=beside, most=most)
        settings.write_bytes(alone)  # forget where files that were left out could be had
        found = gh.git("rev-parse", "--verify", "FETCH_HEAD^{commit}", cwd=beside)
        _measure(gh, beside, found, most)
        (beside / ".git" / "info").mkdir(exist_ok=True)
        (beside / ".git" / "info" / "attributes").write_text(_AS_STORED, "ascii")
        gh.git("checkout", "-q", "--detach", found, cwd=beside)
        remove(beside / ".git")
        beside.chmod(0o755)
        remove(target)
        beside.rename(target)
    except _NoExercise as error:
        raise TooLarge(f"{error}; nothing of it was kept") from None
    except TooLarge as error:
        raise TooLarge(f"{error}; nothing of it was kept (--max-mib allows {most_mib} MiB)") from None
    finally:
        remove(beside)
    return found


def _measure(gh: Gh, folder: Path, commit: str, most: int) -> None:
    """Raise TooLarge where the files of a commit are too many, too large or too deep."""
    listing = folder / ".git" / "files"
    try:
        gh.git("ls-tree", "-r", "-l", "-z", commit, cwd=folder, most=most + _LISTING, into=listing)
    except TooLarge:  # folders in folders, a thousandfold
        raise _NoExercise("the list of its files alone is too large") from None
    entries = [entry for entry in listing.read_bytes().split(b"\0") if entry]
    if len(entries) > _MOST_FILES:
        raise _NoExercise(f"it has more than {_MOST_FILES} files")
    total = 0
    for entry in entries:
        head, _, path = entry.partition(b"\t")
        if path.count(b"/") > _DEEPEST or len(path) > _LONGEST:
            raise _NoExercise(f"{one_line(path.decode(errors='replace'), 60)} lies too deep in folders")
        size = head.split()[3]
        if size == b"BAD":  # it was left out
            raise TooLarge(f"{one_line(path.decode(errors='replace'), 80)} alone is too large")
        total += int(size) if size.isdigit() else 0
    if total > most:
        raise TooLarge(f"its files are {total >> 20} MiB")


def remove(folder: Path) -> None:
    """Remove a folder; one that is not there is removed already. Raises MachineError where something of it stays."""
    try:
        if os.name == "nt":  # read-only files, as git writes them, are not removed there
            for path in folder.rglob("*"):
                path.chmod(0o700)
        shutil.rmtree(folder, ignore_errors=True)
    except RecursionError:  # up to Python 3.12 a folder is removed by a function that calls itself
        _flatten(folder)
        shutil.rmtree(folder, ignore_errors=True)
    if os.path.lexists(folder):
        raise MachineError(f"{folder}: cannot be removed; remove it by hand")


def _flatten(folder: Path) -> None:
    """Bring everything that lies deeper into the folder itself, so that no path is long and nothing deep."""
    waiting = [folder]
    while waiting:
        inside = waiting.pop()
        for entry in list(os.scandir(inside)):
            place = Path(entry.path)
            if inside != folder:
                place = place.rename(folder / uuid.uuid4().hex)
            if entry.is_dir(follow_symlinks=False):
                waiting.append(place)
        if inside != folder:
            inside.rmdir()
