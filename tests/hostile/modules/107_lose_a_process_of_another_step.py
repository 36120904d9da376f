"""BLAME: leaves a trap for later steps in the same process: memory taken, built-ins gone, limits lowered.

Must: it costs this learner's own points at most, never `broken`.
base: solution
deserves: at most 70 + 40
harmless: yes
"""

import builtins
import gc

import numpy as np


def embed(token_ids, E):
    gc.disable()
    builtins._kept = []
    try:
        while True:
            builtins._kept.append(np.empty(1 << 20))
    except MemoryError:
        return E[token_ids]
