"""The one screen of `grader check`: where you stand, the first trouble in full, what to do next.

At most 25 lines, however narrow; what does not fit is dropped from the least telling row upwards, never from the
end, where the next action stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from grader.core import terminal
from grader.core.model import Outcome, Step
from grader.core.safe_text import cells, cut, one_line, pad
from grader.core.terminal import TerminalStyle
from grader.diagnosis.visible_facts import of_row_sums, result_name, row_sums
from grader.execution.columns import marked
from grader.student import state
from grader.student.program_notes import program_notes
from grader.student.syntax_context import offending_lines, shown_line
from grader.suite.visible.outcomes import Message, VisibleResult
from grader.suite.visible.run import Checked
from grader.suite.visible.values import arguments, number, pair

__all__ = ["HEIGHT", "WRONG", "check_screen", "failure_rows", "first_trouble", "message_text", "next_lines"]

HEIGHT = 25
_NOTED = (2, 6)  # lines of notes: on a screen that is full, and at most
WRONG = (Outcome.FAILED, Outcome.CRASHED, Outcome.TIMEOUT, Outcome.MEMORY, Outcome.BROKEN, Outcome.INCONCLUSIVE)


def check_screen(root: Path, checked: Checked, attempt: int, look: TerminalStyle, height: int = HEIGHT) -> list[str]:
    """The screen as lines, at most `height` of them."""
    assignment = checked.assignment
    right = assignment.title[look.language]
    if attempt:
        right += f" {look.glyphs.dot} {look.say('kit.attempt', number=attempt)}"
    head = [*terminal.ends(f"{look.command} check", cut(right, look.width), look.width), ""]
    grid = [*_grid(checked, look), ""]
    foot = ["", *_sum(checked, look), *next_lines(root, checked, look)]
    room = height - len(head) - len(grid) - len(foot)
    notes = _noted(checked, look, max(_NOTED[0], min(_NOTED[1], room - _NOTED[1])))
    body = _body(checked, look, room - len(notes))
    foot = [foot[0], *notes, *foot[1:]]
    if not body:
        foot = foot[1:]
    return terminal.indented([*head, *grid, *body, *foot])


def _noted(checked: Checked, look: TerminalStyle, most: int) -> list[str]:
    """What there is to know about the program, in at most so many lines: whole notes, of the first what fits."""
    label = f"{look.say('kit.note')}: "
    out: list[str] = []
    for note in program_notes(checked):
        lines = terminal.wrapped(label + note[look.language], look.width, 2)
        if out and len(out) + len(lines) > most:
            break
        out += lines
    return out[:most]


def first_trouble(checked: Checked) -> Step | None:
    """The step to work on: the first one that was started and is not right, else the first that is not started."""
    states = [(step, checked.state(step)) for step in checked.steps if not checked.left_alone(step)]
    wrong = [step for step, outcome in states if outcome in WRONG]
    waiting = [step for step, outcome in states if outcome in (Outcome.UNTOUCHED, Outcome.BLOCKED) and checked.of(step)]
    return next(iter([*wrong, *waiting]), None)


def _number(checked: Checked, step: Step) -> int:
    return checked.assignment.steps.index(step) + 1


def _grid(checked: Checked, look: TerminalStyle) -> Iterator[str]:
    """The steps with their visible checks, in two columns; on a narrow screen one line of signs."""
    shown: list[Step] = []
    idle: list[Step] = []
    for step in checked.steps:
        (idle if checked.left_alone(step) else shown).append(step)
    entries = []
    for step in shown:
        found = checked.of(step)
        good = sum(one.outcome is Outcome.PASSED for one in found)
        outcome = checked.state(step)
        tail = f"{good}/{len(found)}" if found else ""
        waiting = next((one.needs for one in found if one.needs is not None), None)
        if outcome is Outcome.BLOCKED and waiting is not None:
            tail = look.say("kit.waits", number=_number(checked, waiting))
        entries.append((f"{look.glyphs.of(outcome)} {_number(checked, step):>2} {step.title[look.language]}", tail))
    half = (len(entries) + 1) // 2 if len(entries) > 4 else len(entries)
    columns = [entries[:half], entries[half:]]
    widths = [(max((cells(a) for a, _ in c), default=0), max((cells(b) for _, b in c), default=0)) for c in columns]
    if sum(a + b + 4 for a, b in widths) + 2 <= look.width:
        for row in range(half):
            line = ""
            for column, (left, right) in zip(columns, widths, strict=True):
                if row < len(column):
                    name, tail = column[row]
                    line += f"  {pad(name, left)}  {pad(tail, right, right=True)}  "
            yield line
    else:
        signs = [f"{look.glyphs.of(checked.state(step))}\u00a0{_number(checked, step)}" for step in shown]
        yield from terminal.wrapped("  " + "  ".join(sign + "\u00a0" for sign in signs), look.width, 2)
    if idle:
        numbers = [_number(checked, step) for step in idle]
        run = len(numbers) > 1 and numbers[-1] - numbers[0] == len(numbers) - 1
        text = f"{numbers[0]}-{numbers[-1]}" if run else ", ".join(map(str, numbers))
        yield f"  {look.glyphs.untouched}  {look.say('kit.bonus_rest', numbers=text)}"


def _body(checked: Checked, look: TerminalStyle, room: int) -> list[str]:
    """The first trouble, in at most `room` lines."""
    if checked.problem is not None:
        text = message_text(checked.problem, look)
        out = [f"{look.glyphs.failed} {look.say('kit.cannot_run')}", *terminal.wrapped(f"     {text}", look.width, 5)]
        out += [cut(f"     {line}", look.width) for line in offending_lines(checked, look)]
        out += _printed(checked.printed, look)
        return [*out, *terminal.wrapped(f"     {look.say('kit.not_checked')}", look.width, 5)][:room]
    step = first_trouble(checked)
    if step is None:
        return []
    wrong = [one for one in checked.of(step) if one.outcome in WRONG]
    title = look.say("report.step", number=_number(checked, step), title=step.title[look.language])
    title = f"{look.glyphs.of(checked.state(step))} {title}"
    if not wrong:
        return _invitation(checked, step, title, look)[:room]
    every = len(checked.of(step))
    count = look.say("kit.fails", failed=len(wrong), count=every) if every > 1 else look.say("kit.fails_one")
    first = wrong[0]
    place = f"{checked.source.where(first.line)} {first.function}" if first.line else ""
    out = terminal.ends(f"{title} {look.glyphs.dot} {count}", place, look.width)
    for position, one in enumerate(wrong, start=1):
        left = room - len(out) - (1 if position < len(wrong) else 0)
        head = terminal.wrapped(f"  {position}) {one.check.title[look.language]}", look.width, 5)
        if position > 1 and step.id in checked.named:  # one cause, said at the first of them
            more = len(wrong) - 1
            text = look.say("report.same_cause" if more > 1 else "report.same_cause_one", count=more)
            out += terminal.wrapped(f"     {text}", look.width, 5)
            break
        if left < len(head) + 1:
            out.append(f"     {look.say('kit.more_checks', count=len(wrong) - position + 1)}")
            break
        out += [*head, *_fitted(failure_rows(one, checked, look), look, left - len(head))]
    return out


def _invitation(checked: Checked, step: Step, title: str, look: TerminalStyle) -> list[str]:
    """A step that is not started: what it is about, and where."""
    one = next((seen for seen in checked.of(step) if seen.outcome is Outcome.UNTOUCHED), None)
    function = one.function if one else step.functions[0]
    line = checked.source.line(function)
    place = f"{checked.source.where(line)} {function}" if line else checked.source.file
    state_word = look.say(f"outcome.{checked.state(step)}")
    out = terminal.ends(f"{title} {look.glyphs.dot} {state_word}", place, look.width)
    about = _about(checked, function, look.language)
    if one is not None and one.message is not None and one.message.id != "check.untouched":
        about = message_text(one.message, look)
    out += terminal.wrapped(f"     {about}", look.width, 5)[:5] if about else []
    whole = len(checked.steps) == len(checked.assignment.steps)
    if whole and all(seen.outcome in (Outcome.UNTOUCHED, Outcome.BLOCKED) for seen in checked.seen):
        out = [*terminal.wrapped(look.say("kit.welcome"), look.width), "", *out]
    return out


def _about(checked: Checked, function: str, language: str) -> str:
    """What a function is for: its docstring's first line, or the Korean lines of the cell's text above it."""
    import ast

    node = checked.source.nodes.get(function)
    if node is None:
        return ""
    if language == "ko":
        above = checked.source.text.splitlines()[: node.lineno - 1]
        cell = re.split(r"^# %% \[markdown\].*$", "\n".join(above), flags=re.MULTILINE)[-1]
        found = [line[1:].strip() for line in cell.splitlines() if re.match("#(?! !).*[가-힣]", line)]
        if found:
            return " ".join(found).replace("*", "").replace("`", "")
    return (ast.get_docstring(node) or "").partition("\n")[0]


def message_text(message: Message, look: TerminalStyle) -> str:
    """A message in words."""
    params = {key: one_line(value, 200) if isinstance(value, str) else value for key, value in message.params.items()}
    return look.say(message.id, **params)


def failure_rows(one: VisibleResult, checked: Checked, look: TerminalStyle) -> list[tuple[int, str, str]]:
    """The rows about a failure: how telling (0 is dropped last), label, text."""
    room = look.width - 20
    out: list[tuple[int, str, str]] = []
    if one.call is not None and (one.got is not None or one.raised is not None):
        names = checked.source.parameters(one.function)
        out.append((3, "kit.input", f"{one.function}({arguments(one.call, names, room - cells(one.function))})"))
    if one.message is not None:
        if one.raised is None:
            out.append((0, "kit.found", message_text(one.message, look)))
        else:  # what is explained need not be quoted at length
            out += [(1, "kit.found", one_line(message_text(one.message, look), room)), *_line_rows(one, checked, room)]
            out.append((0, "kit.notice", look.say(one.raised.id, **one.raised.params)))
        if one.message.id == "check.cell_failed" and one.line:
            shown = shown_line(checked.source, one.line, str(one.message.params.get("type")), look)
            out += [(1, "kit.line", text) for text in shown]
    elif one.got is not None and one.expected is not None:
        got, expected = pair(one.got, one.expected, room)
        name = look.say("kit.row_sums") if of_row_sums(one.label) else result_name(one.label)
        name += " = " if name else ""
        out += [(1, "kit.expected", name + expected), (0, "kit.got", name + got)]
        found = [(fact.id, fact.text(look.language)) for fact in one.facts]
        sums = row_sums(one.got)
        if sums and any(name in ("not_rows", "columns", "total") for name, _ in found):
            out.append((2, "kit.row_sums", "[" + " ".join(number(value, 4) for value in sums[:8]) + "]"))
        looks = checked.named.get(one.check.step)
        if looks is not None:
            out.append((1, "kit.looks_like", looks.title[look.language]))
        out += [(2, "kit.notice", text) for _, text in found]
    named = checked.named.get(one.check.step)
    if named is not None:
        out.append((3, "kit.why", named.why[look.language]))
    elif one.check.why is not None:
        out.append((4, "kit.why", one.check.why[look.language]))
    for warning in one.warnings[:1]:
        text = f"{checked.source.where(warning['line'])}: {warning['type']}: {warning['words']}"
        out.append((5, "kit.warning", one_line(text, 160)))
    if one.printed.strip():
        out.append((5, "kit.printed", one_line(one.printed, 3 * room // 2)))
    return out


def _line_rows(one: VisibleResult, checked: Checked, room: int) -> list[tuple[int, str, str]]:
    """The learner's line that raised, and carets under what raised in it; blanks that stay where they are."""
    lines, number = checked.source.text.splitlines(), one.line or 0
    if one.outcome is not Outcome.CRASHED or one.columns is None or not 0 < number <= len(lines):
        return []
    line, marks = marked(lines[number - 1], one.columns)
    if cells(line) > room or one_line(line, room) != " ".join(line.split()):
        return []
    rows = [(2, "kit.line", line.replace(" ", "\u00a0"))]
    return [*rows, (2, "kit.marks", marks.replace(" ", "\u00a0"))] if marks else rows


