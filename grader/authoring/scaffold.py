"""`grader new`: a small working assignment to start from, copied from `template/` under a name of your own."""

from __future__ import annotations

import keyword
from collections.abc import Sequence
from pathlib import Path

from grader.authoring.template_languages import template_files
from grader.core.atomic_write import write_whole
from grader.core.errors import UsageError
from grader.core.languages import is_code
from grader.core.model import FALLBACK
from grader.course.languages import all_languages, languages_beside

__all__ = ["scaffold"]

_TEMPLATE = Path(__file__).with_name("template")


def scaffold(root: Path, name: str, languages: Sequence[str] = ()) -> list[Path]:
    """Write `solutions/<name>/` with two steps, checks, known mistakes, a variant, hints, predictions and a quiz.

    `languages` are those of its texts; by default those of the course's other assignments, or else English.
    Returns the files, relative to `root`. Raises UsageError where the name is no Python name or is taken, or where
    a language is none, MachineError where it cannot be written.
    """
    if not name.isidentifier() or keyword.iskeyword(name) or not name.isascii():
        raise UsageError(f"{name!r} cannot be an assignment's name: use letters, digits and _, as in layer_norm")
    folder = root / "solutions" / name
    if folder.exists():
        raise UsageError(f"solutions/{name} exists already; choose another name or edit what is there")
    for language in languages:
        if not is_code(language):
            raise UsageError(f"{language!r} is no code of a language, such as en, de or pt-BR")
    wanted = tuple(dict.fromkeys(languages)) or _usual(root)
    written = []
    for inside, text in template_files(_TEMPLATE, wanted):
        target = folder / inside.replace("NAME", name)
        write_whole(target, text.replace("NAME", name))
        written.append(target.relative_to(root))
    return written


def _usual(root: Path) -> tuple[str, ...]:
    """The languages of the course's other assignments; English where there are none."""
    manifests = sorted((root / "solutions").glob("*/assignment.yaml"))
    return all_languages([languages_beside(path.parent) for path in manifests]) or (FALLBACK,)
