"""What every file that was handed in was used as, or why it was not: nothing is left out without a word."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePosixPath

from grader.core.languages import both
from grader.core.model import FileUse
from grader.submissions.files import STATE, HandedIn, file_use, is_answers, kind
from grader.submissions.helper_modules import is_checks

__all__ = ["accounted"]

_LISTED = 100  # files of one submission; a whole repository has more than a person reads


def accounted(
    files: Sequence[HandedIn],
    program: HandedIn | None,
    known: Iterable[Mapping[PurePosixPath, FileUse]],
    *,
    hints: bool,
) -> tuple[FileUse, ...]:
    """The use of each file, that of the program first; `known` says it of some, `hints` that their state is read."""
    uses = {path: use for some in known for path, use in some.items()}
    found = [_use(file, program, uses, hints) for file in sorted(files, key=lambda file: str(file.path))]
    order = ("program", "answers", "module", "hints", "not used", "not opened")
    found.sort(key=lambda use: order.index(use.used_as))
    if len(found) <= _LISTED:
        return tuple(found)
    more = both("intake.use_more", count=len(found) - _LISTED)
    return (*found[:_LISTED], FileUse("...", "not opened", more))


def _use(file: HandedIn, program: HandedIn | None, uses: Mapping[PurePosixPath, FileUse], hints: bool) -> FileUse:
    if file is program:
        return file_use(file, "program")
    if file.path in uses:
        return uses[file.path]
    if file.path.parts[-2:] == STATE.parts:
        return file_use(file, "hints") if hints else file_use(file, "not used", "intake.use_state")
    return _by_name(file)


def _by_name(file: HandedIn) -> FileUse:
    """The use of a file that nothing is known of but its name."""
    name = file.path.name
    what = kind(name)
    if what == "archive":
        return file_use(file, "not opened", "intake.use_archive")
    if is_answers(name):
        return file_use(file, "not used", "intake.use_elsewhere")
    if what == "python" and is_checks(name):
        return file_use(file, "not used", "intake.use_checks")
    if what:
        return file_use(file, "not used", "intake.use_unimported")
    return file_use(file, "not opened", "intake.use_kind")
