"""What a result depends on, and the key it is kept under.

A key is a hash over the submission's content and everything else that decides its report: the suite, the engine,
the interpreter and numpy, the seed, the steps asked for, the isolation required, and the language (a report's texts
are made when it is scored). The same key means the same report, apart from times and paths.
"""

from __future__ import annotations

import dataclasses
import hashlib
import importlib.metadata
import json
import platform
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import grader
from grader.core.model import Assignment, Cell, FileUse, Submission, Text
from grader.course.loading import suite_hash

__all__ = ["GradingTask", "GradingTerms", "content_of", "digest_of", "submission_of", "terms_of"]


_BARE = Submission("", "")


@dataclasses.dataclass(frozen=True)
class GradingTerms:
    """What all results of a run depend on; plain data, so that it can be sent to another process."""

    root: str  # the course's folder
    assignment: str
    suite: str
    engine: str
    python: str
    numpy: str
    seed: int
    only: tuple[str, ...]
    language: str
    isolation: str  # the level required
    way: str | None = None  # forces how learners' processes start, in tests

    @property
    def partial(self) -> str:
        """The steps or checks that were asked for, in one text; "" where all were."""
        return " ".join(sorted(self.only))

    def key(self, digest: str) -> str:
        """The key of the result of a submission with that digest. 32 hex digits."""
        parts = [digest, self.assignment, self.suite, self.engine, self.python, self.numpy, self.seed, self.partial]
        parts += [self.language, self.isolation, self.way]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:32]

    def to_json(self) -> str:
        """The terms as one line of JSON."""
        return json.dumps(dataclasses.asdict(self))

    @classmethod
    def from_json(cls, text: str | bytes) -> GradingTerms:
        """The terms that `to_json` wrote."""
        data: dict[str, Any] = json.loads(text)
        return cls(**{**data, "only": tuple(data["only"])})


@dataclasses.dataclass(frozen=True)
class GradingTask:
    """A submission on its way to a grader: its place in the order of the run, and its content as JSON."""

    index: int
    submission: Submission
    content: str
    digest: str

    @classmethod
    def of(cls, index: int, submission: Submission) -> GradingTask:
        """The task of grading `submission`.

        Which files lay next to the work is in the content, and not in the digest: it changes no outcome, and a file
        that was left in the folder makes no new attempt.
        """
        content = content_of(submission)
        judged = content_of(dataclasses.replace(submission, files=())) if submission.files else content
        return cls(index, submission, content, digest_of(submission.id, judged))


def terms_of(
    root: Path,
    assignment: Assignment,
    *,
    seed: int,
    only: tuple[str, ...] = (),
    language: str = "en",
    isolation: str | None = None,
    way: str | None = None,
) -> GradingTerms:
    """The terms of grading here and now. The learners' interpreter and numpy are those of this process."""
    return GradingTerms(
        str(root.resolve()),
        assignment.id,
        suite_hash(assignment),
        grader.__version__,
        platform.python_version(),
        importlib.metadata.version("numpy"),
        seed,
        only,
        language,
        isolation or assignment.isolation,
        way,
    )


def content_of(submission: Submission) -> str:
    """What was handed in, as one line of JSON: everything a grade may depend on except the id.

    What is as a submission has it by default is left out, so that a field which is added later changes no digest.
    """
    content = {
        field.name: value
        for field in dataclasses.fields(submission)
        if field.name not in ("id", "path") and (value := getattr(submission, field.name)) != getattr(_BARE, field.name)
    }
    return json.dumps(content, sort_keys=True, default=_plain)


def _plain(value: object) -> object:
    """A cell, a file, a text, or a mapping of another kind than a dict, as a dict."""
    if isinstance(value, Text):
        return value.data
    if isinstance(value, Mapping):
        return dict(value)
    fields = dataclasses.fields(cast("Cell", value))
    return {field.name: part for field in fields if (part := getattr(value, field.name)) is not None}


def digest_of(submission_id: str, content: str) -> str:
    """SHA-256 of a submission's id and content. The id counts: quiz variants are drawn by it."""
    return hashlib.sha256(f"{submission_id}\n{content}".encode()).hexdigest()


def submission_of(submission_id: str, path: str, content: str) -> Submission:
    """The submission that `content_of` wrote down."""
    data: dict[str, Any] = json.loads(content)
    fields: dict[str, Any] = {name: _field(name, value) for name, value in data.items()}
    return Submission(submission_id, path, **fields)


def _field(name: str, value: Any) -> Any:
    """A field of a submission as it was before it became JSON."""
    if name == "problem":
        return _text(value)
    if name == "notes":
        return tuple(map(_text, value))
    if name == "files":
        return tuple(FileUse(**{**file, "why": _text(file["why"])}) for file in value)
    return tuple(Cell(**cell) for cell in value) if isinstance(value, list) else value


def _text(value: dict[str, str] | str) -> Text:
    """What people read, by language; older gradebooks kept it in English alone."""
    return Text(value)
