"""The seam for other packages: what they register is known beside the built-in kinds."""

from grader import hookspecs
from grader.quiz.kinds import KINDS


def test_built_in_kinds_come_through_the_hook():
    assert set(KINDS) <= set(hookspecs.item_kinds())


def test_a_package_adds_a_kind_and_cannot_replace_a_built_in_one():
    class Hotspot: ...

    class Package:
        @hookspecs.hookimpl
        def register_items(self):
            return {"hotspot": Hotspot, "single": Hotspot}

    manager, package = hookspecs._manager(), Package()
    manager.register(package)
    try:
        kinds = hookspecs.item_kinds()
    finally:
        manager.unregister(package)
    assert kinds["hotspot"] is Hotspot
    assert kinds["single"] is KINDS["single"]
