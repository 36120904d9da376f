"""The graded copy of a notebook: the learner's cells without effect, nbgrader's metadata and locked cells as released.

A cell is known again by its grade id first, then by what stands in it. Each known cell appears once; whatever a
learner did to metadata (stripped by Colab, copied, edited) is forgotten, since it is written anew from the gradebook.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from grader.authoring.notebook.layout import step_of_check
from grader.core.languages import say
from grader.core.model import Assignment
from grader.integrations.nbgrader.harmless import harmless_cell
from grader.integrations.nbgrader.scores import StepScore, by_step, fault
from grader.submissions.cells import defined

__all__ = ["ReleasedCell", "comments_of", "fill", "marks_of", "repair"]


@dataclasses.dataclass(frozen=True, slots=True)
class ReleasedCell:
    """A cell of the released assignment as the gradebook has it."""

    name: str
    cell_type: str
    source: str
    checksum: str
    locked: bool = False
    grade: bool = False
    solution: bool = False
    task: bool = False
    points: float = 0.0

    @property
    def is_test(self) -> bool:
        """True for a cell that is scored by us rather than by a person."""
        return self.grade and not self.solution

    def metadata(self) -> dict[str, object]:
        """Nbgrader's metadata for it, schema 3."""
        said: dict[str, object] = {
            "schema_version": 3,
            "grade_id": self.name,
            "grade": self.grade,
            "solution": self.solution,
            "locked": self.locked,
            "task": self.task,
            "cell_type": self.cell_type,
            "checksum": self.checksum,
        }
        if self.grade or self.task:
            said["points"] = self.points
        return said


def repair(cells: Sequence[dict[str, Any]], known: Sequence[ReleasedCell], language: str) -> list[dict[str, Any]]:
    """The cells of the graded copy: every known cell once, in the learner's places; missing ones are put back."""
    place = _places(cells, known)
    at = {index: known_cell for known_cell in known if (index := place.get(known_cell.name)) is not None}
    out = [_with(cells[i], at.get(i)) for i in range(len(cells))]
    for i, known_cell in enumerate(known):
        if known_cell.name not in place and (known_cell.grade or known_cell.task):
            out.insert(_after(out, known[:i]), _missing(known_cell, language))
    return out


def _places(cells: Sequence[dict[str, Any]], known: Iterable[ReleasedCell]) -> dict[str, int]:
    """Which cell is which: known cell's name -> index. The last one of several with one id counts, as it runs last."""
    ids = {_grade_id(cell): i for i, cell in enumerate(cells) if _grade_id(cell)}
    place = {cell.name: ids[cell.name] for cell in known if cell.name in ids}
    taken = set(place.values())
    for cell in known:
        if cell.name not in place:
            found = next((i for i in reversed(range(len(cells))) if i not in taken and _same(cells[i], cell)), None)
            if found is not None:
                place[cell.name] = found
                taken.add(found)
    return place


def _same(cell: Mapping[str, Any], known: ReleasedCell) -> bool:
    """Is this the known cell, by what stands in it? The same functions, the same check, the same text."""
    source = str(cell["source"])
    if known.solution and known.cell_type == "code":
        return bool(set(defined(source)) & set(defined(known.source)))
    calls = r"\b(?:check|score)\(\s*['\"]([^'\"]+)['\"]"
    if known.is_test and (called := re.search(calls, known.source)):
        return called.group(1) in re.findall(calls, source) and not defined(source)
    return bool(source.strip()) and source.strip() == known.source.strip()


def _grade_id(cell: Mapping[str, Any]) -> str:
    said = cell["metadata"].get("nbgrader", {})
    grade_id = said.get("grade_id") if isinstance(said, dict) else None
    return grade_id if isinstance(grade_id, str) else ""


