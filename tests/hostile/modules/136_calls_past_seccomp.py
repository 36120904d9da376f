"""HARM: makes the calls that some kernels let past seccomp (uretprobe 335, uprobe 336 of x86-64), and those beyond 450.

Must: nothing outside is reached; the process may die of the two.
base: stub
deserves: 0 + 0
harmless: no
"""

import platform

_done = []
for _number in [*range(450, 512), *range(1000, 1030)]:
    try:
        _syscall(_number, -1, 0, 0, 0, 0, 0)
        _done.append(_number)
    except OSError as _error:
        if _error.errno not in (1, 38):
            _done.append(_number)
_note(bool(_done), f"system calls {_done[:8]}")


def _probes(*_, **__):
    for number in (335, 336) if platform.machine() == "x86_64" else ():
        try:
            _said.append(f"{number}: {_syscall(number, 0, 0, 0)}")
        except OSError as error:
            _said.append(f"{number}: {error.errno}")
    _tell()


_tell_all()
embed = _probes
