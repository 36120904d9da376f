"""Which file of a submission is meant, among all that were handed in."""

from __future__ import annotations

import contextlib
import dataclasses
import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path, PurePosixPath

from grader.core.errors import SpecError, UsageError
from grader.core.languages import both
from grader.core.model import Assignment, Cell
from grader.core.safe_text import one_line
from grader.course import loading
from grader.submissions.candidates import Chosen, best, has_work, other_assignments
from grader.submissions.cells import SOURCE_BYTES
from grader.submissions.contents import defines_any
from grader.submissions.files import HandedIn, Unusable, disk_file, file_use, kind
from grader.submissions.helper_modules import is_checks

__all__ = ["Chosen", "choose", "imports_beside", "notebook_name", "refuse_another", "refuse_mixed", "work_in"]

_DEFINED = re.compile(r"\n(?:(?:async\s+)?def\s+(\w+)|(\w+)\s*=)")
_VERSIONS = 3  # folders with work beside the usual file: fewer are one learner's older versions
_SOURCES = 100  # files among which the one that is meant is looked for
_SEARCHED_BYTES = 16 << 20  # of them all; of a notebook with pictures the first MiB is read


def choose(files: list[HandedIn], assignment: Assignment) -> Chosen:
    """The file to grade among those of a folder or an archive. Raises Unusable.

    An archive in a folder is opened where there is no other candidate next to it, or none with work in it. Among files
    that define the assignment's functions, `candidates.best` has the rule.
    """
    archives = [f for f in files if kind(f.path.name) == "archive"]
    code = [f for f in files if kind(f.path.name) in ("python", "notebook")]
    if not archives:
        return _code(files, code, assignment)
    meant = _code(files, code, assignment) if _any_meant(code, assignment) else None
    if meant is not None and (len(archives) > 1 or has_work(meant, assignment)):
        beside = both("intake.beside", name=_name(meant.file), other=_names(archives))
        return dataclasses.replace(meant, notes=(*meant.notes, beside))
    if len(archives) > 1:
        raise Unusable("intake.archives", names=_names(archives), file=assignment.file)
    inner = _opened(archives[0], assignment)
    notes, uses = inner.notes, {**inner.uses, archives[0].path: file_use(archives[0], "not used", "intake.use_opened")}
    if meant is not None:
        notes = (both("intake.not_stub", name=_name(archives[0]), other=_name(meant.file)), *notes)
        uses[meant.file.path] = file_use(meant.file, "not used", "intake.use_stub")
    return dataclasses.replace(inner, files=[*inner.files, *files], notes=notes, uses=uses)


def _opened(archive: HandedIn, assignment: Assignment) -> Chosen:
    """The choice among an archive's own files. An archive in it stays closed: there is no end to those."""
    if archive.disk is None:
        raise Unusable("intake.nested", name=_name(archive))
    from grader.submissions.archives import archive_files

    inside = list(archive_files(archive.disk))
    code = [f for f in inside if kind(f.path.name) in ("python", "notebook")]
    packed = next((f for f in inside if kind(f.path.name) == "archive"), None)
    if packed is not None and not code:
        raise Unusable("intake.nested", name=_name(packed))
    return _code(inside, code, assignment)


def notebook_name(assignment: Assignment) -> str:
    """The usual name of the assignment's file as a notebook, such as layer_norm.ipynb."""
    return PurePosixPath(assignment.file).with_suffix(".ipynb").name


def imports_beside(paths: Sequence[Path], assignment: Assignment) -> bool:
    """True where one of these files defines what the assignment asks for, and imports another one of them."""
    if len(paths) > _SOURCES:
        return False  # no learner's folder
    code = []
    for path in paths:
        if not path.is_symlink() and kind(path.name) in ("python", "notebook"):
            with contextlib.suppress(Unusable):
                code.append(disk_file(path, PurePosixPath(path.name)))
    defining = [file for file in code if _defines(file, assignment)]
    others = [re.escape(os.fsencode(file.path.stem)) for file in code if file not in defining]
    if len(defining) != 1 or not others:
        return False
    with contextlib.suppress(Unusable):
        pattern = rb"\b(?:import|from)\s+(?:" + b"|".join(others) + rb")\b"
        return re.search(pattern, defining[0].read(SOURCE_BYTES)) is not None
    return False


def _usual(files: Sequence[HandedIn], assignment: Assignment) -> list[HandedIn]:
    """Files of the assignment's own name, as Python or notebook, nearest to the top first."""
    usual = {assignment.file, notebook_name(assignment)}
    found = [f for f in files if f.path.name in usual]
    return sorted(found, key=_order)


def _order(file: HandedIn) -> tuple[int, bool, str]:
    """Nearest to the top first, Python before notebooks; the same in a folder and in an archive of it."""
    return len(file.path.parts), kind(file.path.name) != "python", str(file.path)


def _any_meant(code: Sequence[HandedIn], assignment: Assignment) -> bool:
    return bool(_usual(code, assignment)) or bool(_defining(code, assignment))


def _defining(files: Sequence[HandedIn], assignment: Assignment) -> list[HandedIn]:
    """The files that define one of the assignment's functions. Raises Unusable where there is too much to look through.

    This is done before anything is graded, one submission after the other: what it costs, the whole class waits.
    """
    if not _few(files):
        raise Unusable("intake.several", names=_names(files), file=assignment.file)
    return [file for file in files if _defines(file, assignment)]


def _few(files: Sequence[HandedIn]) -> bool:
    return len(files) <= _SOURCES and sum(min(file.size, SOURCE_BYTES) for file in files) <= _SEARCHED_BYTES


