"""DELAY: naps for 0.19 s in every call, below what is noticed as sleeping.

Must: what it sleeps is its own time, and ends at the submission's limit.
base: solution
deserves: at most 70 + 40
harmless: no
"""

import time


def _napping(function):
    def call(*args, **kwargs):
        time.sleep(0.19)
        return function(*args, **kwargs)

    return call


for _name in ("embed", "softmax"):
    globals()[_name] = _napping(globals()[_name])
