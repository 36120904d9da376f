"""DELAY: sleeps: no CPU time is used.

Must: the wall's deadline ends the call.
base: solution
deserves: without softmax
harmless: yes
"""

import time


def softmax(S):
    while True:
        try:
            time.sleep(3600)
        except BaseException:
            pass
