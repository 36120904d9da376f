"""What a learner handed in -> Submission: a folder, a .py, a .ipynb, an archive, or a folder of those.

Everything is read as text and nothing is run. A file that cannot be graded gives a Submission whose `problem`
says so in one sentence; the others of its cohort are not affected. An archive is never unpacked: the one file
that is wanted is read out of it, up to a cap.
"""

from __future__ import annotations

import contextlib
import dataclasses
import difflib
import json
import os
import re
import tarfile
import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path, PurePosixPath

from grader.errors import UsageError
from grader.model import Assignment, Cell, Submission
from grader.text import one_line

__all__ = ["ARCHIVES", "find", "locate", "notebook_cells", "python_cells"]

ARCHIVES = (".zip", ".tar", ".tar.gz", ".tgz")
_SOURCE_BYTES = 1 << 20  # a Python file of an exercise is a few kilobytes
_NOTEBOOK_BYTES = 100 << 20  # notebooks carry pictures in their outputs
_ENTRIES = 5000  # files looked at in one submission
_SKIPPED = {"__pycache__", "node_modules", "site-packages", "venv", "__MACOSX"}
_CELL = re.compile(r"^# ?%%.*$", re.MULTILINE)


class _Unusable(Exception):
    """Why a submission cannot be graded, in one sentence."""


@dataclasses.dataclass(frozen=True)
class _File:
    """A file of a submission that has not been read yet."""

    path: PurePosixPath  # inside the submission
    size: int
    read: Callable[[int], bytes]  # at most that many bytes


def find(paths: Sequence[Path], assignment: Assignment) -> Iterator[Submission]:
    """The submissions that `paths` name, in a stable order, read one at a time.

    A path that does not exist, or a folder with nothing to grade, raises UsageError: that is the command's
    mistake, not a learner's.
    """
    for path in paths:
        if not path.exists():
            beside = [p.name for p in path.parent.iterdir()] if path.parent.is_dir() else []
            near = difflib.get_close_matches(path.name, beside, 1)
            tail = f"; did you mean {path.parent / near[0]}?" if near else ""
            raise UsageError(f"{path}: no such file or folder{tail}")
    taken: dict[str, int] = {}
    for path in paths:
        for one in _units(path, assignment):
            name = _name(one, assignment)
            taken[name] = taken.get(name, 0) + 1
            yield _submission(one, name if taken[name] == 1 else f"{name}-{taken[name]}", assignment)


def _units(path: Path, assignment: Assignment) -> list[Path]:
    """The submissions in `path`: itself, or what lies in it."""
    if not path.is_dir():
        return [path]
    with contextlib.suppress(_Unusable):
        if _candidates(list(_folder_files(path)), assignment, shallow=True):
            return [path]
    inside = sorted(
        p for p in path.iterdir()
        if not p.name.startswith((".", "_")) and p.name not in _SKIPPED and (p.is_dir() or _kind(p.name))
    )  # fmt: skip
    if not inside:
        raise UsageError(
            f"{path}: nothing to grade here; expected {assignment.file}, {_notebook(assignment)}, "
            f"or a folder with one submission for each learner"
        )
    return inside


def _kind(name: str) -> str:
    """What a name says a file is: python, notebook, archive, or an empty text."""
    lowered = name.lower()
    if lowered.endswith(ARCHIVES):
        return "archive"
    return "python" if lowered.endswith(".py") else "notebook" if lowered.endswith(".ipynb") else ""


def _name(path: Path, assignment: Assignment) -> str:
    """A submission's id: its folder's or file's name, and the folder's where the file has the usual name."""
    path = path.resolve()
    stem = path.name
    for ending in (*ARCHIVES, ".py", ".ipynb"):
        if stem.lower().endswith(ending):
            stem = stem[: -len(ending)]
            break
    usual = PurePosixPath(assignment.file).stem
    return one_line(path.parent.name if stem == usual and path.is_file() else stem, 80)


