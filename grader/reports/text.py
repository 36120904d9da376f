"""One report as text for a terminal, at most 80 columns wide: where you stand, what to do next, why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.core.languages import say
from grader.core.model import Outcome, Provenance
from grader.core.safe_text import cells, cut, pad
from grader.core.terminal import UNICODE, Glyphs
from grader.core.terminal import wrapped_text as wrapped
from grader.reports.quiz_text import quiz_lines
from grader.reports.quiz_view import open_items, waits
from grader.reports.rounding import points
from grader.reports.schema import CheckResult, Report, StepResult, UsedFile
from grader.reports.views import explained, view

__all__ = ["report_text", "same_cause", "seed_words", "whole_trouble"]

_QUIET = (Outcome.PASSED, Outcome.UNTOUCHED)


def whole_trouble(report: Report) -> str:
    """The message that every check ends in, where the file as a whole could not be graded."""
    checks = [check for step in report.steps for check in step.checks]
    messages = {check.message for check in checks}
    stopped = all(check.outcome not in (Outcome.PASSED, Outcome.FAILED, Outcome.UNTOUCHED) for check in checks)
    return checks[0].message if len(checks) > 1 and stopped and len(messages) == 1 else ""


def report_text(
    report: Report, language: str = "en", *, glyphs: Glyphs = UNICODE, width: int = 80, full: bool = False
) -> str:
    """The report as lines of at most `width` columns. `full` names every check; otherwise the first troubles."""
    head = f" {glyphs.dot} ".join([report.assignment, *seed_words(report.provenance, language)])
    lines = [_ends(report.submission.id, head, width), ""]
    lines += _grid(report.steps, glyphs, width, language)
    troubled = [step for step in report.steps if step.outcome not in _QUIET and not _only_blocked(step)]
    whole = whole_trouble(report)
    if whole:  # told once, not at every check
        troubled = []
        lines += ["", *wrapped(f"{glyphs.of(Outcome.FAILED)} {say(language, 'html.whole', message=whole)}", "", width)]
    for step in troubled if full else troubled[:3]:
        lines += ["", *_trouble(step, report, language, glyphs, width, full)]
    for step in report.steps:
        for check in step.checks:
            if step.outcome is Outcome.PASSED and check.message:  # what a passed check still has to say
                title = say(language, "report.step", number=step.number, title=step.title)
                lines += ["", *wrapped(f"{glyphs.passed} {title}: {check.message}", "", width, hanging=2)]
    if len(troubled) > 3 and not full:
        names = ", ".join(step.title for step in troubled[3:])
        lines += ["", *wrapped(say(language, "report.also", names=names), "", width)]
    for note in report.notes:
        lines += ["", *wrapped(f"{say(language, 'report.note')}: {note}", "", width)]
    if full and len(report.submission.files) > 1:
        lines += ["", *_files(report.submission.files, language, width)]
    lines += [
        "",
        _score(report, language),
        *quiz_lines(report, language, glyphs, width, full=full),
        *_total(report, language),
        *wrapped(_next(report, language), "", width),
        "",
    ]
    lines += _foot(report, language, glyphs, width)
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _files(files: Sequence[UsedFile], language: str, width: int) -> list[str]:
    """What each file that was handed in was used as, a line each."""
    lines = [f"{say(language, 'report.files')}:"]
    for file in files:
        used = say(language, f"report.used_{file.used_as.replace(' ', '_')}")
        lines += wrapped(f"{file.path}: {used}" + (f" ({file.why})" if file.why else ""), "  ", width, hanging=2)
    return lines


def seed_words(source: Provenance, language: str) -> list[str]:
    """The seed, or its fingerprint where the report is a learner's copy; nothing where it has neither."""
    if source.seed is not None:
        return [say(language, "report.seed", seed=source.seed)]
    return [say(language, "report.fingerprint", fingerprint=source.fingerprint)] if source.fingerprint else []


def _only_blocked(step: StepResult) -> bool:
    """True where nothing in the step was judged: its trouble stands at the step it builds on."""
    return all(c.outcome in (*_QUIET, Outcome.BLOCKED) for c in step.checks)


def _grid(steps: tuple[StepResult, ...], glyphs: Glyphs, width: int, language: str) -> Iterator[str]:
    """The steps with their points, in two columns where they fit."""
    entries = []
    for step in steps:
        score = f"{points(step.score.earned)}/{points(step.score.possible)}" + ("?" if step.score.held else "")
        entries.append((f"{glyphs.of(step.outcome, step.carried)} {step.number:>2} {step.title}", score))
    column = max((cells(name) for name, _ in entries), default=0)
    scores = max((cells(score) for _, score in entries), default=0)
    fits = 2 * (column + scores + 5) <= width
    half = (len(entries) + 1) // 2 if fits else len(entries)
    for row in range(half):
        line = ""
        for name, score in (entries[row], *entries[row + half : row + half + 1]):
            line += f"  {pad(name, column)} {pad(score, scores, right=True)}  "
        yield line