def _printed(text: str, look: TerminalStyle) -> list[str]:
    if not text.strip():
        return []
    return [f"     {look.say('kit.printed')}: {one_line(text, look.width - 20)}"]


def _fitted(found: Sequence[tuple[int, str, str]], look: TerminalStyle, room: int) -> list[str]:
    """The rows in their order, without the least telling ones where there is no room."""
    labelled = [(look.say(label), text) for _, label, text in found]
    usual = ("kit.expected", "kit.notice", "kit.row_sums")
    column = max(cells(look.say(label)) for label in {*usual, *(label for _, label, _ in found)})
    made = terminal.rows([(pad(label, column), text) for label, text in labelled], look.width, 5)
    kept = list(range(len(made)))
    while kept and sum(len(made[i]) for i in kept) > room:
        kept.remove(max(kept, key=lambda i: (found[i][0], i)))
    return [line for i in kept for line in made[i]]


def _sum(checked: Checked, look: TerminalStyle) -> list[str]:
    if checked.problem is not None:
        return []
    found = [one for step in checked.steps if not checked.left_alone(step) for one in checked.of(step)]
    passed = sum(one.outcome is Outcome.PASSED for one in found)
    if checked.passed:
        shown = [step for step in checked.steps if checked.of(step)]
        counted = [step for step in shown if not step.bonus] or shown
        done = look.say("kit.steps_done", done=len(counted), count=len(counted), checks=passed)
        extra = [step for step in shown if step not in counted]
        if extra:
            good = sum(checked.state(step) is Outcome.PASSED for step in extra)
            done += f" {look.say('kit.bonus_sum', done=good, count=len(extra))}"
        text = [f"{look.glyphs.passed} {done}", look.say("kit.hidden_wait")]
        return [line for part in text for line in terminal.wrapped(part, look.width, 2)]
    return terminal.wrapped(look.say("kit.visible_sum", passed=passed, count=len(found)), look.width)


