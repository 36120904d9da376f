"""The visible checks, run as a learner runs them: on the reference, on every accepted variant, and on the stub.

Each run is a process of its own, as in `grader check`; nothing of the hidden suite is near it.
"""

from __future__ import annotations

import ast
import concurrent.futures
import dataclasses
import shutil
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from grader.authoring import derive
from grader.authoring.verify.finding import Finding, alias_findings, complaints, few
from grader.authoring.verify.trials import Trial
from grader.core.errors import SpecError, UsageError
from grader.core.languages import say
from grader.core.model import Assignment, Outcome
from grader.core.suggestions import nearest
from grader.course import loading
from grader.course.visible_checks import VisibleSuite, read_suite
from grader.diagnosis.known_mistakes import KnownMistakes
from grader.submissions.working_file import learner_file, one_text
from grader.suite.visible import run as checking
from grader.suite.visible.outcomes import Message, VisibleResult
from grader.suite.visible.values import brief

__all__ = ["runs_of", "visible_findings"]

_ROOM = 60  # columns for a value


@dataclasses.dataclass(frozen=True)
class _Result:
    """What one run showed: the checks that did not pass and why, and those that did."""

    trial: Trial
    wrong: Mapping[str, str]  # the test's name -> why
    passed: tuple[str, ...]
    problem: str = ""  # why nothing could be run


def runs_of(trials: Sequence[Trial]) -> list[Trial]:
    """The trials on which the visible checks are run: the reference once, the stub, every accepted variant."""
    chosen = {(t.kind, t.name if t.kind == "accepted" else ""): t for t in trials if t.kind != "mistake"}
    return list(chosen.values())


def visible_findings(
    root: Path, assignment: Assignment, trials: Sequence[Trial], jobs: int, done: Callable[[], None] = lambda: None
) -> list[Finding]:
    """What is wrong with the visible checks; `done` is called after each run. Raises MachineError."""
    public = assignment.folder / "public"
    shown = public.relative_to(root).as_posix()
    files = sorted(public.glob("test_*.py"))
    if not files:
        return [Finding("error", shown, "no visible checks (test_*.py): `grader check` has nothing to run")]
    out = [Finding("advice", f"{shown}/{path.name}", f"`grader check` runs {files[0].name} only") for path in files[1:]]
    try:
        lines = {name: f"{shown}/{files[0].name}:{node.lineno}" for name, node in _tests(files[0], root).items()}
    except SpecError as error:
        return [*out, *complaints(error, root)]
    out += _named(assignment, lines, f"{shown}/{files[0].name}")
    out += [
        Finding("advice", f"{shown}/{files[0].name}:{node.lineno}", f"{node.name}: `grader check` runs functions only")
        for node in ast.parse(loading.read_source(files[0], root)).body
        if isinstance(node, ast.ClassDef) and node.name.startswith("Test")
    ]
    with tempfile.TemporaryDirectory(prefix="grader-") as folder:
        place = Path(folder) / "kit"
        try:
            derive.write(place, derive.derive(root, assignment))
            suite = read_suite(place, loading.load(place, assignment.id, public=True))
        except (SpecError, UsageError):
            return out  # said where the derived files are compared, or the texts are read
        ids = [check.id for check in suite.checks]
        out += alias_findings(public / "checks.yaml", root, ("aliases",), suite.renamed, ids)

        out += _unconfirmed(assignment, loading.load(place, assignment.id, public=True), suite, lines)

        def run(numbered: tuple[int, Trial]) -> _Result:
            return _run(place, Path(folder) / str(numbered[0]), assignment, suite, numbered[1])

        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            results = []
            for result in pool.map(run, enumerate(runs_of(trials))):
                results.append(result)
                done()
    return out + _told(assignment, results, lines, f"{shown}/{files[0].name}", root)


def _unconfirmed(
    assignment: Assignment, public: Assignment, suite: VisibleSuite, lines: Mapping[str, str]
) -> list[Finding]:
    """What a visible check says about a known mistake although other inputs do not bear it out: its own mislead."""
    folder = assignment.folder / "mistakes"
    if not any(folder.glob("*.py")):
        return []
    from grader.authoring.visible_trials import unconfirmed, visible_trials

    source = (assignment.folder / assignment.file).read_text(encoding="utf-8")
    out = []
    try:
        corpus = KnownMistakes.load(folder, source)
        with visible_trials(public, suite, source) as trials:
            for entry in corpus.entries.values():
                step = "" if entry.growth else entry.mistake.step
                for one in trials.run(corpus.space(entry.id, fresh=True), step, told=True) if step else ():
                    for fact in unconfirmed(corpus, entry.id, one):
                        sentence = f"on {entry.id} it says {fact.text('en')!r}, which other inputs do not bear out"
                        out.append(Finding("advice", lines[one.check.test], sentence))
    except SpecError:
        return []  # said where the mistakes are read
    return out


