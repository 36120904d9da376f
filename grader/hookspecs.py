"""The seams: what an installed package can add to the grader, through pluggy (which pytest brings).

A package adds itself with an entry point in the group "grader":

    [project.entry-points.grader]
    my-items = "my_package.items"

and implements a hook with the marker from this module:

    from grader.hookspecs import hookimpl

    @hookimpl
    def register_items():
        return {"hotspot": Hotspot}

The built-in kinds register through the same hook, so every run exercises the seam. Nothing here touches how code is
isolated or graded: a hidden suite runs without any plug-in.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import TYPE_CHECKING

import pluggy

if TYPE_CHECKING:
    from grader.quiz.item import Item

__all__ = ["hookimpl", "item_kinds"]

_hookspec = pluggy.HookspecMarker("grader")
hookimpl = pluggy.HookimplMarker("grader")


class Seams:
    """The hooks."""

    @_hookspec
    def register_items(self) -> Mapping[str, type[Item]]:  # type: ignore[empty-body]  # a specification
        """Types of quiz items, by the word that stands behind `type:` in a quiz.yaml."""


@functools.cache
def _manager() -> pluggy.PluginManager:
    from grader.quiz import kinds

    manager = pluggy.PluginManager("grader")
    manager.add_hookspecs(Seams)
    manager.register(kinds, "grader.quiz.kinds")
    manager.load_setuptools_entrypoints("grader")
    return manager


def item_kinds() -> dict[str, type[Item]]:
    """Every type of quiz item that is installed; a built-in word cannot be taken by another package."""
    kinds: dict[str, type[Item]] = {}
    for found in _manager().hook.register_items():  # the last registered answers first
        kinds |= found
    return kinds
