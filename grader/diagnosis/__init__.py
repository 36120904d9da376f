"""Name the mistake: a learner's answers compared with what known mistakes give for the same arguments.

    corpus = Corpus.load(assignment.folder / "mistakes", reference_source)
    finding = diagnose(corpus, calls_of_the_failing_checks_of_one_step)

numpy is imported when something is diagnosed, YAML when something is found. The reference and the mistakes are
the instructor's own code and run in this process; a learner's code never does.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from grader.core.model import Call
from grader.diagnosis.known_mistakes import KnownMistakes
from grader.diagnosis.records import Diagnosis, Fact, Mistake

__all__ = ["KnownMistakes", "Diagnosis", "Fact", "Mistake", "diagnose", "headers", "twins"]


def headers(folder: Path, root: Path | None = None) -> tuple[Mistake, ...]:
    """The headers of the mistakes in `folder`, read and checked. Raises SpecError with a line for each complaint."""
    from grader.diagnosis.known_mistakes import read_headers

    return read_headers(folder, root)


def diagnose(corpus: KnownMistakes, calls: Sequence[Call], history: Sequence[Call] = ()) -> Diagnosis | None:
    """Which known mistake do these calls show, or which facts? See `grader.diagnosis.matching.diagnose`."""
    from grader.diagnosis.matching import diagnose as found

    return found(corpus, calls, history)


def twins(corpus: KnownMistakes, calls: Sequence[Call]) -> tuple[Call, ...]:
    """Calls worth making when all that is known is that these raised. See `grader.diagnosis.matching.twins`."""
    from grader.diagnosis.matching import twins as made

    return made(corpus, calls)
