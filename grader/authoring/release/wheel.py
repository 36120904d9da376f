"""The tool as the kit ships it: the ordinary wheel of `attention-grader`, packed again from what is installed here.

Building it anew would need the sources and a build back end. An installation has the package and the metadata that the
wheel came with, so the same name, version, requirements and commands go on. Two things stay out: the sample assignment,
since a course that was begun with `grader new` may still have its hidden checks, and the description, which is the
repository's README and shows a report.
"""

from __future__ import annotations

import base64
import hashlib
import importlib.metadata
import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

import grader
from grader.core.errors import MachineError

__all__ = ["contents", "pack", "requirements", "requires", "tool", "wheel_name", "zipped"]

_NAME = "attention-grader"
_LEFT_OUT = ("template", "__pycache__")
_METADATA = ("METADATA", "WHEEL", "entry_points.txt")
STAMP = (1980, 1, 1, 0, 0, 0)


def wheel_name() -> str:
    """The file's name."""
    return f"attention_grader-{grader.__version__}-py3-none-any.whl"


def requirements(folder: str = "tools") -> str:
    """A requirements.txt: the file that the tool comes from, and its name and version; no index is asked for it.

    In this order, since pip looks for a name at once unless a file with that name came before.
    """
    return f"./{folder}/{wheel_name()}\n{_NAME}=={grader.__version__}\n"


def requires() -> tuple[str, ...]:
    """What the tool itself needs, without the extras, as its metadata has it."""
    lines = _installed().requires or []
    return tuple(sorted(line for line in lines if "extra ==" not in line))


def contents() -> dict[str, bytes]:
    """The package's files, path in the wheel -> content."""
    top = Path(grader.__file__).parent
    files = {}
    for path in sorted(top.rglob("*")):
        inside = path.relative_to(top)
        if path.is_file() and not set(inside.parts) & set(_LEFT_OUT) and path.suffix not in (".pyc", ".pyo"):
            files[f"grader/{inside.as_posix()}"] = path.read_bytes()
    return files


def tool() -> dict[str, bytes]:
    """The files of the wheel: the package and its metadata. Raises MachineError where nothing is installed."""
    files = contents()
    for path in _installed().files or ():
        if path.parent.name == "licenses" or (path.parent.suffix == ".dist-info" and path.name in _METADATA):
            files[f"{_info()}/{path.as_posix().partition('/')[2]}"] = path.read_binary()
    metadata = f"{_info()}/METADATA"
    files[metadata] = files[metadata].partition(b"\n\n")[0] + b"\n"
    return files


def _info() -> str:
    return f"attention_grader-{grader.__version__}.dist-info"


def _installed() -> importlib.metadata.Distribution:
    """The installation. Raises MachineError where there is none, or one of another version."""
    how = "run `python -m pip install -e .` in the clone"
    try:
        found = importlib.metadata.distribution(_NAME)
    except importlib.metadata.PackageNotFoundError:
        raise MachineError(f"{_NAME} is not installed here, so its wheel cannot be made; {how}") from None
    if found.version != grader.__version__:
        raise MachineError(f"{_NAME} {found.version} is installed, but {grader.__version__} is running; {how}")
    return found


def pack(files: Mapping[str, bytes]) -> bytes:
    """A wheel of these files. The same files give the same bytes."""
    record = f"{_info()}/RECORD"
    lines = [f"{name},{_digest(content)},{len(content)}" for name, content in sorted(files.items())]
    return zipped({**files, record: ("\n".join([*lines, f"{record},,"]) + "\n").encode()})


def _digest(content: bytes) -> str:
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


def zipped(files: Mapping[str, bytes]) -> bytes:
    """A ZIP archive that depends only on names and contents.

    Stored, not deflated: compressed bytes differ from one zlib to another.
    """
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name, content in sorted(files.items()):
            entry = zipfile.ZipInfo(name, STAMP)
            entry.create_system, entry.external_attr = 3, 0o100644 << 16
            archive.writestr(entry, content)
    return out.getvalue()
