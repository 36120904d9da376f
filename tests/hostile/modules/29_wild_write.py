"""DELAY: writes through a wild pointer.

Must: only the worker dies; the next check has a fresh one.
base: solution
deserves: without softmax
harmless: yes
"""


def softmax(S):
    ctypes.memset(8, 0, 64)
    return S