def _defines(file: HandedIn, assignment: Assignment) -> bool:
    with contextlib.suppress(Unusable):
        return defines_any(file, assignment)
    return False


def _code(files: list[HandedIn], code: Sequence[HandedIn], assignment: Assignment) -> Chosen:
    """The choice among Python files and notebooks. Raises Unusable."""
    sources = [f for f in code if not is_checks(f.path.name)]
    usual = _usual(sources, assignment)
    if len(sources) == 1 and usual:
        return Chosen(usual[0], files)
    taken = set(map(id, usual))  # they are of `sources`, and an archive can name one file thousands of times
    others = [f for f in sources if id(f) not in taken and not _of_another(f, assignment)]
    others.sort(key=_order)
    if usual:
        rivals = [f for f in others if _defines(f, assignment)] if _few(others) else []
        return best([*usual, *rivals], files, assignment)
    defining = _defining(others, assignment) if len(others) > 1 else others
    if defining:
        found = best(defining, files, assignment)
        name = both("intake.other_name", name=_name(found.file), file=assignment.file)
        return dataclasses.replace(found, notes=(name, *found.notes))
    if not others:
        raise Unusable("intake.none", file=assignment.file, notebook=notebook_name(assignment))
    raise Unusable("intake.several", names=_names(others), file=assignment.file)


def _of_another(file: HandedIn, assignment: Assignment) -> bool:
    """True for a file in the folder of another assignment of the course."""
    folders = set(file.path.parts[:-1])
    return bool(folders & other_assignments(assignment)) and assignment.id not in folders


def _name(file: HandedIn) -> str:
    return one_line(file.path.name, 80)


def _names(files: Sequence[HandedIn]) -> str:
    return ", ".join(one_line(file.path.name, 40) for file in files[:4])


def refuse_another(cells: Iterable[Cell], name: str, assignment: Assignment) -> None:
    """Raise Unusable where the code has none of the assignment's functions, but those of another one of its course."""
    text = "\n".join(["", *(cell.text for cell in cells)])
    if any(f"\ndef {name}(" in text for name in assignment.functions):
        return
    names = {name for pair in _DEFINED.findall(text) for name in pair if name}
    if not names or names & set(assignment.functions):
        return
    best, shared = "", 1
    for other in _others(assignment):
        count = len(names & set(other.functions))
        if count > shared or (count and count == len(other.functions)):
            best, shared = other.id, count
    if best:
        raise Unusable("intake.another", file=name, assignment=assignment.id, other=best)


def _others(assignment: Assignment) -> Iterable[Assignment]:
    root = assignment.folder.parent.parent
    for name in loading.assignments(root):
        if name != assignment.id:
            try:
                yield loading.load(root, name)
            except (SpecError, UsageError):
                continue  # what is wrong with it is told when it is graded or verified


def work_in(path: Path, assignment: Assignment) -> Path | None:
    """Where in a learner's folder the file of the usual name lies: in itself, or where a course has it."""
    usual = (assignment.file, notebook_name(assignment))
    places = (path, path / assignment.id, path / "exercises" / assignment.id)
    return next((place for place in places if any(os.path.lexists(place / name) for name in usual)), None)


def _whole_answers(folder: Path, beside: Sequence[Path], assignment: Assignment) -> list[Path]:
    """Loose files that answer the assignment on their own, under names that are neither its own nor a module's.

    One learner's other versions are called like the file, and their modules are imported by it.
    """
    usual, least = PurePosixPath(assignment.file).stem.casefold(), (len(assignment.functions) + 1) // 2
    loose = [one for one in beside if one.is_file() and kind(one.name) in ("python", "notebook")]
    loose = [one for one in loose if usual not in one.stem.casefold() and not is_checks(one.name)]
    if len(loose) > _SOURCES:
        return loose
    texts = {one: _text_of(one) for one in (*loose, folder / assignment.file, folder / notebook_name(assignment))}
    found = []
    for one in loose:
        imported = re.compile(rf"\b(?:import|from)\s+\.?{re.escape(one.stem)}\b")
        if any(imported.search(text) for other, text in texts.items() if other != one):
            continue
        if sum(f"def {name}(" in texts[one] for name in assignment.functions) >= least:
            found.append(one)
    return found


def _text_of(path: Path) -> str:
    """The text of a file as far as it is looked through; "" where there is none that can be read."""
    if path.is_symlink() or not path.is_file():
        return ""
    with contextlib.suppress(OSError, Unusable):
        return disk_file(path, PurePosixPath(path.name)).read(SOURCE_BYTES).decode(errors="replace")
    return ""


def refuse_mixed(path: Path, name: str, others: int, assignment: Assignment, *, inside: bool = True) -> None:
    """Raise UsageError where `name` in a folder makes it one learner's, and that many others in it have work too.

    Taken for one learner's, it would leave all the others without a grade, and without a word. Where the usual file
    lies in the folder itself (not `inside` one of its folders), older versions may lie in folders beside it.
    """
    beside = [one for one in sorted(path.iterdir()) if one.name != name and one.name[:1] not in "._"]
    folders = [one for one in beside if one.is_dir() and work_in(one, assignment)]
    archives = [one for one in beside if kind(one.name) == "archive"]
    files = _whole_answers(path, beside, assignment)
    found = [*folders, *archives, *files]
    if len(folders) < (others if inside else _VERSIONS) and len(archives) < 2 and len(files) < 2:
        return
    shown = ", ".join(one_line(one.name, 40) for one in found[:3]) + (" ..." if len(found) > 3 else "")
    raise UsageError(
        f"{path}: one learner's folder, as {name} in it says, or many, as {shown} say? "
        f"Grade them by their own paths: grader grade {path}/*"
    )
