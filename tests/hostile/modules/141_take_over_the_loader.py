"""CHEAT: finds the loader of its own process in the frames, and makes it tell problems, names and statements at will.

Must: what a process says of its loading is only the learner's word: nothing is earned, and the report stays small.
base: stub
deserves: 0 + 0
harmless: yes
"""

import signal
import sys

import numpy as np

_frame = sys._getframe()
while _frame is not None:
    _own = _frame.f_locals.get("self")
    if type(_own).__name__ == "Program":
        _own.passed.update({("x" * 1000 + str(i), i): None for i in range(5000)})
        _own._problems[:] = [
            {"kind": kind, "type": "SyntaxError", "bases": ["SyntaxError"], "words": "w" * 10_000, "line": line}
            | {"cell": "::error::" * 50, "defines": ["softmax", "*", "\x1b[2J"] * 500}
            for kind, line in (("stopped", -1), ("load_killed", 10**9), ("import", 3), ("x" * 900, 4), ("raised", 5))
        ]
        _own.names.add("\x00")
        _own._helpers = None
    _frame = _frame.f_back


class _Finder:
    def find_spec(self, name, path=None, target=None):
        return None


sys.meta_path.insert(0, _Finder())
sys.modules["submission"] = np


def _tick(number, frame):
    sys.modules["submission"].softmax = lambda S: S


signal.signal(signal.SIGALRM, _tick)
