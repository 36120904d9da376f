"""DELAY: begins a frame and sends one byte at a time, so that no single read waits long.

Must: the deadline is the call's, not the read's.
base: solution
deserves: without softmax
harmless: yes
"""

import time


def softmax(S):
    write = _server()["write"]
    for byte in _frame("x" * 60_000):
        write(bytes([byte]))
        time.sleep(0.1)
