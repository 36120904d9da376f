"""What an export would do, before it does it: who changes to what, who is left out and why."""

from __future__ import annotations

import dataclasses
import tempfile
import weakref
from collections.abc import Iterator, Mapping, Sequence

from grader.core.errors import MachineError
from grader.core.safe_text import one_line
from grader.gradebook.final_grades import Grade

__all__ = ["ExportPlan", "ExportedGrade", "SpooledFiles", "no_grade", "plan_text", "sorted_out"]

RULE = (
    "Rounding: two decimals, half up (whole points with --whole); points that must add up are shared by the largest "
    "remainder; nothing is rounded up to full marks."
)
_SHOWN = 20


@dataclasses.dataclass(frozen=True)
class ExportedGrade:
    """One grade as it goes out; `old` is what the other side has now, "" where that is nothing or not known."""

    learner: str
    old: str
    new: str

    @property
    def same(self) -> bool:
        """True where the other side has it already."""
        return self.old == self.new


@dataclasses.dataclass(frozen=True)
class ExportPlan:
    """The whole of an export. `files` is path -> text; the path "" means the one file that is asked for."""

    changes: tuple[ExportedGrade, ...]
    left_out: tuple[tuple[str, str], ...]  # learner, reason
    notes: tuple[str, ...] = ()
    files: Mapping[str, str] = dataclasses.field(default_factory=dict)


class SpooledFiles(Mapping[str, str]):
    """Files whose texts lie on disk until they are written, since a class of thousands has no room for them.

    The place is a file without a name, gone with the process. Raises MachineError where there is no space for it.
    """

    def __init__(self) -> None:
        """Nothing yet."""
        self._file = tempfile.TemporaryFile()  # noqa: SIM115  # closed with the plan
        weakref.finalize(self, self._file.close)
        self._places: dict[str, tuple[int, int]] = {}

    def add(self, name: str, text: str) -> None:
        """Take a file's text."""
        data = text.encode("utf-8", "surrogatepass")
        try:
            self._places[name] = (self._file.seek(0, 2), len(data))
            self._file.write(data)
        except OSError as error:
            raise MachineError(f"{tempfile.gettempdir()}: cannot be written: {error.strerror}; run again") from None

    def __getitem__(self, name: str) -> str:
        place, size = self._places[name]
        self._file.seek(place)
        return self._file.read(size).decode("utf-8", "surrogatepass")

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


def sorted_out(
    grades: Sequence[Grade], *, with_held: bool, practice: bool
) -> tuple[list[Grade], list[tuple[str, str]]]:
    """The grades that can go out, and who is left out and why: held points are never sent as zeros."""
    ready, left_out = [], []
    for grade in grades:
        if grade.total is None:
            left_out.append((grade.learner, no_grade(grade)))
        elif grade.override is not None:  # a person has decided
            ready.append(grade)
        elif grade.report is not None and not grade.report.grade and not practice:
            left_out.append(
                (grade.learner, "practice, not a grade: weaker isolation; --practice sends it all the same")
            )
        elif grade.held and not with_held:
            told = f"{float(grade.held):g} points are held for a person; --with-held sends what is earned so far"
            left_out.append((grade.learner, told))
        else:
            ready.append(grade)
    return ready, left_out


def no_grade(grade: Grade) -> str:
    """Why somebody without a total has none."""
    if grade.report is not None and grade.report.only:
        return f"a partial run (only {', '.join(grade.report.only)}), not a grade: grade it again without --only"
    return "no submission with a result"


def plan_text(plan: ExportPlan, *, full: bool = False) -> str:
    """The plan for a person to read; `full` names everybody."""
    changed = [change for change in plan.changes if not change.same]
    same = len(plan.changes) - len(changed)
    lines = [f"{len(plan.changes)} grades: {len(changed)} changed, {same} unchanged, {len(plan.left_out)} skipped"]
    shown = changed if full else changed[:_SHOWN]
    wide = max((len(one_line(change.learner, 40)) for change in shown), default=0)
    for change in shown:
        old = f"{change.old} -> " if change.old else ""
        lines.append(f"  {one_line(change.learner, 40):{wide}}  {old}{change.new}")
    if len(changed) > len(shown):
        lines.append(f"  {len(changed) - len(shown)} more; --full shows all")
    reasons: dict[str, list[str]] = {}
    for learner, reason in plan.left_out:
        reasons.setdefault(reason, []).append(one_line(learner, 40))
    for reason, learners in reasons.items():
        named = learners if full else learners[:5]
        more = f" and {len(learners) - len(named)} more" if len(learners) > len(named) else ""
        lines.append(f"skipped, {reason}: {', '.join(named)}{more}")
    return "\n".join([*lines, *plan.notes, RULE]) + "\n"