def _tests(path: Path, root: Path) -> dict[str, ast.FunctionDef]:
    functions = loading.signatures(loading.read_source(path, root))
    return {name: node for name, node in functions.items() if name.startswith("test_")}


def _named(assignment: Assignment, lines: Mapping[str, str], file: str) -> list[Finding]:
    """Does each check's name begin with a step or one of its functions, and has each step a check?"""
    words = {step.id: step.id for step in assignment.steps}
    for step in assignment.steps:
        for function in step.functions:
            words.setdefault(function, step.id)
    out, seen = [], set[str]()
    for test, place in lines.items():
        name = test.removeprefix("test_")
        fitting = [word for word in words if name == word or name.startswith(f"{word}_")]
        if fitting:
            seen.add(words[max(fitting, key=len)])
        else:
            sentence = f"{test}: its name begins with no step or function{nearest(name.partition('_')[0], words)}"
            out.append(Finding("error", place, sentence))
    without = [step.id for step in assignment.steps if step.id not in seen]
    if without:
        out.append(
            Finding("advice", file, f"no visible check of {few(without)}: name it test_<step>_<what it looks at>")
        )
    return out


def _run(kit: Path, place: Path, assignment: Assignment, suite: VisibleSuite, trial: Trial) -> _Result:
    """One run of all visible checks, on a copy of the kit with this trial's code in it."""
    shutil.copytree(kit, place)
    public = loading.load(place, assignment.id, public=True)
    learner_file(public).write_text(one_text(trial.cells), encoding="utf-8")
    here = dataclasses.replace(suite, path=public.folder / suite.path.name)
    ran = checking.check(public, here)
    if any(one.outcome is Outcome.TIMEOUT for one in ran.seen):
        ran = checking.check(public, here)  # a machine that was busy for a moment is no finding
    if ran.problem is not None:
        # what was raised outside the learner's file stands in that of the checks
        params = ran.problem.params
        return _Result(
            trial, {}, (), _words(ran.problem) if ran.line else f"{params.get('type')}: {params.get('words')}"
        )
    failed = [one for one in ran.seen if one.outcome is not Outcome.PASSED]
    causes = [one for one in failed if one.needs is None] or failed  # what waits for another step follows from it
    wrong = {one.check.test: _why(one) for one in causes}
    return _Result(trial, wrong, tuple(one.check.test for one in ran.seen if one.outcome is Outcome.PASSED))


def _why(one: VisibleResult) -> str:
    """Why a check did not pass, in one sentence for its author."""
    if one.needs is not None:
        return f"it needs step {one.needs.id!r}, which does not pass"
    if one.message is not None:
        return _words(one.message)
    if one.got is None or one.expected is None:
        return str(one.outcome)
    return f"{one.label or 'it'} got {brief(one.got, _ROOM)}, and the check expects {brief(one.expected, _ROOM)}"


def _words(message: Message) -> str:
    return say("en", message.id, **message.params)


def _told(
    assignment: Assignment, results: Sequence[_Result], lines: Mapping[str, str], file: str, root: Path
) -> list[Finding]:
    out: list[Finding] = []
    broken = next((r.problem for r in results if r.trial.kind == "reference"), "")
    if broken:
        return [Finding("error", file, f"cannot be run on the reference: {broken}")]
    reference = next((r for r in results if r.trial.kind == "reference"), None)
    known = reference.wrong if reference is not None else {}
    out += [
        Finding("error", lines.get(test, file), f"the reference does not pass {test}: {why}")
        for test, why in known.items()
    ]
    for result in results:
        if result.trial.kind == "accepted":
            place = f"{assignment.folder.relative_to(root).as_posix()}/accepted/{result.trial.name}.py"
            own = {test: why for test, why in result.wrong.items() if test not in known}
            if result.problem:
                out.append(Finding("error", place, f"the visible checks cannot be run on it: {result.problem}"))
            for test, why in own.items():
                out.append(Finding("error", place, f"a correct variant does not pass the visible {test}: {why}"))
        elif result.trial.kind == "stub":
            out += [
                Finding("error", lines.get(test, file), f"{test} passes on the untouched stub")
                for test in result.passed
            ]
    return out
