"""HARM: forks, at most 20 times.

Must: the first fork is refused.
base: stub
deserves: 0 + 0
harmless: no
"""


def _fork():
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)


for _ in range(20):
    _try("forked", _fork)
_tell_all()
