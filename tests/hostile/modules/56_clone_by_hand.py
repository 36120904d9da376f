"""HARM: makes a process or a thread by clone, clone3, vfork and fork as bare system calls.

Must: refused.
base: stub
deserves: 0 + 0
harmless: no
"""

import platform

_numbers = {"clone": 56, "fork": 57, "vfork": 58} if platform.machine() == "x86_64" else {"clone": 220}
for _name, _number in {**_numbers, "clone3": 435}.items():
    try:
        _pid = _syscall(_number, 17, 0, 0, 0, 0)
        if _pid == 0:
            os._exit(0)
        _note(True, _name)
    except OSError:
        _note(False, _name)
_tell_all()
