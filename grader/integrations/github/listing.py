"""Which repositories a cohort has, and which commit of each stood there at the deadline.

The time that counts is the server's: when GitHub received a push. A commit carries the date that its author's machine
wrote into it, so a learner can choose it; the list of a repository's activities carries GitHub's own.
"""

from __future__ import annotations

import contextlib
import dataclasses
import datetime
import re
from pathlib import Path
from urllib.parse import quote

from grader.core.errors import MachineError, UsageError
from grader.integrations.github.gh import Gh, Refused
from grader.submissions.files import SKIPPED, kind

__all__ = ["Pin", "Repository", "described", "from_file", "in_organisation", "moment", "pinned"]

_NAME = re.compile(r"[A-Za-z0-9_.-]{1,100}")
_SHA = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_GONE = "0" * 40  # "after" of a branch that was deleted


@dataclasses.dataclass(frozen=True, slots=True)
class Repository:
    """A learner's repository. `on_github` is False for any other address that git can fetch."""

    name: str  # OWNER/NAME, or the address
    learner: str
    url: str
    branch: str = ""
    on_github: bool = True


@dataclasses.dataclass(frozen=True, slots=True)
class Pin:
    """What stood in a repository at the deadline: the newest push until then, and how many came later."""

    commit: str = ""
    pushed_at: str = ""  # GitHub's time, as GitHub writes it
    pushed_by: str = ""
    late: int = 0


def in_organisation(gh: Gh, organisation: str, prefix: str) -> list[Repository]:
    """Every repository of `organisation` whose name begins with `prefix`, by name. Raises UsageError."""
    if not _NAME.fullmatch(organisation):
        raise UsageError(f"{organisation!r} is no name of an organisation")
    try:
        items = list(gh.pages(f"orgs/{organisation}/repos?per_page=100&type=all&sort=full_name"))
    except Refused as refusal:
        if refusal.status != 404:
            raise
        raise UsageError(f"no organisation {organisation!r}, or this login may not see it") from None
    found = [_repository(item, prefix) for item in items if str(item.get("name", "")).startswith(prefix)]
    if not found:
        raise UsageError(f"none of the {len(items)} repositories of {organisation} begins with {prefix!r}")
    return _distinct(sorted(found, key=lambda repository: repository.name))


def from_file(gh: Gh, path: Path, prefix: str) -> list[Repository]:
    """The repositories that a file names, one a line: OWNER/NAME, or any address that git can fetch.

    An empty line and one that begins with # are left out. Raises UsageError with file and line.
    """
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
    found = []
    for number, raw in enumerate(lines, start=1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        owner, _, name = line.partition("/")
        if _NAME.fullmatch(owner) and _NAME.fullmatch(name):
            try:
                found.append(described(gh, line, prefix))
            except Refused as refusal:
                raise UsageError(f"{path}:{number}: {line}: {refusal}") from None
        elif "://" in line or line.startswith(("/", "git@")):
            last = re.split(r"[/:]", line.rstrip("/"))[-1].removesuffix(".git")
            found.append(Repository(line, last.removeprefix(prefix) or last, line, on_github=False))
        else:
            raise UsageError(f"{path}:{number}: {line!r} is neither OWNER/NAME nor an address that git can fetch")
    if not found:
        raise UsageError(f"{path}: names no repository; write one OWNER/NAME a line")
    return _distinct(found)


def described(gh: Gh, full_name: str, prefix: str) -> Repository:
    """The repository OWNER/NAME as GitHub describes it. Raises Refused."""
    return _repository(gh.get(f"repos/{full_name}"), prefix)


def _repository(item: dict[str, object], prefix: str) -> Repository:
    name = str(item["name"])
    return Repository(
        str(item["full_name"]),
        name.removeprefix(prefix) or name,
        str(item["clone_url"]),
        str(item.get("default_branch") or "main"),
    )


def _distinct(found: list[Repository]) -> list[Repository]:
    """The same, once it is sure that no two of them are one learner's (also where file names ignore case)."""
    seen: dict[str, str] = {}
    for repository in found:
        name = repository.learner
        if not _NAME.fullmatch(name) or name.startswith((".", "_")) or name in SKIPPED or kind(name):
            raise UsageError(f"{repository.name}: {name!r} cannot be a learner's folder; choose another --prefix")
        other = seen.setdefault(repository.learner.lower(), repository.name)
        if other != repository.name:
            raise UsageError(f"{other} and {repository.name} would both be {repository.learner!r}")
    return found


def pinned(gh: Gh, repository: Repository, deadline: datetime.datetime | None, branch: str = "") -> Pin:
    """The commit that stood on the branch at `deadline` (now, where None). An empty `commit`: nothing was pushed yet.

    Raises MachineError where GitHub does not tell: a token that may not see the repository is no empty repository.

    Asks `GET /repos/{owner}/{repo}/activity`, which is documented to list pushes, force pushes, branch creations and
    merges with `before`, `after`, `actor` and a `timestamp` of GitHub's own, newest first and without an end. The
    other list, `/events`, is documented to lag by up to six hours and to end after 300 entries.
    """
    name = branch or repository.branch
    ref = f"refs/heads/{name}"
    late = 0
    for item in gh.pages(f"repos/{repository.name}/activity?ref={quote(ref)}&per_page=100"):
        if item.get("ref") != ref:
            continue
        if deadline is not None and moment(str(item["timestamp"])) > deadline:
            late += 1
            continue
        after = str(item["after"])
        if after == _GONE or not _SHA.fullmatch(after):
            return Pin(late=late)  # the branch had been deleted
        actor = item.get("actor")
        login = str(actor.get("login", "")) if isinstance(actor, dict) else ""
        return Pin(after, str(item["timestamp"]), login, late)
    if not late:
        _no_commit(gh, repository, name)
    return Pin(late=late)


def _no_commit(gh: Gh, repository: Repository, branch: str) -> None:
    """Return where the repository is really empty. Raises MachineError: work must not look like no work."""
    try:
        gh.get(f"repos/{repository.name}/commits?sha={quote(branch)}&per_page=1")
    except Refused as refusal:
        if refusal.status == 409:  # "Git Repository is empty."
            return
        raise
    raise MachineError(
        f"GitHub lists no push to {branch}, though it has commits; look at it, or fetch a commit by hand"
    )


def moment(text: str) -> datetime.datetime:
    """A time with its zone, as in 2026-12-01T23:59:00+09:00 or ...Z. Raises UsageError."""
    when: datetime.datetime | None = None
    with contextlib.suppress(ValueError):
        when = datetime.datetime.fromisoformat(text)
    if when is None or when.tzinfo is None:
        raise UsageError(f"{text!r} is no time with a zone; write it as 2026-12-01T23:59:00+09:00")
    return when