def next_lines(root: Path, checked: Checked, look: TerminalStyle) -> list[str]:
    """What to do next, the most useful thing first."""
    actions = [action for action in _actions(root, checked, look) if action]
    head = f"{look.say('kit.next')}: "
    blank = " " * cells(head)
    column = max((cells(command) for command, why in actions if why), default=0) + 3
    out = []
    for i, (command, why) in enumerate(actions[:3]):
        start = head if i == 0 else blank
        line = start + pad(command, column) + why
        if cells(line) > look.width:
            line = f"{start}{command}   {why}"
        out += (
            [line] if why and cells(line) <= look.width else terminal.wrapped(start + command, look.width, cells(head))
        )
    return out


def _actions(root: Path, checked: Checked, look: TerminalStyle) -> Iterator[tuple[str, str]]:
    assignment = checked.assignment
    folder = f"exercises/{assignment.id}"
    if checked.problem is not None:
        yield look.say("kit.next_mend", where=f"{folder}/{checked.source.where(checked.line)}"), ""
        yield look.run("check"), look.say("kit.next_check")
        return
    step = first_trouble(checked)
    if step is None:
        if (root / "quizzes" / f"{assignment.id}.yaml").is_file():
            yield look.run("quiz"), look.say("kit.next_quiz")
        left = [one for one in assignment.steps if one.bonus and checked.of(one)]
        bonus = next((one for one in left if checked.state(one) is not Outcome.PASSED), None)
        if bonus is not None:
            title = look.say("kit.next_bonus", number=_number(checked, bonus), title=bonus.title[look.language])
            yield look.run("check", bonus.id), title
        yield look.run("status"), look.say("kit.next_status")
        return
    wrong = next((one for one in checked.of(step) if one.outcome in WRONG), None)
    if wrong is not None and wrong.message is not None and wrong.message.id == "check.cell_failed":
        yield look.say("kit.next_mend", where=f"{folder}/{wrong.message.params['where']}"), ""
        yield look.run("check"), look.say("kit.next_check")
        return
    if wrong is None:
        one = next((seen for seen in checked.of(step) if seen.function), None)
        function = one.function if one else step.functions[0]
        where = f"{folder}/{checked.source.where(checked.source.line(function))}"
        told = one.message if one is not None else None
        if told is not None and told.id == "check.missing" and not checked.source.in_cells:
            gone = not any(name in checked.source.nodes for name in assignment.functions)
            yield look.run("reset", "--all" if gone else step.id), look.say("kit.next_reset")
            return
        if told is not None and told.id == "check.misnamed":
            yield look.say("kit.next_rename", where=where, **told.params), ""
            return
        yield look.say("kit.next_open", where=where, function=function), ""
        if (assignment.folder / "predict.yaml").is_file():
            yield look.run("predict", step.id), look.say("kit.next_predict")
    hint = _hint(root, checked, step, look)
    if hint:
        yield look.run("hint", step.id), hint
    if wrong is not None:
        yield look.run("repro", wrong.check.id), look.say("kit.next_repro")


def _hint(root: Path, checked: Checked, step: Step, look: TerminalStyle) -> str:
    """What the next hint is, if the step has hints."""
    from grader.course.hints import hints_of, price

    looks = checked.named.get(step.id)
    total = len(hints_of(checked.assignment.folder, step, look.language, None, looks))
    if not total:
        return ""
    seen = state.hints_seen(root, checked.assignment.id, step.id, looks.title[look.language] if looks else "")
    if seen >= total:
        return look.say("kit.next_hint_again")
    return look.say("kit.next_hint", number=seen + 1, total=total, cost=price(checked.assignment, look.language))
