"""Marking open answers: the questions with how far they are, and one group of equal answers at a time."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from grader.core.errors import GraderError, UsageError
from grader.core.languages import say
from grader.core.model import Assignment
from grader.gradebook import Gradebook
from grader.gradebook.manual_marks import OpenAnswer
from grader.gradebook.rubric import Judgement, RubricLine
from grader.reports.rounding import points
from grader.web.answer_groups import AnswerGroup, groups_of, near

if TYPE_CHECKING:
    from grader.quiz.items.essay import Open

__all__ = ["Marking", "number_in", "open_questions", "prompts", "samples", "seen", "starter"]


@dataclasses.dataclass(frozen=True)
class Marking:
    """One question's answers. `part` of `parts` is a marker's share, cut by the words, so that groups stay whole.

    `second`: a second marker judges what somebody else has marked, to compare; no mark changes.
    """

    assignment: str
    item: str
    attempts: str = "last"
    part: int = 1
    parts: int = 1
    second: bool = False

    @classmethod
    def of(cls, path: Mapping[str, str], query: Mapping[str, str], attempts: str) -> Marking:
        """The question and the share that an address names."""
        parts = min(max(number_in(query, "parts") or 1, 1), 50)
        part = min(max(number_in(query, "part") or 1, 1), parts)
        return cls(path["assignment"], path["item"], attempts, part, parts, query.get("second") == "1")

    @property
    def query(self) -> dict[str, str]:
        """What the address says besides the question."""
        share = {"part": str(self.part), "parts": str(self.parts)} if self.parts > 1 else {}
        return {**share, **({"second": "1"} if self.second else {})}

    def answers(self, everything: Sequence[OpenAnswer]) -> list[OpenAnswer]:
        """The answers to the question among all of them."""
        return [one for one in everything if one.item == self.item]

    def groups(self, everything: Sequence[OpenAnswer]) -> list[AnswerGroup]:
        """The groups of this part, the largest first."""
        groups = groups_of(self.answers(everything))
        return [group for i, group in enumerate(groups) if i % self.parts == self.part - 1]

    def view(
        self, book: Gradebook, everything: Sequence[OpenAnswer], name: str, course: Assignment | None, language: str
    ) -> dict[str, Any]:
        """The group of that name, or the first that waits; with the rubric and the progress."""
        groups = self.groups(everything)
        judged = book.judgements(self.assignment, self.item, second=self.second)
        done = [self._done(group, judged) for group in groups]
        at = next((i for i, group in enumerate(groups) if group.name == name), None)
        if at is None:
            at = next((i for i, ended in enumerate(done) if not ended), None)
        group = groups[at] if at is not None else None
        held = judged.get((group.answers[0].submission, group.answers[0].version)) if group is not None else None
        said = Counter(one.comment for one in judged.values() if one.comment)
        return {
            "marking": self,
            "group": group,
            "before": groups[at - 1].name if at else "",
            "after": groups[at + 1].name if at is not None and at + 1 < len(groups) else "",
            "near": near(group, groups) if group is not None and not self.second else [],
            "ticked": held.criteria if held is not None else (),
            "comment": held.comment if held is not None else "",
            "mark": group.answers[0].mark if group is not None and not self.second else None,
            "possible": points(group.answers[0].possible) if group is not None else "",
            "rubric": [(one, _signed(one.points)) for one in book.rubric(self.assignment, self.item)],
            "said": [text for text, _ in said.most_common(9)],
            "done": sum(len(one.answers) for one, ended in zip(groups, done, strict=True) if ended),
            "all": sum(len(one.answers) for one in groups),
            "groups": len(groups),
            "markers": Counter(one.author for one in judged.values()).most_common(),
            "agreement": agreement(book, self),
            "samples": samples(course, self.item, language),
            "seen": seen(group),
        }

    def _done(self, group: AnswerGroup, judged: Mapping[tuple[str, str], Judgement]) -> bool:
        if not self.second:
            return group.marked
        return all((one.submission, one.version) in judged for one in group.answers)

    def mark(
        self,
        book: Gradebook,
        everything: Sequence[OpenAnswer],
        names: Sequence[str],
        judgement: Judgement,
        expected: str,
    ) -> int:
        """Judge every answer of the named groups. -> how many.

        `expected` is what `seen` gave when the first was shown. Raises UsageError where it was marked meanwhile.
        """
        groups = {group.name: group for group in groups_of(self.answers(everything))}
        chosen = [groups[name] for name in names if name in groups]
        if not chosen:
            raise UsageError(f"{self.item}: these answers are not there any more; load the page again")
        if seen(chosen[0]) != expected and not self.second:
            raise UsageError(f"{self.item}: somebody marked this answer meanwhile; look at it again before you save")
        answers = [one for group in chosen for one in group.answers]
        return book.judge(self.assignment, answers, judgement, second=self.second)


def agreement(book: Gradebook, marking: Marking) -> dict[str, str]:
    """How two markers agree on the answers that both judged: how many, how many alike, and Cohen's kappa.

    kappa = (observed - expected) / (1 - expected), over the points given as categories: J. Cohen, A coefficient of
    agreement for nominal scales, 1960. Empty where nothing was judged twice.
    """
    first = book.judgements(marking.assignment, marking.item)
    second = book.judgements(marking.assignment, marking.item, second=True)
    lines = {line.name: line for line in book.rubric(marking.assignment, marking.item)}

    def given(judgement: Judgement) -> Fraction:
        return sum((lines[name].points for name in judgement.criteria if name in lines), Fraction(0))

    pairs = [(given(first[key]), given(second[key])) for key in first.keys() & second.keys()]
    if not pairs:
        return {}
    alike = sum(one == other for one, other in pairs) / len(pairs)
    left, right = Counter(one for one, _ in pairs), Counter(other for _, other in pairs)
    chance = sum(left[value] * right[value] for value in left) / len(pairs) ** 2
    kappa = "–" if chance == 1 else f"{(alike - chance) / (1 - chance):.2f}"
    return {"n": str(len(pairs)), "alike": f"{round(100 * alike)} %", "kappa": kappa}


def number_in(query: Mapping[str, str], name: str) -> int | None:
    """A number of at most six digits in an address, or None."""
    text = query.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 7 else None


def seen(group: AnswerGroup | None) -> str:
    """What tells whether a group was marked since it was shown."""
    marks = [] if group is None else [one.mark for one in group.answers if one.mark is not None]
    return max((mark.at + mark.author for mark in marks), default="")


def starter(course: Assignment | None, item: str, possible: Fraction, language: str) -> tuple[RubricLine, ...]:
    """A rubric to begin with: the one of the quiz's own file, in points of the assignment; else all, half, nothing."""
    open_item = _open_item(course, item)
    if open_item is not None and open_item.points:
        scale = possible / open_item.points
        return tuple(RubricLine("", one.text[language], one.points * scale) for one in open_item.rubric)
    return tuple(
        RubricLine("", say(language, f"desk.start.{name}"), value)
        for name, value in (("full", possible), ("half", possible / 2), ("none", Fraction(0)))
    )


