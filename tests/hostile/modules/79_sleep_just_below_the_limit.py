"""DELAY: takes nearly all the time that a call may take, in every call.

Must: the submission's own limit ends it.
base: solution
deserves: at most 70 + 40
harmless: yes
seconds: 9
"""

import time


def _slow(function):
    def call(*args, **kwargs):
        time.sleep(0.45)
        return function(*args, **kwargs)

    return call


for _name in _FUNCTIONS:
    globals()[_name] = _slow(globals()[_name])
