"""Name the mistake: a learner's answers compared with what known mistakes give for the same arguments.

    corpus = Corpus.load(assignment.folder / "mistakes", reference_source)
    finding = diagnose(corpus, calls_of_the_failing_checks_of_one_step)

numpy is imported when something is diagnosed, YAML when something is found. The reference and the mistakes are
the instructor's own code and run in this process; a learner's code never does.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from grader.diagnose.corpus import Corpus
from grader.diagnose.records import Diagnosis, Fact, Mistake
from grader.model import Call

__all__ = ["Corpus", "Diagnosis", "Fact", "Mistake", "diagnose", "headers", "twins"]


def headers(folder: Path, root: Path | None = None) -> tuple[Mistake, ...]:
    """The headers of the mistakes in `folder`, read and checked. Raises SpecError with a line for each complaint."""
    from grader.diagnose.corpus import read_headers

    return read_headers(folder, root)


def diagnose(corpus: Corpus, calls: Sequence[Call], history: Sequence[Call] = ()) -> Diagnosis | None:
    """Which known mistake do these calls show, or which facts? See `grader.diagnose.match.diagnose`."""
    from grader.diagnose.match import diagnose as found

    return found(corpus, calls, history)


def twins(corpus: Corpus, calls: Sequence[Call]) -> tuple[Call, ...]:
    """Calls worth making when all that is known is that these raised. See `grader.diagnose.twin.twins`."""
    from grader.diagnose.twin import twins as made

    return made(corpus, calls)
