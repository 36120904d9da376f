"""HARM: makes shared memory that would outlive it: POSIX, System V, memfd, a mapped file.

Must: refused; /dev/shm stays empty.
base: stub
deserves: 0 + 0
harmless: no
"""

import mmap


def _posix():
    from multiprocessing import shared_memory

    shared_memory.SharedMemory("@MARKER@", create=True, size=4096)


def _mapped():
    with open("/dev/shm/@MARKER@", "w+b") as stream:
        stream.truncate(4096)
        mmap.mmap(stream.fileno(), 4096)


_try("POSIX shared memory", _posix)
_try("a mapped file", _mapped)
_try("memfd", getattr(os, "memfd_create", None) or (lambda name: 1 / 0), "@MARKER@")
_libc = ctypes.CDLL(None, use_errno=True)
_note(_libc.shmget(0x5EED, 4096, 0o1666) >= 0, "System V memory")
_note(_libc.semget(0x5EED, 1, 0o1666) >= 0, "a System V semaphore")
_note(_libc.msgget(0x5EED, 0o1666) >= 0, "a System V queue")
_tell_all()
