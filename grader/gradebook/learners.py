"""Who takes part, and whose each submission is."""

from __future__ import annotations

import dataclasses
import json

from grader.gradebook.assignments import Assignments
from grader.gradebook.people import Person, owners

__all__ = ["Learners"]


class Learners(Assignments):
    """The roster, and the submissions that find their person in it."""

    def roster(self) -> tuple[Person, ...]:
        """Everybody on the roster, by id."""
        return tuple(
            Person(row["id"], row["name"], row["section"], row["email"], json.loads(row["external"]))
            for row in self._rows("SELECT * FROM learners ORDER BY id")
        )

    def import_roster(self, people: tuple[Person, ...], source: str, author: str) -> tuple[int, int]:
        """Add people, or bring known ones up to date; nobody is removed. -> how many are new, how many changed."""
        known = {one.id: one for one in self.roster()}
        fresh = [one for one in people if one.id not in known]
        merged = [
            dataclasses.replace(
                one,
                name=one.name or before.name,
                section=one.section or before.section,
                email=one.email or before.email,
                external={**before.external, **one.external},
            )
            for one in people
            if (before := known.get(one.id)) is not None
        ]
        changed = [one for one in merged if one != known[one.id]]
        with self._change() as db:
            db.executemany(
                "INSERT INTO learners (id, name, section, email, external) VALUES (?, ?, ?, ?, ?) "
                "ON CONFLICT (id) DO UPDATE SET name = excluded.name, section = excluded.section, "
                "email = excluded.email, external = excluded.external",
                [
                    (one.id, one.name, one.section, one.email, json.dumps(dict(one.external), ensure_ascii=False))
                    for one in [*fresh, *changed]
                ],
            )
            self._trail(author, "roster", "", "", {"source": source, "new": len(fresh), "changed": len(changed)})
        return len(fresh), len(changed)

    def learners(self, assignment: str) -> tuple[Person, ...]:
        """The roster with each one's submission to `assignment`, then submissions whose person is not on it.

        Of several that name one person the one with the person's own id counts, else the first; the others stay in
        the list under their own names, so that none stands in for another unseen.
        """
        names = [
            row[0] for row in self._rows("SELECT name FROM submissions WHERE assignment = ? ORDER BY name", assignment)
        ]
        find = owners(self.roster())
        theirs: dict[str, str] = {}
        for name in sorted(names, key=lambda name: find(name) != name):
            who = find(name)
            theirs[name if who in theirs else who] = name
        people = self.roster()
        listed = {one.id for one in people}
        others = [Person(who, submission=name, listed=False) for who, name in theirs.items() if who not in listed]
        return (*(dataclasses.replace(one, submission=theirs.get(one.id)) for one in people), *others)

    def learner_of(self, submission: str) -> str:
        """The id of the person that a submission's id names; the submission's id where no such person is listed."""
        return owners(self.roster())(submission)
