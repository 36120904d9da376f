"""DELAY: starts threads that are to go on after the call, and processes through multiprocessing.

Must: refused; nothing is left running.
base: stub
deserves: 0 + 0
harmless: no
"""

import threading
import time


def _burn():
    end = time.monotonic() + 5
    while time.monotonic() < end:
        pass


def _pool():
    import multiprocessing

    multiprocessing.get_context("spawn").Process(target=_burn).start()


for _ in range(2):
    _try("started a thread", threading.Thread(target=_burn, daemon=True).start)
_try("started a process", _pool)
_tell_all()
