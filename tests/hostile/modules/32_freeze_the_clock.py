"""CHEAT: is slow and stops every clock of Python.

Must: the grader reads the worker's clock from outside: the slow function runs out of time.
base: solution
deserves: without softmax
harmless: yes
"""

import time

_now = time.monotonic
time.time = time.monotonic = time.perf_counter = time.process_time = time.thread_time = lambda: 0.0
time.time_ns = time.perf_counter_ns = time.monotonic_ns = time.process_time_ns = lambda: 0
_fast = softmax


def softmax(S):
    end = _now() + 4
    while _now() < end:
        pass
    return _fast(S)