def _trouble(step: StepResult, report: Report, language: str, glyphs: Glyphs, width: int, full: bool) -> Iterator[str]:
    head = f"{glyphs.of(step.outcome)} {say(language, 'report.step', number=step.number, title=step.title)}"
    yield _ends(
        f"{head} {glyphs.dot} {say(language, f'outcome.{step.outcome}')}",
        f"{points(step.score.earned)}/{points(step.score.possible)}",
        width,
    )
    shown = [c for c in step.checks if full or c.outcome not in (*_QUIET, Outcome.BLOCKED)]
    named, same = False, explained(step)[1:]
    listed = shown if full else [check for check in shown if check not in same]
    for check in listed if full else listed[:2]:
        yield from _check(check, language, glyphs, width, told=named)
        named = named or check.diagnosis is not None
        if not full and same and check is explained(step)[0]:
            yield from wrapped(same_cause(step, language), "    ", width)
    if len(listed) > 2 and not full:
        yield f"    ... +{len(listed) - 2}"
    diagnosed = any(check.diagnosis and check.diagnosis.mistake for check in shown)
    if diagnosed and step.id in report.hinted:
        yield from wrapped(say(language, "report.hint_command", step=step.id), "      ", width)


def same_cause(step: StepResult, language: str) -> str:
    """How many more checks fail for the cause that is said at the first of them; "" where none does."""
    more = len(explained(step)) - 1
    if more < 1:
        return ""
    return say(language, "report.same_cause" if more > 1 else "report.same_cause_one", count=more)


def _check(check: CheckResult, language: str, glyphs: Glyphs, width: int, *, told: bool) -> Iterator[str]:
    """A check's lines; what it looks like is said once for a step (`told`: it has been)."""
    mark = glyphs.of(check.outcome)
    yield from wrapped(f"{mark} {check.title}", "  ", width, hanging=4)
    if check.message:
        yield from wrapped(check.message, "      ", width)
    if check.raised is not None and cells(check.raised[0]) + 10 <= width:
        yield from (f"        {row}" for row in check.raised if row)
    found = check.diagnosis
    if found is not None and not told and found.title:
        yield from wrapped(say(language, "report.looks_like", title=found.title), "      ", width)
        if found.why:
            yield from wrapped(say(language, "report.why", why=found.why), "      ", width)
        if found.hint:
            yield from wrapped(f"{say(language, 'report.hint')}: {found.hint}", "      ", width)
    elif found is not None and not told:
        for fact in found.facts[:2]:
            yield from wrapped(say(language, "report.fact", fact=fact), "      ", width)
    if check.hint:
        yield from wrapped(f"{say(language, 'report.hint')}: {check.hint}", "      ", width)


def _score(report: Report, language: str) -> str:
    """The points of the code, with the bonus beside them; the quiz and the total have lines of their own."""
    code, bonus = report.code, report.bonus
    line = say(language, "report.score", earned=points(code.earned), possible=points(code.possible))
    if bonus.possible:
        line += say(language, "report.bonus_score", earned=points(bonus.earned), possible=points(bonus.possible))
    if code.held:
        line += say(language, "report.pending", pending=points(code.held))
    return line


def _total(report: Report, language: str) -> list[str]:
    """Code and quiz together, where there is a quiz; a quiz whose marks are held back counts as held."""
    score = view(report, "learner").report.score
    if report.quiz is None or not report.quiz.possible:
        return []
    line = say(language, "report.total", earned=points(score.earned), possible=points(score.possible))
    if score.held:
        line += say(language, "report.pending", pending=points(score.held))
    return [line]


def _next(report: Report, language: str) -> str:
    """The one thing to do next: the first step that can be worked on now."""
    name = say(language, "report.next")
    if whole_trouble(report):
        return f"{name}: " + say(language, "html.next_wait" if report.score.held else "html.next_again")
    for step in report.steps:
        if step.outcome is Outcome.PASSED or step.outcome.pending or step.bonus:
            continue
        first = next((c for c in step.checks if c.outcome is not Outcome.PASSED), step.checks[0])
        title = say(language, "report.step", number=step.number, title=step.title)
        if first.outcome is Outcome.FAILED:
            return f"{name}: " + say(language, "report.next_true", title=title, message=first.title)
        return f"{name}: " + say(language, "report.next_fix", title=title, message=first.message)
    if any(step.score.held for step in report.steps if not step.bonus):
        return f"{name}: " + say(language, "html.next_wait")
    if report.only:
        return f"{name}: " + say(language, "report.next_partial")
    answers = report.quiz_answers
    if answers is not None:
        left = open_items(answers)
        if left:
            return f"{name}: " + say(language, "report.next_quiz", count=left)
        return f"{name}: " + say(language, "report.next_quiz_held" if waits(answers) else "report.next_all")
    return f"{name}: " + say(language, "report.next_done" if report.quiz is not None else "report.next_steps")


def _foot(report: Report, language: str, glyphs: Glyphs, width: int) -> Iterator[str]:
    held, source = report.isolation, report.provenance
    if not held.is_grade:
        yield from wrapped(say(language, "report.practice"), "", width)
    parts = [
        say(language, "report.isolation", level=held.level),
        say(language, "report.suite", suite=source.suite),
        say(language, "report.engine", version=source.engine),
        f"Python {source.python}",
        f"numpy {source.numpy}",
    ]
    yield from wrapped(f" {glyphs.dot} ".join(parts), "", width)


def _ends(left: str, right: str, width: int) -> str:
    """Two texts at the two ends of a line."""
    left = cut(left, max(8, width - cells(right) - 2))
    return left + " " * max(2, width - cells(left) - cells(right)) + right
