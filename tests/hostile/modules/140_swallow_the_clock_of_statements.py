"""DELAY: loops at the top level and catches whatever would stop it; then an assignment that no signal can stop.

Must: a fresh process runs the definitions; the file loses nothing else, and takes no longer than its time.
base: solution
deserves: 70 + 40
harmless: yes
seconds: 20
"""

import itertools
import signal

signal.signal(signal.SIGALRM, signal.SIG_IGN)

while True:
    try:
        while True:
            pass
    except BaseException:
        pass

total = sum(itertools.repeat(0))
