"""The hidden suite on everything whose result is known beforehand, in parallel."""

from __future__ import annotations

import concurrent.futures
import dataclasses
import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from grader.core.languages import say
from grader.core.model import Assignment, Cell, Outcome, Submission, Text
from grader.core.safe_text import one_line
from grader.course import loading, stubs
from grader.submissions import python_cells

if TYPE_CHECKING:
    from grader.grading.score import Diagnose
    from grader.suite.checks import CheckRun, Run

__all__ = ["Trial", "TrialVerdict", "plan", "run"]

SEEDS = (1, 2, 3)
_CHUNK = 12  # trials a process takes at once: starting a session costs as much as about ten of them


@dataclasses.dataclass(frozen=True)
class Trial:
    """One submission whose result is known: what it is, and its cells."""

    kind: str  # "reference", "stub", "accepted", "mistake", "pair"
    name: str
    cells: tuple[Cell, ...]
    seed: int


@dataclasses.dataclass(frozen=True)
class TrialVerdict:
    """How the suite judged a trial."""

    kind: str
    name: str
    seed: int
    outcomes: tuple[tuple[str, Outcome], ...]  # check id -> outcome, in the suite's order
    seconds: tuple[tuple[str, float], ...]
    named: str | None = None  # what the diagnosis called it
    named_family: str | None = None
    reasons: tuple[tuple[str, str], ...] = ()  # of the reference: check id -> why it did not pass
    cores: tuple[str, ...] = ()  # ids of the core checks
    uncollected: tuple[tuple[str, str], ...] = ()  # step id -> why its file of checks could not be imported

    @property
    def failed(self) -> tuple[str, ...]:
        """Checks that did not pass."""
        return tuple(check for check, outcome in self.outcomes if outcome is not Outcome.PASSED)


def plan(root: Path, assignment: Assignment) -> list[Trial]:
    """Everything there is to try, in a stable order."""
    folder = assignment.folder
    source = loading.read_source(folder / assignment.file, root)
    reference = python_cells(source, assignment.file)
    shown = (folder / assignment.file).relative_to(root).as_posix()
    empty = python_cells(stubs.stub(source, shown), assignment.file)
    trials = [Trial("reference", f"seed {seed}", reference, seed) for seed in SEEDS]
    trials.append(Trial("stub", "stub", empty, SEEDS[0]))
    for kind, inside in (("accepted", "accepted"), ("mistake", "mistakes")):
        for path in sorted((folder / inside).glob("*.py")):
            if not path.name.startswith("_"):
                text = loading.read_source(path, root)
                trials.append(Trial(kind, path.stem, (*reference, Cell(text, path.name)), SEEDS[0]))
    return trials


def run(
    root: Path, assignment: Assignment, trials: Sequence[Trial], jobs: int, isolation: str
) -> Iterator[TrialVerdict]:
    """The verdicts, as they come. Raises what grading raises."""
    by_seed: dict[int, list[Trial]] = {}
    for trial in trials:
        by_seed.setdefault(trial.seed, []).append(trial)
    chunks = [mine[i : i + _CHUNK] for mine in by_seed.values() for i in range(0, len(mine), _CHUNK)]
    if jobs <= 1 or len(chunks) == 1:
        for chunk in chunks:
            yield from _judge(root, assignment.id, chunk, isolation)
        return
    context = multiprocessing.get_context("spawn")  # a fork would carry threads and open pipes along
    with concurrent.futures.ProcessPoolExecutor(jobs, mp_context=context) as pool:
        futures = [pool.submit(_judge, root, assignment.id, chunk, isolation) for chunk in chunks]
        for future in concurrent.futures.as_completed(futures):
            yield from future.result()


def _judge(root: Path, assignment_id: str, trials: list[Trial], isolation: str) -> list[TrialVerdict]:
    """One session of the suite over some trials; runs in a process of its own."""
    from grader.execution.probe import establish
    from grader.grading.run import diagnoser, known_mistakes, twins_of
    from grader.suite.pytest_session import SuiteOptions, run_suite

    assignment = loading.load(root, assignment_id)
    corpus = known_mistakes(assignment)
    name = _namer(assignment, diagnoser(corpus, "en"))
    verdicts: list[TrialVerdict] = []
    submissions = [Submission(trial.name, f"{trial.kind}/{trial.name}", trial.cells) for trial in trials]

    def deliver(result: Run) -> None:
        trial = trials[len(verdicts)]
        outcomes = tuple((r.check.id, r.outcome) for r in result.checks)
        seconds = tuple((r.check.id, r.seconds) for r in result.checks)
        named = name(result) if trial.kind in ("mistake", "accepted") else (None, None)
        reasons = tuple((r.check.id, _why(r)) for r in result.checks if r.outcome is not Outcome.PASSED)
        verdicts.append(
            TrialVerdict(
                trial.kind,
                trial.name,
                trial.seed,
                outcomes,
                seconds,
                *named,
                reasons=reasons if trial.kind == "reference" else (),
                cores=tuple(r.check.id for r in result.checks if r.check.core),
                uncollected=tuple(uncollected.items()),
            )
        )

    executor, _ = establish(assignment.limits, isolation)
    uncollected: dict[str, str] = {}
    with executor:
        chosen = SuiteOptions(seed=trials[0].seed, twins=twins_of(corpus), corpus=corpus, vouched=False)
        run_suite(assignment, executor, submissions, deliver, chosen, uncollected=uncollected)
    return verdicts


def _why(run: CheckRun) -> str:
    """Why a check did not pass, in the words of a report, on one line."""
    if "reason" in run.params:
        return one_line(str(run.params["reason"]), 200)
    params = {key: value["en"] if isinstance(value, Text) else value for key, value in run.params.items()}
    params["where"] = f"{run.where[0]}:{run.where[1]}" if run.where else run.check.step
    return one_line(say("en", f"check.{run.message}", **params), 200)


def _namer(assignment: Assignment, diagnose: Diagnose | None) -> Callable[[Run], tuple[str | None, str | None]]:
    """What names the mistake of a run: (mistake, family), (None, None) where nothing is named."""
    from grader.suite.checks import calls_of, failing

    def name(result: Run) -> tuple[str | None, str | None]:
        for step in assignment.steps if diagnose is not None else ():
            mine = [r for r in result.checks if r.check.step == step.id]
            calls = calls_of(failing(mine))
            over = result.found.get(step.id)
            found = diagnose(calls, calls_of(mine), over) if diagnose is not None and calls else None
            if found is not None and found[1].mistake is not None:
                return found[1].mistake, found[1].family
        return None, None

    return name
