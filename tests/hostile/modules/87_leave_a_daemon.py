"""HARM: leaves a process behind: forks twice, leaves the session, waits a minute.

Must: refused; nothing is left running.
base: stub
deserves: 0 + 0
harmless: no
"""

import time


def _daemon():
    child = os.fork()
    if child == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(60)
        os._exit(0)
    os.waitpid(child, 0)


_try("left a daemon", _daemon)
_tell_all()
