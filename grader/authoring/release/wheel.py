"""The tool as a wheel for the kit: the package as it is, with no more requirements than a learner has.

Made by hand rather than by a build back end, so that it is the same bytes everywhere and needs no network. It is the
distribution `attention-grader` under a local version, so that installing the full tool later replaces it.
"""

from __future__ import annotations

import base64
import hashlib
import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

import grader

__all__ = ["REQUIRES", "contents", "pack", "wheel_name"]

REQUIRES = ("click>=8.1", "jinja2>=3.1", "numpy>=2.0", "pytest>=8.3", "pyyaml>=6.0.2")
"""What the learner's commands import, with the floors of `pyproject.toml`; jinja2 makes the pages."""

_LEFT_OUT = ("template", "__pycache__")  # the sample assignment has hidden checks of its own
STAMP = (1980, 1, 1, 0, 0, 0)


def wheel_name() -> str:
    """The file's name."""
    return f"attention_grader-{grader.__version__}+kit-py3-none-any.whl"


def contents() -> dict[str, bytes]:
    """The package's files, path in the wheel -> content."""
    top = Path(grader.__file__).parent
    files = {}
    for path in sorted(top.rglob("*")):
        inside = path.relative_to(top)
        if path.is_file() and not set(inside.parts) & set(_LEFT_OUT) and path.suffix not in (".pyc", ".pyo"):
            files[f"grader/{inside.as_posix()}"] = path.read_bytes()
    return files


def pack(files: Mapping[str, bytes]) -> bytes:
    """A wheel of these files. The same files give the same bytes."""
    info = f"attention_grader-{grader.__version__}+kit.dist-info"
    requires = "".join(f"Requires-Dist: {line}\n" for line in REQUIRES)
    whole = {
        **files,
        f"{info}/METADATA": (
            f"Metadata-Version: 2.1\nName: attention-grader\nVersion: {grader.__version__}+kit\n"
            "Summary: The learner's commands of attention-grader\nLicense: MIT\nRequires-Python: >=3.11\n"
            f"{requires}"
        ).encode(),
        f"{info}/WHEEL": b"Wheel-Version: 1.0\nGenerator: grader release\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/entry_points.txt": b"[console_scripts]\ngrader = grader.cli:main\n",
    }
    lines = [f"{name},{_digest(content)},{len(content)}" for name, content in sorted(whole.items())]
    whole[f"{info}/RECORD"] = ("\n".join([*lines, f"{info}/RECORD,,"]) + "\n").encode()
    return zipped(whole)


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