def _submission(path: Path, name: str, assignment: Assignment) -> Submission:
    shown = one_line(str(path), 400)
    try:
        files = list(_files(path))
        chosen, notes = _choose(files, assignment)
        text = _read(chosen)
        title = chosen.path.name
        if _kind(title) == "notebook":
            cells = notebook_cells(text, title)
        else:
            cells = python_cells(text, title)
        answers = next(
            (f for f in files if f.path.name == "answers.yaml" and f.path.parent == chosen.path.parent), None
        )
        written = _read(answers) if answers is not None else None
    except _Unusable as problem:
        return Submission(id=name, path=shown, problem=str(problem))
    except RecursionError:
        return Submission(id=name, path=shown, problem=f"{path.name}: nested too deeply to be read")
    return Submission(id=name, path=shown, cells=cells, notes=tuple(notes), answers=written)


# -- which files there are -------------------------------------------------------------------------------------


def _files(path: Path) -> Iterator[_File]:
    if path.is_dir():
        return _folder_files(path)
    if path.name.lower().endswith(".zip"):
        return _zip_files(path)
    if _kind(path.name) == "archive":
        return _tar_files(path)
    if not _kind(path.name):
        raise _Unusable(f"{one_line(path.name, 80)}: not a .py, .ipynb, .zip or .tar.gz file")
    return iter([_disk_file(path, PurePosixPath(path.name))])


def _disk_file(path: Path, inside: PurePosixPath) -> _File:
    def read(limit: int) -> bytes:
        try:
            with open(path, "rb") as stream:
                return stream.read(limit)
        except OSError as error:
            raise _Unusable(f"{inside}: cannot be read: {error.strerror}") from None

    try:
        size = path.stat().st_size
    except OSError as error:
        raise _Unusable(f"{inside}: cannot be read: {error.strerror}") from None
    if not path.is_file():
        raise _Unusable(f"{inside}: not a regular file")
    return _File(inside, size, read)


def _folder_files(folder: Path) -> Iterator[_File]:
    root = folder.resolve()
    count = 0
    for top, folders, names in os.walk(folder):
        folders[:] = sorted(f for f in folders if not f.startswith(".") and f not in _SKIPPED)
        if len(Path(top).relative_to(folder).parts) >= 5:
            folders[:] = []
        for name in sorted(names):
            count += 1
            if count > _ENTRIES:
                raise _Unusable(f"more than {_ENTRIES} files; hand in the exercise's folder alone")
            path = Path(top) / name
            inside = PurePosixPath(path.relative_to(folder).as_posix())
            if not _kind(name) and name != "answers.yaml":
                continue
            if path.is_symlink() and not path.resolve().is_relative_to(root):
                raise _Unusable(f"{inside}: a link to a place outside the submission; hand in the file itself")
            if path.is_file():
                yield _disk_file(path, inside)


def _zip_files(path: Path) -> Iterator[_File]:
    try:
        archive = zipfile.ZipFile(path)
        infos = archive.infolist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        raise _Unusable(f"{one_line(path.name, 80)}: not a ZIP archive that can be read") from None

    def reader(info: zipfile.ZipInfo) -> Callable[[int], bytes]:
        def read(limit: int) -> bytes:
            try:
                with archive.open(info) as stream:
                    return stream.read(limit)
            except (zipfile.BadZipFile, OSError, RuntimeError, NotImplementedError, EOFError, ValueError) as error:
                why = "is encrypted" if info.flag_bits & 1 else f"cannot be read ({type(error).__name__})"
                raise _Unusable(f"{_inside(info.filename)}: {why}") from None

        return read

    return _members((info.filename, info.file_size, info.is_dir(), reader(info)) for info in infos)


