"""The languages of a course, as its `assignment.yaml` declares them.

    languages: [en, ko]

Without that key they are the languages of the title; a plain title is English.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from pathlib import Path

from grader.core.errors import UsageError
from grader.core.languages import both, choose
from grader.core.model import FALLBACK

__all__ = ["all_languages", "languages_beside", "languages_in", "spoken_in"]


def languages_beside(folder: Path) -> tuple[str, ...]:
    """The languages of the assignment in whose folder, or in whose `public/` or `mistakes/`, a file stands.

    Empty where there is no manifest, or one that is not YAML, which its own reader complains about.
    """
    for place in (folder, folder.parent):
        manifest = place / "assignment.yaml"
        try:
            state = manifest.stat()
        except OSError:
            continue
        return _languages(manifest, state.st_mtime_ns, state.st_size)
    return ()


@functools.lru_cache(maxsize=256)
def _languages(manifest: Path, changed: int, size: int) -> tuple[str, ...]:
    try:
        return languages_in(manifest.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        return ()


def languages_in(text: str) -> tuple[str, ...]:
    """The languages that a manifest (or a quiz, which has no key of its own for them) declares; never raises."""
    import yaml

    try:
        top = yaml.compose(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except (yaml.YAMLError, RecursionError):
        return ()
    keys = {key.value: value for key, value in top.value} if isinstance(top, yaml.MappingNode) else {}
    listed, title = keys.get("languages"), keys.get("title")
    if isinstance(listed, yaml.SequenceNode):
        return tuple(one.value for one in listed.value if isinstance(one, yaml.ScalarNode))
    if isinstance(title, yaml.MappingNode):
        return tuple(key.value for key, _ in title.value if isinstance(key, yaml.ScalarNode))
    return (FALLBACK,)


def spoken_in(languages: Sequence[str], wanted: str | None) -> str:
    """The language of a course to speak: the one asked for, the learner's where the course has it, or its first.

    Raises UsageError, with the languages there are, where one is asked for that the course lacks.
    """
    if wanted is not None and wanted not in languages:
        raise UsageError(both("usage.no_language", word=wanted, languages=", ".join(languages)))
    return choose(wanted, languages)


def all_languages(courses: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """The languages of several assignments, each once, those of the first one first."""
    return tuple(dict.fromkeys(language for languages in courses for language in languages))
