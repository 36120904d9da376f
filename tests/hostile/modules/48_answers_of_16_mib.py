"""HARM: answers every call with as many bytes as are allowed.

Must: wrong, and the grader does not keep them all: its memory stays.
base: stub
deserves: 0 + 0
harmless: yes
"""

import numpy as np

_BIG = np.ones((2 << 20) - 8)


def _big(*args, **kwargs):
    return _BIG


for _name in _FUNCTIONS:
    globals()[_name] = _big
