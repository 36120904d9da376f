"""DELAY: answers with a zero-stride view that claims 8 TB.

Must: refused by the cap before a byte is copied.
base: stub
deserves: 0 + 0
harmless: yes
"""

import numpy as np


def _huge(*args, **kwargs):
    return np.broadcast_to(np.float64(0.0), (1 << 20, 1 << 20))


for _name in _FUNCTIONS:
    globals()[_name] = _huge
