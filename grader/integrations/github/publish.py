"""One comment a repository, on the commit that was graded: made once, changed where the grade changes, never doubled.

What makes it so, each for a different accident:
- the journal remembers what was written, on disk before and after each write (the run is killed);
- before a comment is made, the repository's comments are searched for ours, by a mark in it and by who wrote it (the
  journal is lost, or a write's answer was); a learner can copy the mark, but not write as somebody else;
- a write that may or may not have been made is looked up, never sent again unseen.
"""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from grader.core.errors import MachineError, UsageError
from grader.integrations.github.gh import Gh, Pace, Refused, Unanswered
from grader.integrations.github.repos_csv import RepositoryRow

__all__ = ["Done", "Journal", "author", "mark", "opened", "publish"]

_LOOKUPS = 3


@dataclasses.dataclass(frozen=True, slots=True)
class Done:
    """What happened to one repository: made, changed, kept (it says so already), would make, would change, failed."""

    learner: str
    repository: str
    what: str
    note: str = ""


def author(gh: Gh, given: str | None) -> str:
    """The login that comments are written by: the one given, or the one that `gh` is logged in as. Raises UsageError.

    A GitHub App has no login to ask for; its comments are by `<slug>[bot]`.
    """
    if given:
        return given
    try:
        return str(gh.get("user")["login"])
    except Refused:
        raise UsageError("this token cannot tell whose it is; name the author of the comments, --as NAME") from None


def mark(assignment: str) -> str:
    """The first line of our comment: unseen where it is shown, found again by us."""
    return f"<!-- grader comment: {assignment} -->"


def publish(
    gh: Gh,
    journal: Journal,
    pace: Pace,
    assignment: str,
    bodies: Iterable[tuple[RepositoryRow, str]],
    *,
    by: str,
    dry_run: bool,
    told: Callable[[Done], None],
) -> list[Done]:
    """Write each body to its repository. What fails is told and left for the next run; the others go on."""
    results = []
    for line, body in bodies:
        text = f"{mark(assignment)}\n{body}"
        try:
            what = _one(gh, journal, pace, assignment, line, text, by, dry_run)
            done = Done(line.learner, line.repository, what)
        except (Refused, Unanswered) as failure:
            done = Done(line.learner, line.repository, "failed", str(failure))
        told(done)
        results.append(done)
    return results


def _one(
    gh: Gh, journal: Journal, pace: Pace, assignment: str, line: RepositoryRow, text: str, by: str, dry_run: bool
) -> str:
    key = f"{line.repository} {assignment}"
    digest = hashlib.sha256(text.encode()).hexdigest()[:32]
    before = journal.done.get(key)
    if before is not None and key not in journal.open and before.get("digest") == digest:
        return "kept"
    for _ in range(_LOOKUPS):
        ours = _found(gh, line.repository, assignment, by)
        if ours is not None and ours.get("body") == text:
            if not dry_run:
                journal.finish(key, digest=digest, comment=ours["id"])
            return "kept"
        if dry_run:
            return "would change" if ours is not None else "would make"
        pace.wait()
        journal.intend(key, gh.clock())
        try:
            if ours is None:
                path = f"repos/{line.repository}/commits/{line.commit}/comments"
                answer, what = gh.write("POST", path, {"body": text}), "made"
            else:
                path = f"repos/{line.repository}/comments/{ours['id']}"
                answer, what = gh.write("PATCH", path, {"body": text}), "changed"
        except Unanswered:
            gh.sleep(5.0)
            continue  # look whether it was made
        journal.finish(key, digest=digest, comment=answer["id"])
        return what
    raise Unanswered(f"{line.repository}: GitHub did not say whether the comment was written; run the command again")


def _found(gh: Gh, repository: str, assignment: str, by: str) -> Mapping[str, Any] | None:
    """Our comment in a repository, on whichever commit; None where it is not there."""
    first = mark(assignment)
    for comment in gh.pages(f"repos/{repository}/comments?per_page=100"):
        if str(comment.get("body", "")).startswith(first) and _login(comment).lower() == by.lower():
            assert isinstance(comment, dict)
            return comment
    return None


def _login(comment: Mapping[str, Any]) -> str:
    user = comment.get("user")
    return str(user.get("login", "")) if isinstance(user, dict) else ""


class Journal:
    """The events so far. `done[key]` is the last finished write of a repository; `writes` are the times of all."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self.done: dict[str, dict[str, Any]] = {}
        self.open: set[str] = set()  # keys whose last intention has no answer
        self.writes: list[float] = []
        stream.seek(0)
        whole = stream.read()
        kept = whole[: whole.rfind(b"\n") + 1]  # a line that was cut short by a kill said nothing
        for line in kept.splitlines():
            with contextlib.suppress(ValueError, KeyError, TypeError):
                self._take(json.loads(line))
        if len(kept) != len(whole):
            stream.truncate(len(kept))
        stream.seek(0, os.SEEK_END)

    def intend(self, key: str, at: float) -> None:
        """Note that a write to `key` is about to be made."""
        self._note({"event": "intend", "key": key, "at": at})

    def finish(self, key: str, **known: object) -> None:
        """Note that `key` now says what `known` describes."""
        self._note({"event": "done", "key": key, **known})

    def _note(self, event: dict[str, object]) -> None:
        try:
            self._stream.write(json.dumps(event).encode() + b"\n")
            self._stream.flush()
            os.fsync(self._stream.fileno())
        except OSError as error:
            raise MachineError(f"the journal cannot be written: {error.strerror}; nothing more was sent") from None
        self._take(event)

    def _take(self, event: dict[str, Any]) -> None:
        key = str(event["key"])
        if event["event"] == "intend":
            self.open.add(key)
            self.writes.append(float(event["at"]))
        elif event["event"] == "done":
            self.open.discard(key)
            self.done[key] = event


@contextlib.contextmanager
def opened(path: Path) -> Iterator[Journal]:
    """The journal in `path`, for this run alone. Raises UsageError where another run holds it, MachineError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        stream = path.open("a+b")
    except OSError as error:
        raise MachineError(f"{path}: cannot be written: {error.strerror}") from None
    with stream:
        _hold(stream, path)
        yield Journal(stream)


def _hold(stream: IO[bytes], path: Path) -> None:
    """Keep every other run away until the file is closed; where the system has no such locks, nothing is held."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise UsageError(f"{path}: another `grader cohort publish` is at work; wait for it to end") from None
