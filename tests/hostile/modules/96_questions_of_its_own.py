"""CHEAT: feeds the worker questions that nobody asked, with ids of its own.

Must: answers that nobody asked for end the process.
base: stub
deserves: 0 + 0
harmless: yes
"""

import json
import struct


def _ask(fd, count):
    tree = {"$d": [["do", "call"], ["id", 7], ["function", "embed"], ["args", []], ["kwargs", {"$d": []}]]}
    _ask.left = getattr(_ask, "left", b"") or _frame(tree)
    part, _ask.left = _ask.left[:count], _ask.left[count:]
    return part


def embed(*args):
    os.read = _ask
    return 1
