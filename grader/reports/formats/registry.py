"""The formats that come with the grader, by the word that stands behind `grader report --to`."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Final

from grader.core.hookspecs import hookimpl
from grader.reports.formats import (
    classroom,
    classroom50,
    csv,
    exercism,
    github,
    gradescope,
    junit,
    markdown,
    prairielearn,
)
from grader.reports.formats.transcript import Transcript

__all__ = ["FORMATS", "Format"]


@dataclasses.dataclass(frozen=True)
class Format:
    """A format: the ending of its files, what it is for, and the pure function that writes it.

    `write` gets what a learner may read and the environment (the runner's variables, where the format asks for some).
    """

    ending: str
    purpose: str
    write: Callable[[Transcript, Mapping[str, str]], str]


FORMATS: Final[Mapping[str, Format]] = {
    "github": Format(".md", "a job summary, for $GITHUB_STEP_SUMMARY", github.summary),
    "github-commands": Format(".txt", "annotations and notices, to be printed in a job", github.write_commands),
    "github-outputs": Format(".txt", "a step's outputs, for $GITHUB_OUTPUT", github.write_outputs),
    "classroom": Format(".txt", "a GitHub Classroom result, version 3, base64", classroom.write),
    "classroom-v1": Format(".txt", "a GitHub Classroom result, version 1, base64", classroom.write_v1),
    "classroom50": Format(".json", "Classroom 50 result.json", classroom50.write),
    "gradescope": Format(".json", "Gradescope results.json", gradescope.write),
    "prairielearn": Format(".json", "PrairieLearn results.json", prairielearn.write),
    "exercism": Format(".json", "Exercism results.json, version 3", exercism.write),
    "junit": Format(".xml", "JUnit XML", junit.write),
    "markdown": Format(".md", "Markdown for a release or a comment", markdown.write),
    "csv": Format(".csv", "one row a step", csv.write),
}


@hookimpl
def register_reports() -> Mapping[str, Format]:
    """The built-in formats, through the seam that other packages use."""
    return FORMATS
