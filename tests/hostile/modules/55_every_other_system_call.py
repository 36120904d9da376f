"""HARM: tries every system call that is not needed to compute (memfd, io_uring, userfaultfd, pidfd, bpf,
keyrings, shared memory, queues, namespaces, mounts, limits, timers, dumpable, personality ...), with
harmless arguments. Two are left out: 335 and 336 of x86-64, a probe's own calls, which some kernels let past seccomp
and answer with a signal wherever no probe is; a module that dies there has told nothing.

Must: each one answers EPERM or ENOSYS, and the module lives to tell.
base: stub
deserves: 0 + 0
harmless: no
"""

import platform

_ALLOWED = {
    "x86_64": "0-15 17 19-21 24 25 28 35 39 60 63 79 80 89 96-100 102 104 107 108 110 131 186 202 204 217 "
    "219 228-231 257 262 267 269 271 273 309 318 324 332 334-336 439",
    "aarch64": "17 48 49 56 57 61-67 73 78-80 93 94 98 99 113-115 123 124 128 132 134 135 139 153 160 163 "
    "165 166 169 172-179 214-216 222 226 233 278 283 291 293 439",
}.get(platform.machine(), "0-511")
_allowed = set()
for _word in _ALLOWED.split():
    _low, _, _high = _word.partition("-")
    _allowed |= set(range(int(_low), int(_high or _low) + 1))
_reached = []
for _number in range(512):
    if _number not in _allowed:
        try:
            _syscall(_number, -1, 0, 0, 0, 0, 0)
            _reached.append(_number)
        except OSError as _error:
            if _error.errno not in (1, 38):
                _reached.append(_number)
_note(bool(_reached), f"system calls {_reached[:12]}")
_libc = ctypes.CDLL(None, use_errno=True)
_note(_libc.prctl(4, 1, 0, 0, 0) == 0, "dumpable again")
_note(_libc.memfd_create(b"x", 0) >= 0, "a file in memory")
_tell_all()
