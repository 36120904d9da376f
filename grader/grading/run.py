"""grade(assignment, submissions) -> one Report each.

submission -> suite (executor, sandbox) -> outcomes -> score (points and words, diagnosis, quiz) -> Report
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

import grader
from grader.core.model import Assignment, Call, Isolation, Provenance, Submission
from grader.core.seeds import drawn_seed
from grader.course.hints import hinted
from grader.course.loading import suite_hash
from grader.execution.probe import establish
from grader.grading.score import Diagnose, Mark, Named, Scorer, check_words
from grader.reports.schema import Diagnosed, QuizAnswers, Report, Score
from grader.suite.checks import Run, Twins
from grader.suite.pytest_session import SuiteOptions, run_suite

if TYPE_CHECKING:
    from grader.diagnosis import Diagnosis, KnownMistakes
    from grader.quiz import Bank
    from grader.quiz.misconceptions import Slip
    from grader.submissions.cache_key import GradingTerms

__all__ = ["diagnoser", "grade", "grade_under", "known_mistakes", "twins_of"]


def grade(
    assignment: Assignment,
    submissions: Iterable[Submission],
    deliver: Callable[[Report], None],
    *,
    isolation: str | None = None,
    seed: int | None = None,
    only: tuple[str, ...] = (),
    language: str = "en",
    way: str | None = None,
) -> Isolation:
    """Grade each submission and call `deliver` with its report, in their order.

    `isolation` is the level that is required (default: the assignment's). Without a `seed` one is drawn; the reports
    say which. `only` are step or check ids; a report of a partial run says so. Returns the isolation that held.
    Raises IsolationError, MachineError, SpecError.
    """
    words, corpus, bank = check_words(assignment, language), known_mistakes(assignment), _bank(assignment)
    seed = drawn_seed() if seed is None else seed
    executor, held = establish(assignment.limits, isolation or assignment.isolation, way=way)
    with executor:
        executor.start()
        provenance = Provenance(
            engine=grader.__version__,
            suite=suite_hash(assignment),
            seed=seed,
            python=str(executor.hello.get("python", "")),
            numpy=str(executor.hello.get("numpy", "")),
            graded_at="",
        )
        uncollected: dict[str, str] = {}  # filled before the first submission is delivered
        scorer = Scorer(
            assignment,
            held,
            provenance,
            uncollected,
            only,
            language,
            words,
            diagnose=diagnoser(corpus, language, _belief(assignment), costly=assignment.hint_cost > 0),
            quiz=_marker(assignment, bank),
            hinted=hinted(assignment.folder / "public"),
        )

        def one(run: Run) -> None:
            deliver(scorer.report(run))

        chosen = SuiteOptions(seed=seed, only=only, twins=twins_of(corpus), corpus=corpus)
        run_suite(assignment, executor, submissions, one, chosen, uncollected=uncollected)
    return held


def grade_under(
    terms: GradingTerms, assignment: Assignment, submissions: Iterable[Submission], deliver: Callable[[Report], None]
) -> Isolation:
    """`grade` with the seed, steps, language and isolation of a run's terms; every engine of a batch calls this."""
    return grade(
        assignment,
        submissions,
        deliver,
        isolation=terms.isolation,
        seed=terms.seed,
        only=terms.only,
        language=terms.language,
        way=terms.way,
    )


def known_mistakes(assignment: Assignment) -> KnownMistakes | None:
    """The assignment's known mistakes over its reference; None where there are none. Raises SpecError."""
    folder = assignment.folder / "mistakes"
    if not any(folder.glob("*.py")):
        return None
    from grader.diagnosis import KnownMistakes

    return KnownMistakes.load(folder, (assignment.folder / assignment.file).read_text(encoding="utf-8"))


def diagnoser(
    corpus: KnownMistakes | None,
    language: str,
    belief: Callable[[str], str | None] | None = None,
    *,
    costly: bool = False,
) -> Diagnose | None:
    """What names the mistake behind failing calls; `belief` says which misconception a mistake's code belongs to.

    `costly`: hints cost points, so a learner's report holds the first one only, which every report shows.
    """
    if corpus is None:
        return None
    from grader.diagnosis import diagnose

    def name(calls: tuple[Call, ...], history: tuple[Call, ...], found: Diagnosis | None = None) -> Named | None:
        found = found or diagnose(corpus, calls, history)
        told = [fact for fact in found.facts if fact.id != "raises"] if found is not None else []  # its check says it
        if found is None or (found.mistake is None and not told):
            return None
        return found.explains or (found.function,), Diagnosed(
            mistake=found.mistake,
            family=found.family,
            misconception=found.misconception,
            of=belief(found.misconception) if belief and found.misconception else None,
            title=found.title[language] if found.title else None,
            why=found.why[language] if found.why else None,
            hint=found.hints[0][language] if found.hints else None,
            hints=tuple(hint[language] for hint in found.hints),
            free=1 if costly else len(found.hints),
            facts=tuple(fact.text(language) for fact in told),
        )

    return name


def twins_of(corpus: KnownMistakes | None) -> Twins | None:
    """What says which calls a diagnosis would like to see made as well."""
    if corpus is None:
        return None
    from grader.diagnosis import twins

    return lambda calls: twins(corpus, calls)


def _bank(assignment: Assignment) -> Callable[[], Bank] | None:
    """What loads the assignment's quiz when it is first asked for; None where it has none. It raises SpecError."""
    path = assignment.folder / "quiz.yaml"
    if not assignment.points.quiz or not path.is_file():
        return None

    @functools.cache
    def load() -> Bank:
        from grader.quiz import load_bank

        return load_bank(path)

    return load


def _belief(assignment: Assignment) -> Callable[[str], str | None]:
    """A slip's code -> the misconception that it belongs to; it raises SpecError."""

    @functools.cache
    def slips() -> Mapping[str, Slip]:
        from grader.quiz.misconceptions import BELIEFS, load_beliefs

        beliefs = load_beliefs(assignment.folder / BELIEFS)
        return beliefs.slips if beliefs is not None else {}

    return lambda code: slips()[code].of or None if code in slips() else None


def _marker(assignment: Assignment, bank: Callable[[], Bank] | None) -> Mark | None:
    """What marks a submission's answers; it gives None where none were handed in. Blank cells are no answers."""
    if bank is None:
        return None

    def marked(submission: Submission) -> tuple[Score, QuizAnswers] | None:
        from grader.quiz.notebook_cells import answered

        if submission.answers is None and not answered(submission.answer_cells):
            return None
        from grader.grading.quiz_answers import quiz_answers, quiz_score
        from grader.quiz import mark

        result = mark(
            bank(),
            submission.answers,
            next((file.path for file in submission.files if file.used_as == "answers"), "answers.yaml"),
            learner=submission.id,
            points=assignment.points.quiz,
            cells=submission.answer_cells,
        )
        return quiz_score(result), quiz_answers(result, bank())

    return marked
