"""People and what their submissions are called: the roster's ids, and the names that learning platforms give."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterable, Iterator, Mapping

__all__ = ["Person", "owners"]


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


def owners(people: Iterable[Person]) -> Callable[[str], str]:
    """Submission id -> learner id: by id, then by anything else that only one person has.

    A submission that names nobody keeps its own id, so nothing handed in is lost for want of a roster.
    """
    ids: set[str] = set()
    known: dict[str, set[str]] = {}
    for one in people:
        ids.add(one.id)
        for name in (one.email, one.email.partition("@")[0], *one.external.values()):
            if name:
                known.setdefault(name.casefold(), set()).add(one.id)

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
