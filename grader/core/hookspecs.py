"""The seams: what an installed package can add to the grader, through pluggy (which pytest brings).

A package adds itself with an entry point in the group "grader":

    [project.entry-points.grader]
    my-items = "my_package.items"

and implements a hook with the marker from this module:

    from grader.core.hookspecs import hookimpl

    @hookimpl
    def register_items():
        return {"hotspot": Hotspot}

The built-in kinds register through the same hook, so every run exercises the seam. Nothing here touches how code is
isolated or graded: a hidden suite runs without any plug-in.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pluggy

__all__ = ["hookimpl", "item_kinds", "report_formats"]

_hookspec = pluggy.HookspecMarker("grader")
hookimpl = pluggy.HookimplMarker("grader")


class Seams:
    """The hooks."""

    @_hookspec
    def register_items(self) -> Mapping[str, type]:  # type: ignore[empty-body]  # a specification
        """Types of quiz items, by the word that stands behind `type:` in a quiz.yaml."""

    @_hookspec
    def register_reports(self) -> Mapping[str, Any]:  # type: ignore[empty-body]  # a specification
        """Formats of reports (`grader.reports.formats.registry.Format`), by the word behind `grader report --to`."""


def _registered(hook: str, built_in: object, more: tuple[object, ...]) -> dict[str, Any]:
    """What installed packages, `more` and `built_in` register through a hook, by word.

    A built-in word cannot be taken by another package.
    """
    manager = pluggy.PluginManager("grader")
    manager.add_hookspecs(Seams)
    manager.load_setuptools_entrypoints("grader")
    for package in (built_in, *more):
        manager.register(package)
    found: dict[str, Any] = {}
    for words in getattr(manager.hook, hook)():
        found |= words
    return found | dict(getattr(built_in, hook)())


def item_kinds(built_in: object, *more: object) -> dict[str, Any]:
    """Every type of quiz item: those of installed packages, of `more`, and those that `built_in` registers."""
    return _registered("register_items", built_in, more)


def report_formats(built_in: object, *more: object) -> dict[str, Any]:
    """Every format of a report: those of installed packages, of `more`, and those that `built_in` registers."""
    return _registered("register_reports", built_in, more)
