"""What the page of a report borrows from the lesson: its figures, and what each step makes, in one language."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from pathlib import Path

from grader.core.errors import SpecError

__all__ = ["LessonParts", "lesson_parts"]


@dataclasses.dataclass(frozen=True, slots=True)
class LessonParts:
    """Parts of a lesson, by the id of the step that they belong to. The figures are trusted markup."""

    figures: Mapping[str, str] = dataclasses.field(default_factory=dict)  # SVG
    makes: Mapping[str, Mapping[str, str]] = dataclasses.field(default_factory=dict)  # result -> shape
    letters: str = ""  # what the letters in the shapes mean


def lesson_parts(folder: Path, language: str) -> LessonParts:
    """The parts of the assignment in `folder`, which is `exercises/<id>` or `solutions/<id>` of a course.

    A manifest that cannot be read has no shapes: a page is made all the same.
    """
    from grader.course.loading import load, read_all  # with yaml, which a page alone does not need

    public = folder.parent.name == "exercises"
    images = (folder if public else folder / "public") / "images"
    figures = read_all(images, language) if images.is_dir() else {}
    try:
        assignment = load(folder.parent.parent, folder.name, public=public)
    except SpecError:
        return LessonParts(figures)
    makes = {step.id: step.makes for step in assignment.steps}
    return LessonParts(figures, makes, assignment.letters[language] if assignment.letters else "")
