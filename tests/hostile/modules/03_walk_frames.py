"""CHEAT: walks all frames and all objects for an array named like the answer, and returns it.

Must: no frame of the grader is in this process; what it returns is wrong.
base: stub
deserves: 0 + 0
harmless: yes
"""

import gc

import numpy as np


def _steal(*args, **kwargs):
    frame = sys._getframe()
    while frame is not None:
        for name, value in frame.f_locals.items():
            if name in ("expected", "S", "A", "O", "E") and frame.f_code.co_name.startswith("test_"):
                return value
        frame = frame.f_back
    for thing in gc.get_objects():
        if isinstance(thing, dict) and isinstance(thing.get("expected"), np.ndarray):
            return thing["expected"]
    return args[0]


for _name in _FUNCTIONS:
    globals()[_name] = _steal