def _tar_files(path: Path) -> Iterator[_File]:
    try:
        archive = tarfile.open(path)  # noqa: SIM115  # read lazily; closed with the process
        members = []
        for member in archive:  # one at a time: the list of a tar bomb is as long as the bomb
            members.append(member)
            if len(members) > _ENTRIES:
                raise _Unusable(f"more than {_ENTRIES} files; hand in the exercise's folder alone")
    except (tarfile.TarError, OSError, EOFError, ValueError):
        raise _Unusable(f"{one_line(path.name, 80)}: not a TAR archive that can be read") from None

    def reader(member: tarfile.TarInfo) -> Callable[[int], bytes]:
        def read(limit: int) -> bytes:
            if member.issym() or member.islnk():
                raise _Unusable(f"{_inside(member.name)}: a link; hand in the file itself")
            stream = archive.extractfile(member)
            if stream is None:
                raise _Unusable(f"{_inside(member.name)}: not a regular file")
            return stream.read(limit)

        return read

    return _members((m.name, m.size, m.isdir(), reader(m)) for m in members)


def _members(entries: Iterator[tuple[str, int, bool, Callable[[int], bytes]]]) -> Iterator[_File]:
    for count, (name, size, folder, read) in enumerate(entries):
        if count > _ENTRIES:
            raise _Unusable(f"more than {_ENTRIES} files; hand in the exercise's folder alone")
        inside = PurePosixPath(name.replace("\\", "/"))
        if inside.is_absolute() or ".." in inside.parts or re.match(r"[A-Za-z]:", name):
            raise _Unusable(f"{_inside(name)}: a path out of the archive; pack the exercise's folder again")
        if folder or any(part.startswith(".") or part in _SKIPPED for part in inside.parts):
            continue
        if _kind(inside.name) in ("python", "notebook") or inside.name == "answers.yaml":
            yield _File(inside, size, read)


def _inside(name: str) -> str:
    return one_line(name, 80)


# -- which of them is meant ------------------------------------------------------------------------------------


def _notebook(assignment: Assignment) -> str:
    return PurePosixPath(assignment.file).with_suffix(".ipynb").name


def _candidates(files: list[_File], assignment: Assignment, *, shallow: bool = False) -> list[_File]:
    """Files of the assignment's own name, as Python or notebook, nearest to the top first.

    `shallow` takes only the places where one learner's folder has it, so that a cohort is not mistaken for one.
    """
    usual = {assignment.file, _notebook(assignment)}
    found = [f for f in files if f.path.name in usual]
    if shallow:
        places = ((), (assignment.id,), ("exercises", assignment.id))
        found = [f for f in found if f.path.parent.parts in places]
    return sorted(found, key=lambda f: (len(f.path.parts), f.path.suffix != ".py", str(f.path)))


def _choose(files: list[_File], assignment: Assignment) -> tuple[_File, list[str]]:
    """The file to grade, and what a person should know about the choice. Raises _Unusable."""
    if len(files) == 1 and _kind(files[0].path.name):
        return files[0], []
    found = _candidates(files, assignment)
    if found:
        others = [f for f in found[1:] if f.path.parent == found[0].path.parent]
        if others and _is_stub(found[0], assignment):
            return others[0], [f"graded {others[0].path.name}; {found[0].path.name} is still the empty exercise"]
        return found[0], [f"graded {found[0].path.name}; {others[0].path.name} was not read"] if others else []
    sources = [f for f in files if _kind(f.path.name) and not f.path.name.startswith("test_")]
    defining = [f for f in sources if _defines_any(f, assignment)] if len(sources) > 1 else sources
    if len(defining) == 1:
        return defining[0], [f"graded {one_line(defining[0].path.name, 80)}; the usual name is {assignment.file}"]
    if not sources:
        raise _Unusable(f"no {assignment.file} and no {_notebook(assignment)} in it")
    names = ", ".join(one_line(f.path.name, 40) for f in sources[:4])
    raise _Unusable(f"no {assignment.file}, and several files could be meant ({names}); name yours {assignment.file}")


def _defines_any(file: _File, assignment: Assignment) -> bool:
    pattern = rb"def\s+(" + b"|".join(name.encode() for name in assignment.functions) + rb")\b"
    with contextlib.suppress(_Unusable):
        return re.search(pattern, file.read(_SOURCE_BYTES)) is not None
    return False


