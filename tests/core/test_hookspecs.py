"""The seam for other packages: what they register is known beside the built-in kinds."""

from grader.core import hookspecs
from grader.quiz.items import registry
from grader.quiz.items.registry import KINDS


def test_built_in_kinds_come_through_the_hook():
    assert set(KINDS) <= set(hookspecs.item_kinds(registry))


def test_a_package_adds_a_kind_and_cannot_replace_a_built_in_one():
    class Hotspot: ...

    class Package:
        @hookspecs.hookimpl
        def register_items(self):
            return {"hotspot": Hotspot, "single": Hotspot}

    known = hookspecs.item_kinds(registry, Package())
    assert known["hotspot"] is Hotspot
    assert known["single"] is KINDS["single"]
