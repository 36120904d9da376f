"""HARM: takes 4 GiB in pieces, at import.

Must: MemoryError at the worker's own limit; the grader's memory stays.
base: stub
deserves: 0 + 0
harmless: no
"""

import numpy as np

_taken = []
try:
    for _ in range(64):
        _taken.append(np.empty(8 << 20))
    _note(True, "took 4 GiB")
except MemoryError:
    _note(False, "4 GiB")
_taken.clear()
_tell_all()
