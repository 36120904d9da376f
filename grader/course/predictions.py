"""Questions before the code: a shape, a row sum, a yes or no, asked before a step is coded.

`exercises/<assignment>/predict.yaml` has the questions with their answers; nothing is graded. The first answer to
each is remembered in `.grader/state.json`, with the misconception that a wrong one shows.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from pathlib import Path

from grader.core import yaml_reader
from grader.core.model import Assignment, Step, Text

__all__ = ["Prediction", "questions_of", "right", "same_kind", "slip", "understood", "wanted"]

SCHEMA = "grader/predict/1"


@dataclasses.dataclass(frozen=True)
class PredictionSlip:
    """A wrong answer that shows something: which misconception, and what to think about."""

    says: Text
    about: str = ""


@dataclasses.dataclass(frozen=True)
class Prediction:
    """One thing to predict. An answer is a shape, a number, or yes / no."""

    id: str
    ask: Text
    answer: str
    why: Text
    slips: Mapping[str, PredictionSlip] = dataclasses.field(default_factory=dict)

    def __post_init__(self) -> None:
        for text in (self.answer, *self.slips):
            if understood(text) is None:
                raise ValueError(f"answer {text!r} is no shape such as (2, 3), no number and not yes or no")


@dataclasses.dataclass(frozen=True)
class _PredictFile:
    """The keys of a predict.yaml."""

    schema: str
    steps: Mapping[str, tuple[Prediction, ...]]

    def __post_init__(self) -> None:
        if self.schema != SCHEMA:
            raise ValueError(f"schema is {self.schema!r}; this version reads {SCHEMA!r}")


def questions_of(assignment: Assignment, step: Step) -> tuple[Prediction, ...]:
    """The questions of a step, if there are any. Raises SpecError."""
    path = assignment.folder / "predict.yaml"
    if not path.is_file():
        return ()
    key = (path, path.stat().st_mtime_ns)
    if key not in _READ:
        _READ.clear()
        root = assignment.folder.parent.parent
        _READ[key] = yaml_reader.read(path, _PredictFile, root=root, languages=assignment.languages)
    return _READ[key].steps.get(step.id, ())


_READ: dict[tuple[Path, int], _PredictFile] = {}
_WORDS = dict.fromkeys(("yes", "y", "true", "네", "예"), True)
_WORDS |= dict.fromkeys(("no", "n", "false", "아니요", "아니오", "아뇨"), False)


def understood(text: str) -> tuple[int, ...] | float | bool | None:
    """What an answer means: a shape, a number, yes or no; None where it is none of them.

    (2, 3) and 2x3 and [2,3] are one shape; 1 and 1.0 and 1/1 are one number.
    """
    text = text.strip().strip("'\"").lower()
    if text in _WORDS:
        return _WORDS[text]
    inner = re.fullmatch(r"[(\[]\s*(.*?)\s*,?\s*[)\]]", text)
    body = inner.group(1) if inner else text
    parts = [part for part in re.split(r"\s*[,x×]\s*|\s+", body) if part]
    if parts and (inner or len(parts) > 1) and all(part.isdigit() for part in parts):
        return tuple(int(part) for part in parts)
    if inner and not parts:
        return ()
    number = re.fullmatch(r"(-?\d+(?:\.\d+)?)(?:\s*/\s*(\d+(?:\.\d+)?))?", text)
    if number:
        below = float(number.group(2) or 1)
        return float(number.group(1)) / below if below else None
    return None


def same_kind(question: Prediction, given: str) -> bool:
    """Is it the kind of answer that is asked for: a shape, a number, or yes / no?"""
    return type(understood(given)) is type(understood(question.answer))


def wanted(question: Prediction) -> str:
    """The id of the sentence that says which kind is asked for."""
    answer = understood(question.answer)
    if isinstance(answer, bool):
        return "kit.predict_want_word"
    return "kit.predict_want_shape" if isinstance(answer, tuple) else "kit.predict_want_number"


def same(one: str, other: str) -> bool:
    """Do two answers mean the same?"""
    a, b = understood(one), understood(other)
    if a is None or b is None or type(a) is not type(b):
        return False
    if isinstance(a, float) and isinstance(b, float):
        return abs(a - b) <= 5e-3 * max(1.0, abs(b))
    return a == b


def right(question: Prediction, given: str) -> bool:
    """Is it the answer?"""
    return same(given, question.answer)


def slip(question: Prediction, given: str) -> PredictionSlip | None:
    """What a wrong answer shows, if it is one of the known ones."""
    return next((found for text, found in question.slips.items() if same(given, text)), None)