def _with(cell: dict[str, Any], known: ReleasedCell | None) -> dict[str, Any]:
    """The cell with the metadata; where it is locked with the text that was released, else made harmless."""
    if known is None:
        return _shaped({**harmless_cell(cell), "metadata": {}})
    said = {"cell_type": known.cell_type, "metadata": {"nbgrader": known.metadata()}}
    if known.locked or known.is_test or known.task or str(cell["source"]).strip() == known.source.strip():
        return _shaped({**cell, **said, "source": known.source})  # the instructor's own words
    return _shaped(harmless_cell({**cell, **said}))


def _shaped(cell: dict[str, Any]) -> dict[str, Any]:
    made = {"cell_type": cell["cell_type"], "metadata": cell["metadata"], "source": cell["source"]}
    return {**made, "execution_count": None, "outputs": []} if cell["cell_type"] == "code" else made


def _missing(known: ReleasedCell, language: str) -> dict[str, Any]:
    made = _with({"cell_type": known.cell_type, "source": known.source, "metadata": {}}, known)
    if known.cell_type == "code":
        made["outputs"] = [_stream(say(language, "front.added"))]
    return made


def _after(cells: Sequence[Mapping[str, Any]], before: Sequence[ReleasedCell]) -> int:
    """Where a missing cell belongs: after the last known cell that stood before it and is there."""
    names = {known.name for known in before}
    return max((i + 1 for i, cell in enumerate(cells) if _grade_id(cell) in names), default=len(cells))


def marks_of(
    cells: Iterable[Mapping[str, Any]],
    known: Iterable[ReleasedCell],
    table: Mapping[str, StepScore],
    assignment: Assignment,
    language: str,
) -> dict[str, StepScore]:
    """Grade id -> Mark for every graded cell: ours by step, a written answer by whether there is one.

    A test cell that belongs to no step of the course is held: somebody added it, and we cannot score it.
    """
    written = {_grade_id(cell): str(cell["source"]).strip() for cell in cells}
    out = {}
    for cell in known:
        if cell.is_test:
            step = step_of_check(cell.name, cell.source, assignment)
            out[cell.name] = by_step(table, step, language) if step else fault(say(language, "front.no_cell"), language)
        elif cell.grade and written.get(cell.name, "") == cell.source.strip():
            out[cell.name] = StepScore(Fraction(0), Fraction(1))  # left as it was handed out
        elif cell.grade or cell.task:
            out[cell.name] = StepScore(None, Fraction(1), held=True)
    return out


def comments_of(
    known: Iterable[ReleasedCell], table: Mapping[str, StepScore], assignment: Assignment
) -> dict[str, str]:
    """Grade id of a solution cell -> the comment for the learner."""
    out = {}
    for cell in known:
        if cell.solution and cell.cell_type == "code":
            owners = [step for name in defined(cell.source) if (step := assignment.step_of(name))]
            if owners and owners[0].id in table:
                out[cell.name] = table[owners[0].id].comment
    return out


def fill(cells: Iterable[dict[str, Any]], known: Iterable[ReleasedCell], marks: Mapping[str, StepScore]) -> None:
    """Put each test cell's words and score where nbgrader looks for them: as its outputs."""
    worth = {cell.name: cell.points for cell in known if cell.is_test}
    for cell in cells:
        name = _grade_id(cell)
        if name not in worth:
            continue
        mark = marks[name]
        score, _ = mark.at(worth[name])
        cell["outputs"] = [*cell["outputs"], _stream(mark.text)]
        if score is None:  # an error counts 0 in stock nbgrader: never full marks for want of a number
            first = mark.text.partition("\n")[0]
            cell["outputs"].append({"output_type": "error", "ename": "Held", "evalue": first, "traceback": [first]})
        else:
            shown = {"text/plain": repr(score)}
            result = {"output_type": "execute_result", "execution_count": None, "metadata": {}, "data": shown}
            cell["outputs"].append(result)


def _stream(text: str) -> dict[str, object]:
    return {"output_type": "stream", "name": "stdout", "text": text if text.endswith("\n") else text + "\n"}
