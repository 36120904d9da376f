"""HARM: takes 4 GiB in a call and does not care about MemoryError.

Must: memory, at the worker's own limit.
base: solution
deserves: without softmax
harmless: no
"""

import numpy as np


def softmax(S):
    taken = []
    while len(taken) < 512:
        taken.append(np.empty(1 << 20))
    raise RuntimeError("ACHIEVED 4 GiB")
