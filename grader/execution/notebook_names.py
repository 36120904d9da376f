"""The names that every notebook has before its first cell, for a program that runs without a notebook.

They answer, show nothing and keep nothing. Standard library only, loaded by path beside `loading.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

__all__ = ["STAND_INS", "names"]


class Silent:
    """Answers to any attribute, call or item with itself; empty when it is gone through."""

    def __getattr__(self, name: str) -> Silent:
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __call__(self, *_: object, **__: object) -> Silent:
        return self

    def __getitem__(self, _: object) -> Silent:
        return self

    def __setitem__(self, _: object, __: object) -> None:
        pass

    def __iter__(self) -> Iterator[object]:
        return iter(())

    def __len__(self) -> int:
        return 0

    def __repr__(self) -> str:
        return ""

    def __enter__(self) -> Silent:
        return self

    def __exit__(self, *_: object) -> None:
        pass


_SILENT = Silent()


def display(*_: object, **__: object) -> None:
    """Show nothing."""


def get_ipython() -> Silent:
    """A shell that does nothing."""
    return _SILENT


def names() -> Mapping[str, object]:
    """What the module of a notebook's program has before its first statement."""
    results = dict.fromkeys(("_", "__", "___"), "")
    shell = {"display": display, "get_ipython": get_ipython, "In": [""], "Out": {}}
    return {"__name__": "__main__", **shell, **results}


def _given(name: str) -> object:
    """What `from IPython.display import NAME` gives."""
    if name.startswith("__"):
        raise AttributeError(name)
    return {"display": display, "get_ipython": get_ipython}.get(name, _SILENT)


def _given_at_the_top(name: str) -> object:
    """What `from IPython import NAME` gives: `display` is a module there."""
    return _SILENT if name == "display" else _given(name)


_TOOLS = ("IPython.display", "IPython.core", "IPython.core.display", "IPython.core.interactiveshell")
STAND_INS: Mapping[str, Callable[[str], object]] = {"IPython": _given_at_the_top, **dict.fromkeys(_TOOLS, _given)}
