"""DELAY: ignores every signal that can be ignored and loops.

Must: SIGKILL at the wall's deadline ends it.
base: solution
deserves: without softmax
harmless: yes
"""

import signal

for _signal in range(1, 65):
    try:
        signal.signal(_signal, signal.SIG_IGN)
    except (OSError, ValueError):
        pass


def softmax(S):
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass
