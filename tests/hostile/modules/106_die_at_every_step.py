"""DELAY: ends its process in every call, so that each check needs a fresh one, and loads slowly.

Must: the submission's own limit ends it.
base: stub
deserves: 0 + 0
harmless: yes
"""

import time

time.sleep(0.3)


def _die(*args, **kwargs):
    os._exit(1)


for _name in _FUNCTIONS:
    globals()[_name] = _die
