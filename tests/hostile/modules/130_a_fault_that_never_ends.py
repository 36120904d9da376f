"""DELAY: handles every signal and blocks it, answers a fault by returning to the faulting instruction for ever, and loops
through every exception where that is not answered.

Must: it is stopped at its limit.
base: solution
deserves: without embed
harmless: no
"""

import signal


def embed(token_ids, E):
    for number in range(1, 65):
        try:
            signal.signal(number, lambda *_: None)
        except Exception:
            pass
    try:
        signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))
    except Exception:
        pass
    libc = ctypes.CDLL(None)
    global _handler
    _handler = ctypes.CFUNCTYPE(None, ctypes.c_int)(lambda _: None)
    libc.signal(11, _handler)
    ctypes.string_at(8)
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass
