"""The repositories of a cohort on disk: one folder per learner, at the last commit before the deadline.

Fetching again only does what is left: a folder is made whole beside its place and renamed into it, so one that is
there is complete, and `repos.csv` says of which commit. A repository that cannot be fetched, or is larger than an
exercise can be, costs only itself.
"""

from __future__ import annotations

import contextlib
import dataclasses
import datetime
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from grader.core.errors import MachineError, UsageError
from grader.core.safe_text import one_line
from grader.integrations.github.checkout import BESIDE, DEFAULT_MIB, checkout, remove
from grader.integrations.github.gh import Gh, TooLarge
from grader.integrations.github.listing import Pin, Repository, pinned
from grader.integrations.github.repos_csv import (
    FAILED,
    FETCHED,
    NOTHING,
    TOO_LARGE,
    RepositoryRow,
    read_ledger,
    write_ledger,
)

__all__ = ["LEDGER", "SUBMISSIONS", "fetch"]

LEDGER, SUBMISSIONS = "repos.csv", "submissions"


def fetch(
    gh: Gh,
    repositories: Sequence[Repository],
    out: Path,
    *,
    deadline: datetime.datetime | None = None,
    branch: str = "",
    jobs: int = 4,
    most_mib: int = DEFAULT_MIB,
    told: Callable[[RepositoryRow], None] = lambda line: None,
) -> list[RepositoryRow]:
    """Fetch each repository into `out/submissions/<learner>` and write `out/repos.csv`. Returns its lines.

    Of a repository whose files are more than `most_mib` MiB nothing is kept, and its line says so.
    Raises UsageError where a deadline is asked of an address whose pushes no server tells.
    """
    elsewhere = [repository.name for repository in repositories if not repository.on_github]
    if deadline is not None and elsewhere:
        raise UsageError(
            f"{elsewhere[0]}: only GitHub tells when a push arrived, so --deadline cannot be kept there; "
            "fetch at the deadline, without --deadline"
        )
    ledger = out / LEDGER
    before = {line.learner: line for line in read_ledger(ledger)} if ledger.is_file() else {}
    lines = {repository.learner: before.get(repository.learner) for repository in repositories}
    (out / SUBMISSIONS).mkdir(parents=True, exist_ok=True)
    for left in (out / SUBMISSIONS).glob(f"{BESIDE}*"):  # of a run that was killed
        remove(left)

    def one(repository: Repository) -> RepositoryRow:
        return _one(gh, repository, out / SUBMISSIONS, lines[repository.learner], deadline, branch, most_mib)

    with ThreadPoolExecutor(max_workers=jobs) as pool:
        for line in _as_they_come(pool, one, repositories):
            lines[line.learner] = line
            write_ledger(ledger, [line for line in lines.values() if line is not None])
            told(line)
    return [line for line in lines.values() if line is not None]


def _as_they_come(
    pool: ThreadPoolExecutor, one: Callable[[Repository], RepositoryRow], repositories: Sequence[Repository]
) -> Iterator[RepositoryRow]:
    """The results in order; what is not begun is dropped where one raises (nobody logged in, Ctrl-C)."""
    try:
        yield from pool.map(one, repositories)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _one(
    gh: Gh,
    repository: Repository,
    folder: Path,
    before: RepositoryRow | None,
    deadline: datetime.datetime | None,
    branch: str,
    most_mib: int,
) -> RepositoryRow:
    line = RepositoryRow(repository.learner, repository.name, FAILED)
    target = folder / repository.learner
    try:
        pin = pinned(gh, repository, deadline, branch) if repository.on_github else Pin(branch or "HEAD")
        line = dataclasses.replace(line, pushed_at=pin.pushed_at, pushed_by=pin.pushed_by, late_pushes=str(pin.late))
        if not pin.commit:
            remove(target)
            where = f"to {branch or repository.branch} " if pin.late else ""
            note = f"nothing was pushed {where}until the deadline"
            return dataclasses.replace(
                line, state=NOTHING, note=note + (f"; pushes after it: {pin.late}" if where else "")
            )
        if before is not None and before.state == FETCHED and before.commit == pin.commit and target.is_dir():
            return dataclasses.replace(line, state=FETCHED, commit=pin.commit, note=before.note)
        commit = checkout(gh, repository.url, pin.commit, target, most_mib)
        if repository.on_github and commit != pin.commit:
            raise MachineError(f"asked for {pin.commit[:12]}, got {commit[:12]}")
    except TooLarge as why:
        with contextlib.suppress(MachineError):
            remove(target)  # of an earlier commit, which is not the one that counts
        commit = pin.commit if repository.on_github else ""
        return dataclasses.replace(line, state=TOO_LARGE, commit=commit, note=one_line(str(why), 200))
    except MachineError as failure:
        return dataclasses.replace(line, note=one_line(str(failure), 200))
    except (OSError, RecursionError, ValueError) as failure:  # whatever this one holds, the others go on
        return dataclasses.replace(line, note=one_line(f"{type(failure).__name__}: {failure}", 200))
    return dataclasses.replace(line, state=FETCHED, commit=commit)
