"""The rule by which one of several files with the assignment's functions is graded.

1. A file that another one imports is its helper module, not a rival.
2. A file with work in it comes before those without: the stub, bodies that are only `pass`.
3. Among those with work, the finished ones (every function that is not a bonus) come before the others; where none is
   finished, the one in which most functions are written.
4. Of these the newest: by the time that the disk or the archive tells, where it is more than a minute apart; else by
   the number in the name, such as `(2)` or `-Copy2`; else the usual name, nearest to the top, `.py` before `.ipynb`.

The others with work that differs are named in a note and in the report's `files`, where a person is asked to look.
"""

from __future__ import annotations

import dataclasses
import re
import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath

from grader.core.languages import both
from grader.core.model import Assignment, FileUse, Text
from grader.core.safe_text import one_line
from grader.course import loading
from grader.submissions.contents import Contents, contents_of
from grader.submissions.files import HandedIn, Unusable, file_use, newest, usual_ending
from grader.submissions.helper_modules import imported_words
from grader.submissions.written_functions import written_functions

__all__ = ["Chosen", "best", "has_work", "other_assignments"]

_READ = 6  # files that are read to be compared: an archive may hold one name again and again
_NUMBER = re.compile(r"\((\d{1,6})\)$|-copy(\d{0,6})$|[ _-]v?(\d{1,2})$|v(\d{1,2})$")
_KEPT = re.compile(r"(?: copy|복사본|backup|old|orig|bak|백업)(?:[ _-]?\(?\d*\)?)?$|^(?:copy of|backup|old)\b")


@dataclasses.dataclass(frozen=True)
class Chosen:
    """The file to grade, the files among which answers and modules are looked for, and what a person should know."""

    file: HandedIn
    files: list[HandedIn]  # nearest first: those of an archive before those beside it
    notes: tuple[Text, ...] = ()
    contents: Contents | None = None  # of the file, where it had to be read to be chosen
    uses: Mapping[PurePosixPath, FileUse] = dataclasses.field(default_factory=dict)


@dataclasses.dataclass(frozen=True, eq=False)
class _CandidateFile:
    """A file that may be meant: what is in it, None where it cannot be read."""

    file: HandedIn
    contents: Contents | None
    texts: Sequence[str] = ()
    work: Mapping[str, str] = dataclasses.field(default_factory=dict)  # function -> what is written in it
    problem: Text | None = None

    @property
    def name(self) -> str:
        """The file as a note names it."""
        return one_line(str(self.file.path), 80)


def best(files: Sequence[HandedIn], beside: list[HandedIn], assignment: Assignment) -> Chosen:
    """The file that is graded, of several in the order in which they are meant where nothing else tells.

    `beside` are all files that were handed in. Raises Unusable where the only one cannot be read.
    """
    if len(files) == 1:
        return Chosen(files[0], beside)
    found = _without_modules([_candidate(file, assignment) for file in files[:_READ]])
    working = [one for one in found if one.work]
    if not working:
        unread = [one for one in found if one.problem is not None]
        meant = (unread or found)[0]
        uses = {one.file.path: _stub_use(one) for one in found if one is not meant}
        return Chosen(meant.file, beside, contents=meant.contents, uses=uses)
    core = {name for step in assignment.steps if not step.bonus for name in step.functions}
    finished = [one for one in working if core <= one.work.keys()]
    most = max(len(one.work) for one in working)
    meant, why = _latest(finished or [one for one in working if len(one.work) == most])
    rivals = [one for one in working if one is not meant and not one.work.items() <= meant.work.items()]
    uses = {one.file.path: _use(one, meant, one in rivals) for one in found if one is not meant}
    return Chosen(meant.file, beside, _notes(meant, found, rivals, why), meant.contents, uses)


def has_work(chosen: Chosen, assignment: Assignment) -> bool:
    """True where somebody has worked in the file; one that cannot be read may hold work."""
    one = _candidate(chosen.file, assignment)
    return bool(one.work) or one.problem is not None


def other_assignments(assignment: Assignment) -> frozenset[str]:
    """The names of the other assignments of the course."""
    return frozenset(loading.assignments(assignment.folder.parent.parent)) - {assignment.id}


def _candidate(file: HandedIn, assignment: Assignment) -> _CandidateFile:
    try:
        contents = contents_of(file, assignment)
    except Unusable as problem:
        return _CandidateFile(file, None, problem=problem.text)
    texts = contents.texts(assignment)
    return _CandidateFile(file, contents, texts, written_functions(texts, assignment))


def _without_modules(found: list[_CandidateFile]) -> list[_CandidateFile]:
    """The files without those that another one of them imports: these are its helper modules."""
    imports = {id(one): imported_words(one.texts) for one in found}
    helpers = [
        one
        for one in found
        if any(one.file.path.stem in imports[id(other)] for other in found if other is not one and other.work)
        and not any(other.file.path.stem in imports[id(one)] for other in found if other is not one)
    ]
    return [one for one in found if one not in helpers] or found


def _latest(pool: Sequence[_CandidateFile]) -> tuple[_CandidateFile, str]:
    """The one that was written last, and what tells it: "more" for the only one, "newer", "number" or ""."""
    if len(pool) == 1:
        return pool[0], "more"
    latest = newest([one.file for one in pool])
    if latest is not None:
        return next(one for one in pool if one.file is latest), "newer"
    numbers = sorted(((_number(one.file.path), -i) for i, one in enumerate(pool)), reverse=True)
    told = numbers[0][0] > max(numbers[1][0], 0)
    return pool[-numbers[0][1]], "number" if told else ""


def _number(path: PurePosixPath) -> int:
    """The number that a browser or a notebook gave to a later copy; below 0 for what is called a copy or old."""
    stem = PurePosixPath(usual_ending(path.name)).stem
    for name in (stem, *reversed(path.parts[:-1])):
        plain = unicodedata.normalize("NFC", name).lower()
        if _KEPT.search(plain):
            return -1
        numbered = _NUMBER.search(plain)
        if numbered is not None and (name == stem or numbered[1]):
            return max((int(part) for part in numbered.groups() if part), default=1)
    return 0


def _notes(
    meant: _CandidateFile, found: Sequence[_CandidateFile], rivals: Sequence[_CandidateFile], why: str
) -> tuple[Text, ...]:
    """Which of the files was graded and why, where a person may have meant another one."""
    notes = [one.problem for one in found if one.problem is not None]
    same = [one for one in found if one.work and one is not meant and one not in rivals]
    stubs = [one for one in found if not one.work and one.problem is None]
    others = ", ".join(one.name for one in [*rivals, *same][:4])
    if others:
        message = {"more": "intake.chosen_more", "newer": "intake.chosen_newer", "number": "intake.chosen_number"}
        notes.append(
            both(message[why] if why in message and rivals else "intake.not_read", name=meant.name, other=others)
        )
    elif stubs and found[0] is not meant:
        notes.append(both("intake.not_stub", name=meant.name, other=stubs[0].name))
    return tuple(notes)


def _use(one: _CandidateFile, meant: _CandidateFile, rival: bool) -> FileUse:
    """What became of a file that was not chosen."""
    if not one.work:
        return _stub_use(one)
    message = "intake.use_rival" if rival else "intake.use_same"
    return dataclasses.replace(file_use(one.file, "not used", message, name=meant.name), doubt=rival)


def _stub_use(one: _CandidateFile) -> FileUse:
    if one.problem is not None:
        return FileUse(one.name, "not opened", one.problem)
    return file_use(one.file, "not used", "intake.use_stub")
