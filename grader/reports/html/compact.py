"""A page's style and pictures without what only their authors need: a class of thousands keeps thousands of pages."""

from __future__ import annotations

import collections
import re

__all__ = ["compact_css", "compact_svg"]

_PALETTE = re.compile(r"<style>svg:root\{.*?</style>", re.DOTALL)  # the page has the same colours
_TAG = re.compile(r"<(text|rect|line|path|circle|polyline|polygon|g|tspan)\b([^>]*?)(/?)>")
_LOOK = re.compile(
    r' (fill|stroke|stroke-width|stroke-dasharray|font-size|font-weight|text-anchor|rx|width|height)="([^"<>;{}]*)"'
)
_PLAIN_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_LENGTHS = ("font-size", "stroke-width", "rx", "width", "height")
_OFTEN = 4  # so often an appearance has to occur before it gets a name


def compact_css(text: str) -> str:
    """The same style sheet without comments and without spaces that mean nothing."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    text = re.sub(r"\s+", " ", text)
    return re.sub(r"\s*([{};,])\s*", r"\1", text).replace(": ", ":").replace(";}", "}").strip()


def compact_svg(svg: str, name: str) -> str:
    """The same picture within a page: elements that look alike share a class, called after `name`.

    Only for trusted markup of a course's own pictures; one that carries classes or is written otherwise stays as it is.
    """
    if "class=" in svg or svg.count("<svg") != 1:
        return svg
    svg = re.sub(r">\s*\n\s*<", "><", _PALETTE.sub("", svg).strip())
    svg = re.sub(r'opacity="(0\.\d\d)\d+"', r'opacity="\1"', svg)
    looks = collections.Counter(look for _, given, _ in _TAG.findall(svg) if (look := _look(given)))
    classes = {look: f"{name}{i}" for i, (look, times) in enumerate(looks.most_common()) if times >= _OFTEN}

    def named(found: re.Match[str]) -> str:
        tag, given, end = found.groups()
        known = classes.get(_look(given))
        return f'<{tag} class="{known}"{_LOOK.sub("", given)}{end}>' if known else found[0]

    style = "".join(f".{known}{{{look}}}" for look, known in classes.items())
    svg = _TAG.sub(named, svg)
    return svg.replace(">", f"><style>{style}</style>", 1) if style else svg


def _look(given: str) -> str:
    """The presentation attributes of an element as declarations of a style sheet; "" where there are none."""
    found = []
    for name, value in _LOOK.findall(given):
        unit = "px" if name in _LENGTHS and _PLAIN_NUMBER.fullmatch(value) else ""
        found.append(f"{name}:{value}{unit}")
    return ";".join(found)
