"""`.grader/state.json` at the course's root: what is remembered between runs. Other writers' keys stay as they are.

    {"hints": {...},                                    # grader.course.hints
     "check": {"layer_norm": {"attempts": 3, "file": "<hash>", "outcomes": {"standardize.two_numbers": "failed"},
                                  "named": {"standardize": "standardised columns"}}},
     "predict": {"layer_norm.standardize.shape": {"first": "(3, 2)", "right": false, "about": "M4", "tries": 2}}}

A file that is damaged starts anew; a folder that cannot be written costs the memory, not the command.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from grader.core.atomic_write import write_whole
from grader.core.model import Assignment, Outcome, Step, Text
from grader.course.predictions import Prediction, right, slip
from grader.course.visible_checks import VisibleSuite
from grader.student import state
from grader.student.program_notes import program_notes
from grader.suite.visible.run import Checked

__all__ = [
    "answered",
    "attempts",
    "change",
    "fingerprint",
    "hints_seen",
    "known_outcomes",
    "looks_like",
    "note",
    "note_hints",
    "notes",
    "read",
    "remember",
    "section",
    "state_path",
]


def state_path(root: Path) -> Path:
    """Where the state of a course is."""
    return root / ".grader" / "state.json"


def read(root: Path) -> dict[str, Any]:
    """The state; empty where there is none or it is damaged."""
    try:
        data = json.loads(state_path(root).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return data if isinstance(data, dict) else {}


def change(root: Path, edit: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
    """Read, edit, write. Raises MachineError where it cannot be written."""
    data = read(root)
    edit(data)
    write_whole(state_path(root), json.dumps(data, ensure_ascii=False, indent=2) + "\n", sync=False)  # it can be lost
    return data


def section(data: dict[str, Any], name: str) -> dict[str, Any]:
    """A part of the state, made where it is missing or is no mapping."""
    if not isinstance(data.get(name), dict):
        data[name] = {}
    part: dict[str, Any] = data[name]
    return part


def fingerprint(checked_source: str, suite: VisibleSuite) -> str:
    """What the outcomes depend on: the learner's file and the checks."""
    return hashlib.sha256(f"{checked_source}\0{suite.source}".encode()).hexdigest()[:16]


def remember(root: Path, checked: Checked, suite: VisibleSuite) -> int:
    """Note a run's outcomes. Returns which attempt it is: one for each version of the file that was run."""
    name, mark = checked.assignment.id, fingerprint(checked.source.text, suite)
    old = _entry(root, name)
    attempts = _whole(old.get("attempts"))
    same = old.get("file") == mark
    outcomes = {one.check.id: str(one.outcome) for one in checked.seen}
    named = {step: known.title["en"] for step, known in checked.named.items()}
    if same:
        outcomes = {**_outcomes(old), **outcomes}
        run = {one.check.step for one in checked.seen}
        kept = {step: title for step, title in section(old, "named").items() if step not in run}
        named = {**kept, **named}
    notes = [note.data for note in program_notes(checked)]
    known = (old.get("named", {}), old.get("notes", []))
    if same and attempts and outcomes == _outcomes(old) and (named, notes) == known:
        return attempts
    number = attempts + (0 if same and attempts else 1)

    def edit(data: dict[str, Any]) -> None:
        entry = {"attempts": number, "file": mark, "outcomes": outcomes, "named": named}
        section(data, "check")[name] = {**entry, **({"notes": notes} if notes else {})}

    change(root, edit)
    return number


def _whole(value: object) -> int:
    return value if isinstance(value, int) else 0


def _outcomes(entry: dict[str, Any]) -> dict[str, str]:
    found = entry.get("outcomes")
    return {str(key): str(value) for key, value in found.items()} if isinstance(found, dict) else {}


def known_outcomes(root: Path, assignment_id: str, mark: str) -> dict[str, Outcome] | None:
    """The outcomes of the last run, if nothing has changed since."""
    entry = _entry(root, assignment_id)
    if entry.get("file") != mark:
        return None
    known = set(Outcome)
    return {key: Outcome(value) for key, value in _outcomes(entry).items() if value in known}


def notes(root: Path, assignment_id: str) -> tuple[Text, ...]:
    """What the last run noted about the program."""
    kept = _entry(root, assignment_id).get("notes")
    texts = [one for one in kept if isinstance(one, dict) and one] if isinstance(kept, list) else []
    return tuple(Text({str(language): str(words) for language, words in one.items()}) for one in texts)


def attempts(root: Path, assignment_id: str) -> int:
    """How many versions of the file were checked so far."""
    return _whole(_entry(root, assignment_id).get("attempts"))


def _entry(root: Path, assignment_id: str) -> dict[str, Any]:
    """What the last run of an assignment left; empty where there is none or it is damaged."""
    entries = read(root).get("check")
    entry = entries.get(assignment_id) if isinstance(entries, dict) else None
    return entry if isinstance(entry, dict) else {}


def hints_seen(root: Path, assignment_id: str, step_id: str, looks_like: str = "") -> int:
    """How many of a step's hints were shown, of its own or of what it looks like."""
    hints = read(root).get("hints")
    return _whole(hints.get(_hints_key(assignment_id, step_id, looks_like))) if isinstance(hints, dict) else 0


def note_hints(root: Path, assignment_id: str, step_id: str, looks_like: str, number: int) -> None:
    """Note that the first `number` of these hints were shown. Raises MachineError where that cannot be written."""
    key = _hints_key(assignment_id, step_id, looks_like)
    change(root, lambda data: section(data, "hints").update({key: number}))


def _hints_key(assignment_id: str, step_id: str, looks_like: str) -> str:
    return f"{assignment_id}.{step_id}" + (f".{looks_like}" if looks_like else "")


def looks_like(root: Path, assignment_id: str, step_id: str) -> str:
    """The title (in English) of the mistake that the last run of a step looked like, or ""."""
    named = _entry(root, assignment_id).get("named")
    return str(named.get(step_id, "")) if isinstance(named, dict) else ""


def answered(root: Path, assignment: Assignment) -> dict[str, Mapping[str, Any]]:
    """What was predicted so far: "<step>.<question>" -> its entry."""
    made = state.read(root).get("predict")
    if not isinstance(made, dict):
        return {}
    start = f"{assignment.id}."
    own = {key.removeprefix(start): entry for key, entry in made.items() if key.startswith(start)}
    return {key: entry for key, entry in own.items() if isinstance(entry, dict)}


def note(root: Path, assignment: Assignment, step: Step, question: Prediction, given: str) -> None:
    """Remember an answer: the first one stays, later ones are counted. Raises MachineError."""
    key = f"{assignment.id}.{step.id}.{question.id}"
    found = slip(question, given)

    def edit(data: dict[str, Any]) -> None:
        entries = state.section(data, "predict")
        old = entries.get(key)
        if isinstance(old, dict):
            tries = old.get("tries")
            old["tries"] = (tries if isinstance(tries, int) else 1) + 1
            return
        entry: dict[str, Any] = {"first": given[:60], "right": right(question, given), "tries": 1}
        if found is not None and found.about:
            entry["about"] = found.about
        entries[key] = entry

    state.change(root, edit)
