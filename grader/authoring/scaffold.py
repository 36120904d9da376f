"""`grader new`: a small working assignment to start from, copied from `template/` under a name of your own."""

from __future__ import annotations

import keyword
from pathlib import Path

from grader.core.atomic_write import write_whole
from grader.core.errors import UsageError

__all__ = ["scaffold"]

_TEMPLATE = Path(__file__).with_name("template")


def scaffold(root: Path, name: str) -> list[Path]:
    """Write `solutions/<name>/` with two steps, checks, known mistakes, a variant, hints, predictions and a quiz.

    Returns the files, relative to `root`. Raises UsageError where the name is no Python name or is taken,
    MachineError where it cannot be written.
    """
    if not name.isidentifier() or keyword.iskeyword(name) or not name.isascii():
        raise UsageError(f"{name!r} cannot be an assignment's name: use letters, digits and _, as in layer_norm")
    folder = root / "solutions" / name
    if folder.exists():
        raise UsageError(f"solutions/{name} exists already; choose another name or edit what is there")
    written = []
    for source in sorted(_TEMPLATE.rglob("*")):
        if source.is_file() and "__pycache__" not in source.parts:
            inside = source.relative_to(_TEMPLATE).as_posix().replace("NAME", name)
            target = folder / inside
            write_whole(target, source.read_text(encoding="utf-8").replace("NAME", name))
            written.append(target.relative_to(root))
    return written
