"""CHEAT: speaks from __del__, weakref callbacks and gc callbacks, after its answer has been sent.

Must: bytes that nobody asked for end the process; nothing is earned.
base: stub
deserves: at most 0 + 0
harmless: yes
"""

import gc
import weakref

import numpy as np

_write = _server()["write"]


class _Ghost:
    def __del__(self):
        _write(_frame({"$d": [["event", "value"], ["value", True], ["id", 1]]}))


class _Array(np.ndarray):
    def __del__(self):
        _write(_frame({"$d": [["event", "value"], ["value", True], ["id", 1]]}))


gc.callbacks.append(lambda *args: _write(b"AGR1"))


def softmax(S):
    ghost = np.zeros(S.shape).view(_Array)
    weakref.finalize(ghost, _write, b"AGR1")
    return ghost


def embed(token_ids, E):
    _Ghost()
    return E[token_ids]


def scale_scores(S, d_k):
    gc.collect()
    return S