def _is_stub(file: _File, assignment: Assignment) -> bool:
    """True where every function of the file is still the stub's text."""
    with contextlib.suppress(_Unusable):
        text = file.read(_SOURCE_BYTES)
        return text.count(b"raise NotImplementedError()") >= len(assignment.functions)
    return False


# -- text and cells --------------------------------------------------------------------------------------------


def _read(file: _File) -> str:
    name = one_line(str(file.path), 80)
    limit = _NOTEBOOK_BYTES if file.path.suffix.lower() == ".ipynb" else _SOURCE_BYTES
    data = file.read(limit + 1) if file.size <= limit else b""
    if file.size > limit or len(data) > limit:
        size = max(file.size, len(data))
        raise _Unusable(f"{name}: {size / (1 << 20):.0f} MiB; at most {limit >> 20} MiB is read. Is it the right file?")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise _Unusable(f"{name}:{line}: not UTF-8; save the file again with the encoding UTF-8") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def python_cells(text: str, name: str) -> tuple[Cell, ...]:
    """The cells of a percent-format file; a file without `# %%` lines is one cell."""
    cells, position = [], 0
    for match in [*_CELL.finditer(text), None]:
        end = len(text) if match is None else match.start()
        piece = text[position:end]
        if piece.strip():
            cells.append(Cell(piece, name, text.count("\n", 0, position) + 1))
        position = end
    return tuple(cells)


def notebook_cells(text: str, name: str) -> tuple[Cell, ...]:
    """The code cells of a notebook (nbformat 3 or 4), magics and shell lines blanked. Raises _Unusable."""
    try:
        notebook = json.loads(text)
    except (ValueError, RecursionError) as error:
        if "<<<<<<<" in text:
            line = text.count("\n", 0, text.index("<<<<<<<")) + 1
            raise _Unusable(f"{name}:{line}: an unresolved Git conflict; choose one side and save again") from None
        line = getattr(error, "lineno", 1)
        raise _Unusable(f"{name}:{line}: not a notebook (no JSON); save it again from Jupyter") from None
    sheets = notebook.get("worksheets") if isinstance(notebook, dict) else None
    holder = sheets[0] if isinstance(sheets, list) and sheets and isinstance(sheets[0], dict) else notebook
    listed = holder.get("cells") if isinstance(holder, dict) else None
    if not isinstance(listed, list):
        raise _Unusable(f"{name}: JSON, but no notebook: it has no list of cells")
    cells = []
    for number, cell in enumerate(listed, start=1):
        if not isinstance(cell, dict) or cell.get("cell_type") != "code":
            continue
        source = cell.get("source", cell.get("input", ""))
        source = "".join(str(part) for part in source) if isinstance(source, list) else str(source)
        if source.strip():
            cells.append(Cell(_without_magics(source), f"{name} cell {number}"))
    if sum(len(cell.text) for cell in cells) > _SOURCE_BYTES:
        raise _Unusable(f"{name}: more than {_SOURCE_BYTES >> 20} MiB of code. Is it the right file?")
    return tuple(cells)


def _without_magics(source: str) -> str:
    """The cell with lines for the notebook's shell (`%timeit`, `!pip`, `?name`) turned into comments."""
    lines = source.replace("\r\n", "\n").split("\n")
    first = next((line for line in lines if line.strip()), "")
    if first.startswith("%%") and first.split()[0] not in ("%%time", "%%timeit", "%%capture"):
        return "\n".join(f"# {line}" for line in lines)
    return "\n".join(re.sub(r"^(\s*)([%!?].*)$", r"\1pass  # \2", line) for line in lines)


def locate(submission: Submission, function: str) -> tuple[str, int] | None:
    """Where the learner defines `function`: cell name and line of its last definition, by text alone."""
    pattern = re.compile(rf"^(?:async\s+)?def\s+{re.escape(function)}\b|^{re.escape(function)}\s*=", re.MULTILINE)
    for cell in reversed(submission.cells):
        matches = list(pattern.finditer(cell.text))
        if matches:
            return cell.name, cell.line + cell.text.count("\n", 0, matches[-1].start())
    return None
