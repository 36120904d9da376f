"""The seam for other packages: what they register is known beside the built-in kinds."""

from grader import hookspecs
from grader.quiz import kinds
from grader.quiz.kinds import KINDS


def test_built_in_kinds_come_through_the_hook():
    assert set(KINDS) <= set(hookspecs.item_kinds(kinds))


def test_a_package_adds_a_kind_and_cannot_replace_a_built_in_one():
    class Hotspot: ...

    class Package:
        @hookspecs.hookimpl
        def register_items(self):
            return {"hotspot": Hotspot, "single": Hotspot}

    known = hookspecs.item_kinds(kinds, Package())
    assert known["hotspot"] is Hotspot
    assert known["single"] is KINDS["single"]