def _open_item(course: Assignment | None, item: str) -> Open | None:
    if course is None or not (course.folder / "quiz.yaml").is_file():
        return None
    from grader.quiz import load_bank
    from grader.quiz.items.essay import Open

    try:
        found = next((one for one in load_bank(course.folder / "quiz.yaml").items if one.id == item), None)
    except GraderError:
        return None
    return found if isinstance(found, Open) else None


def samples(course: Assignment | None, item: str, language: str) -> list[tuple[str, str]]:
    """Answers that the quiz's own file gives as samples, with their points of the question."""
    found = _open_item(course, item)
    return [] if found is None else [(one.text[language], points(Fraction(one.points))) for one in found.samples]


def open_questions(
    book: Gradebook, everything: Sequence[OpenAnswer], assignment: str, language: str
) -> list[dict[str, Any]]:
    """Every open question: its words, how many answers it has, in how many groups, and how many are marked."""
    by_item: dict[str, list[OpenAnswer]] = {}
    for answer in everything:
        by_item.setdefault(answer.item, []).append(answer)
    words = prompts(book, assignment, set(by_item), language)
    return [
        {
            "id": item,
            "prompt": words.get(item, item),
            "all": len(answers),
            "groups": len(groups_of(answers)),
            "done": sum(answer.mark is not None for answer in answers),
        }
        for item, answers in sorted(by_item.items())
    ]


def prompts(book: Gradebook, assignment: str, items: set[str], language: str) -> dict[str, str]:
    """The questions' words, from the first report that has them all."""
    found: dict[str, str] = {}
    for report in book.reports(assignment):
        for item in report.quiz_answers.items if report.quiz_answers is not None else ():
            if item.id in items and item.question is not None:
                words = item.question.prompt
                found.setdefault(item.id, words.get(language) or next(iter(words.values()), item.id))
        if items <= set(found):
            break
    return found


def _signed(value: Fraction) -> str:
    return f"+{points(value)}" if value >= 0 else f"-{points(-value)}"
