"""Grades: the counted score with marks, override and lateness laid over it, made whenever they are asked for."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from fractions import Fraction

from grader.gradebook.decisions import Decisions
from grader.gradebook.final_grade import Final, Override, final_of
from grader.gradebook.late_policy import LatePolicy, lateness
from grader.gradebook.people import Person
from grader.gradebook.timeline import TimedAttempt, Timeline, counting, still_open

__all__ = ["Finals"]


class Finals(Decisions):
    """Everybody's grade as it stands now. `attempts` says which attempt counts: "last", "best" or "first"."""

    def final(self, assignment: str, learner: str, *, attempts: str = "last") -> Final:
        """A learner's grade: the counted score, with override and lateness laid over it. Raises UsageError."""
        people = [one for one in self.learners(assignment) if one.id == learner] or [Person(learner)]
        return next(self._finals(assignment, people, attempts))

    def finals(self, assignment: str, *, attempts: str = "last") -> Iterator[Final]:
        """The grade of everybody that `learners` names, in that order."""
        return self._finals(assignment, list(self.learners(assignment)), attempts)

    def timeline(self, assignment: str, learner: str, *, attempts: str = "last") -> Timeline:
        """All attempts of a learner. Raises UsageError where there is no such learner."""
        self._known(assignment, learner, {one.id for one in self.learners(assignment)})
        one = next(one for one in self.learners(assignment) if one.id == learner)
        tries = self._tries(assignment, one, self.policy(assignment))
        handed_in = [self._handed_in(assignment, one.submission or "", each.number) for each in tries]
        return Timeline(tuple(tries), tuple(handed_in), self._final(assignment, one, tries, attempts))

    def _finals(self, assignment: str, people: list[Person], attempts: str) -> Iterator[Final]:
        policy = self.policy(assignment)
        for one in people:
            yield self._final(assignment, one, self._tries(assignment, one, policy, attempts), attempts, policy)

    def _final(
        self, assignment: str, one: Person, tries: list[TimedAttempt], attempts: str, policy: LatePolicy | None = None
    ) -> Final:
        chosen, override = counting(tries, attempts), self._override(assignment, one.id)
        if chosen is None or chosen.alone is None:
            received, due = self._received(assignment, one.submission or ""), self._extended(assignment, one.id)
            return final_of(one.id, None, 0, override, lateness(policy or self.policy(assignment), received, due))
        final = final_of(one.id, chosen.report, chosen.number, override, chosen.alone.late)
        return dataclasses.replace(final, pending=still_open(tries, chosen, attempts))

    def _override(self, assignment: str, learner: str) -> Override | None:
        """The points that a person has set last, unless they were taken back."""
        last = "SELECT * FROM overrides WHERE assignment = ? AND learner = ? ORDER BY id DESC LIMIT 1"
        for row in self._rows(last, assignment, learner):
            if row["points"] is not None:
                return Override(Fraction(row["points"]), row["author"], row["reason"], row["at"])
        return None
