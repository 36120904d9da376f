"""`--hints MISTAKE` and `kit_hints`: what a kit needs to name a few known mistakes, found by making each of them.

The visible checks are run on each mistake over the reference, in this process: it is the author's own code. What they
see goes into the kit; the mistake's code does not. A mistake that they do not see, or cannot tell from one of
another kind, is refused.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from grader.authoring import derive
from grader.authoring.visible_trials import VisibleTrials, visible_trials
from grader.core.errors import UsageError
from grader.core.model import Assignment
from grader.core.suggestions import nearest
from grader.core.yaml_reader import Placed
from grader.course import loading
from grader.course.visible_checks import read_suite
from grader.diagnosis.known_mistakes import KnownMistakes, MistakeModule
from grader.diagnosis.records import Mistake
from grader.suite.visible.named_mistakes import SCHEMA, SeenValues, same, shown_by

__all__ = ["known_text"]

_DIGITS = 6  # of a number in the file, so that it says the same on every machine


def known_text(root: Path, assignment: Assignment, wanted: Sequence[str]) -> str:
    """The `known.yaml` that lets a kit name the mistakes of these ids. Raises UsageError.

    An id that knows its place in the manifest is complained about there.
    """
    source = (assignment.folder / assignment.file).read_text(encoding="utf-8")
    corpus = KnownMistakes.load(assignment.folder / "mistakes", source)
    for name in wanted:
        if name not in corpus.entries:
            raise UsageError(f"{_asked(name)}: no such mistake in {assignment.id}{nearest(name, corpus.entries)}")
    steps = {corpus.entries[name].mistake.step for name in wanted}
    rivals = [entry for entry in corpus.entries.values() if not entry.growth and entry.mistake.step in steps]
    with tempfile.TemporaryDirectory(prefix="grader-") as folder:
        derive.write(Path(folder), derive.derive(root, assignment))
        public = loading.load(Path(folder), assignment.id, public=True)
        suite = read_suite(Path(folder), public)
        with visible_trials(public, suite, source) as trials:
            seen = {entry.id: _seen(trials, corpus, entry) for entry in rivals}
    chosen = [corpus.entries[name].mistake for name in dict.fromkeys(wanted)]
    for name in wanted:
        _told_apart(name, seen, corpus)
    return _written(chosen, seen)


def _asked(name: str) -> str:
    """Where the kit was told to name a mistake."""
    return f"{name.place}: kit_hints: {name}" if isinstance(name, Placed) else f"--hints {name}"


def _seen(trials: VisibleTrials, corpus: KnownMistakes, entry: MistakeModule) -> dict[str, SeenValues]:
    """What the visible checks of its step see of a mistake."""
    step = entry.mistake.step
    seen = shown_by(trials.run(corpus.space(entry.id, fresh=True), step), step)
    return {key: SeenValues(one.shape, tuple(map(_short, one.values))) for key, one in seen.items()}


def _short(value: float) -> float:
    return float(f"{value:.{_DIGITS}g}") + 0.0  # and no negative zero


def _told_apart(name: str, seen: Mapping[str, Mapping[str, SeenValues]], corpus: KnownMistakes) -> None:
    """Raise UsageError where a learner's machine could not tell this mistake, or only guess it."""
    own, family = seen.get(name, {}), corpus.entries[name].family
    if not own:
        raise UsageError(f"{_asked(name)}: no visible check sees it by its values, so a kit could not name it")
    for other, shows in seen.items():
        if corpus.entries[other].family != family and same(own, shows):
            raise UsageError(f"{_asked(name)}: to the visible checks it looks like {other} too; a kit could only guess")


def _written(chosen: Sequence[Mistake], seen: Mapping[str, Mapping[str, SeenValues]]) -> str:
    """The file: one mistake of those that look the same."""
    import yaml

    kept: list[Mistake] = []
    for mistake in chosen:
        if not any(same(seen[one.id], seen[mistake.id]) for one in kept):
            kept.append(mistake)
    records = [
        {
            "step": mistake.step,
            "title": mistake.title.data,
            "why": mistake.why.data,
            "hints": [hint.data for hint in mistake.hints],
            "shows": {
                check: {"shape": list(one.shape), "values": list(one.values)} for check, one in seen[mistake.id].items()
            },
        }
        for mistake in kept
    ]
    head = "# Mistakes that this kit may name, by what the visible checks see of them.\n"
    data = {"schema": SCHEMA, "mistakes": records}
    return head + yaml.safe_dump(data, allow_unicode=True, sort_keys=False, width=4096, default_flow_style=None)
