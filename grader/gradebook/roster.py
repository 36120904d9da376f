"""Who takes part, and whose each submission is: the roster's ids, and the names that learning platforms give."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from grader.core.errors import UsageError
from grader.core.suggestions import suggestion
from grader.gradebook.store import Store

__all__ = ["Person", "import_roster", "learner_finder", "learner_of", "learners", "require_learner", "roster"]


@dataclasses.dataclass(frozen=True)
class Person:
    """A person of the roster, or a submission whose person is not on it (then `listed` is False)."""

    id: str
    name: str = ""
    section: str = ""
    email: str = ""
    external: Mapping[str, str] = dataclasses.field(default_factory=dict)  # canvas, sis, login, moodle, github, ...
    submission: str | None = None  # id of the submission to the assignment that was asked about
    listed: bool = True


def roster(store: Store) -> tuple[Person, ...]:
    """Everybody on the roster, by id."""
    return tuple(
        Person(row["id"], row["name"], row["section"], row["email"], json.loads(row["external"]))
        for row in store.rows("SELECT * FROM learners ORDER BY id")
    )


def import_roster(store: Store, people: tuple[Person, ...], source: str, author: str) -> tuple[int, int]:
    """Add people, or update known ones; nobody is removed. -> how many are new, how many changed."""
    known = {person.id: person for person in roster(store)}
    new = [person for person in people if person.id not in known]
    updated = [_updated(known[person.id], person) for person in people if person.id in known]
    changed = [person for person in updated if person != known[person.id]]
    with store.transaction() as db:
        db.executemany(
            "INSERT INTO learners (id, name, section, email, external) VALUES (?, ?, ?, ?, ?) "
            "ON CONFLICT (id) DO UPDATE SET name = excluded.name, section = excluded.section, "
            "email = excluded.email, external = excluded.external",
            [
                (
                    person.id,
                    person.name,
                    person.section,
                    person.email,
                    json.dumps(dict(person.external), ensure_ascii=False),
                )
                for person in [*new, *changed]
            ],
        )
        store.audit(author, "roster", "", "", {"source": source, "new": len(new), "changed": len(changed)})
    return len(new), len(changed)


def _updated(before: Person, person: Person) -> Person:
    """A known person with what a new roster says of them; what it leaves out stays."""
    return dataclasses.replace(
        person,
        name=person.name or before.name,
        section=person.section or before.section,
        email=person.email or before.email,
        external={**before.external, **person.external},
    )


def learners(store: Store, assignment: str) -> tuple[Person, ...]:
    """The roster with each person's submission to `assignment`, then submissions whose person is not on it.

    Where several submissions name one person, the one with the person's own id counts, else the first; the others stay
    in the list under their own names, so that none stands in for another unseen.
    """
    rows = store.rows("SELECT name FROM submissions WHERE assignment = ? ORDER BY name", assignment)
    names = [row[0] for row in rows]
    people = roster(store)
    find = learner_finder(people)
    submission_of: dict[str, str] = {}
    for name in sorted(names, key=lambda name: find(name) != name):
        learner = find(name)
        submission_of[name if learner in submission_of else learner] = name
    listed = {person.id for person in people}
    others = [
        Person(learner, submission=name, listed=False)
        for learner, name in submission_of.items()
        if learner not in listed
    ]
    return (*(dataclasses.replace(person, submission=submission_of.get(person.id)) for person in people), *others)


def learner_of(store: Store, submission: str) -> str:
    """The id of the person that a submission's id names; the submission's id where no such person is listed."""
    return learner_finder(roster(store))(submission)


def require_learner(store: Store, assignment: str, learner: str, known: Iterable[str]) -> None:
    """Raise UsageError where `learner` is not among the `known` ids."""
    known = list(known)
    if learner not in known:
        tail = suggestion(learner, known) or "; `grader gradebook show` lists them"
        raise UsageError(f"{store.path}: no learner {learner!r} in {assignment}{tail}")


def learner_finder(people: Iterable[Person]) -> Callable[[str], str]:
    """Submission id -> learner id: by id, then by anything else that only one person has.

    A submission that names nobody keeps its own id, so nothing is lost for want of a roster.
    """
    ids: set[str] = set()
    known: dict[str, set[str]] = {}
    for person in people:
        ids.add(person.id)
        for name in (person.email, person.email.partition("@")[0], *person.external.values()):
            if name:
                known.setdefault(name.casefold(), set()).add(person.id)

    def find(submission: str) -> str:
        if submission in ids:
            return submission
        for name in _names_in(submission):
            if len(known.get(name.casefold(), ())) == 1:
                return next(iter(known[name.casefold()]))
        return submission

    return find


def _names_in(submission: str) -> Iterator[str]:
    """What a submission's id may hold of a person: itself, Moodle's participant number, Canvas's user id."""
    yield submission
    found = re.match(r".+_([0-9]+)_assignsubmission_", submission)  # Moodle: Ada Lovelace_12345_assignsubmission_file
    if found:
        yield found[1]
    found = re.match(r"[^_]+(?:_LATE)?_([0-9]+)_[0-9]+_", submission)  # Canvas: lovelaceada_LATE_12345_67890_layer_norm
    if found:
        yield found[1]
