"""Where things stand in a bank: line and column of every item and of what is inside it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

__all__ = ["Place", "boolean_keys", "places"]

Place = tuple[int, int]


def places(text: str) -> dict[tuple[str, ...], Place]:
    """Path -> line and column, both from 1. A record in a list goes by its `id`, anything else by its number."""
    return {path: _place(node) for path, node, _ in _walk(text)}


def boolean_keys(text: str) -> list[tuple[str, Place]]:
    """Keys that stand as bare yes, no, on or off, which YAML 1.1 takes for true or false."""
    found = []
    for _, _, key in _walk(text):
        if key is not None and not key.style and key.tag.endswith(":bool"):
            found.append((str(key.value), _place(key)))
    return found


def _place(node: Any) -> Place:
    return node.start_mark.line + 1, node.start_mark.column + 1


def _walk(text: str) -> Iterator[tuple[tuple[str, ...], Any, Any]]:
    import yaml

    root = yaml.compose(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    stack: list[tuple[tuple[str, ...], Any, Any]] = [((), root, None)]
    while stack:
        path, node, key = stack.pop()
        yield path, node, key
        if isinstance(node, yaml.MappingNode):
            stack += [((*path, str(name.value)), value, name) for name, value in node.value]
        elif isinstance(node, yaml.SequenceNode):
            stack += [((*path, _name(value, i)), value, None) for i, value in enumerate(node.value)]


def _name(node: Any, i: int) -> str:
    if node.id == "mapping":
        for key, value in node.value:
            if key.value == "id":
                return str(value.value)
    return str(i)
