"""DELAY: prints at full speed while it is waited for, so that the grader is kept busy with reading.

Must: the time is the learner's, the grader's memory stays as it was, and the values count.
base: solution
deserves: at most 70 + 40
harmless: no
"""

import time

_line = b"x" * 65536
_honest = {"embed": embed}


def _flooding(function):
    def call(*args, **kwargs):
        end = time.monotonic() + 0.1
        while time.monotonic() < end:
            os.write(1, _line)
        return function(*args, **kwargs)

    return call


for _name, _function in _honest.items():
    globals()[_name] = _flooding(_function)
