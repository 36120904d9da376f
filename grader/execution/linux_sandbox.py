"""The layers a worker applies to itself on Linux: rlimits, no capabilities, no-new-privileges, Landlock, seccomp, uid.

Loaded by the fork server, which is a bare interpreter: standard library only, nothing from the rest of the package.
Kernel interfaces are called through ctypes: the two system calls of Landlock and the one of seccomp have no
wrapper in the C library. Numbers and structures are those of the kernel's own headers
(include/uapi/linux/{landlock,seccomp,filter,audit}.h, arch/*/entry/syscalls).

Order matters: the bounding set can be emptied only with the capability to do so, which a uid drop takes away; the
rlimits, the uid drop and the capabilities need calls that seccomp then refuses; and Landlock and seccomp without
privileges need no-new-privileges first.
"""

from __future__ import annotations

import ctypes
import os
import platform
import resource
import struct
from collections.abc import Iterable, Sequence

__all__ = [
    "Ruleset",
    "allowed_calls",
    "apply",
    "die_with_parent",
    "landlock_abi",
    "read_only",
    "seccomp_program",
    "undumpable",
]

_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_SET_NO_NEW_PRIVS = 1, 4, 38
_PR_CAPBSET_DROP, _PR_CAP_AMBIENT, _PR_CAP_AMBIENT_CLEAR_ALL = 24, 47, 4
_CAPABILITY_VERSION, _CAPABILITIES = 0x20080522, 64  # linux/capability.h: version 3, two words of 32 bits
_LANDLOCK_CREATE_RULESET, _LANDLOCK_ADD_RULE, _LANDLOCK_RESTRICT_SELF = 444, 445, 446
_READ_FILE, _READ_DIR, _WRITE_FILE = 1 << 2, 1 << 3, 1 << 1

# Allowed system calls by name: (number on x86_64, number on aarch64). Everything else answers EPERM.
# The list is what CPython and numpy need to compute, allocate, import and read a clock; no process, thread,
# socket, signal to others, file creation, or kernel object can be made with it.
_ALLOWED: dict[str, tuple[int | None, int | None]] = {
    "read": (0, 63),
    "write": (1, 64),
    "open": (2, None),
    "close": (3, 57),
    "stat": (4, None),
    "fstat": (5, 80),
    "lstat": (6, None),
    "poll": (7, None),
    "lseek": (8, 62),
    "mmap": (9, 222),
    "mprotect": (10, 226),
    "munmap": (11, 215),
    "brk": (12, 214),
    "rt_sigaction": (13, 134),
    "rt_sigprocmask": (14, 135),
    "rt_sigreturn": (15, 139),
    "pread64": (17, 67),
    "readv": (19, 65),
    "writev": (20, 66),
    "access": (21, None),
    "sched_yield": (24, 124),
    "mremap": (25, 216),
    "madvise": (28, 233),
    "nanosleep": (35, 101),
    "getpid": (39, 172),
    "exit": (60, 93),
    "uname": (63, 160),
    "getcwd": (79, 17),
    "chdir": (80, 49),
    "readlink": (89, None),
    "gettimeofday": (96, 169),
    "getrlimit": (97, 163),
    "getrusage": (98, 165),
    "sysinfo": (99, 179),
    "times": (100, 153),
    "getuid": (102, 174),
    "getgid": (104, 176),
    "geteuid": (107, 175),
    "getegid": (108, 177),
    "getppid": (110, 173),
    "sigaltstack": (131, 132),
    "gettid": (186, 178),
    "futex": (202, 98),
    "sched_getaffinity": (204, 123),
    "getdents64": (217, 61),
    "restart_syscall": (219, 128),
    "clock_gettime": (228, 113),
    "clock_getres": (229, 114),
    "clock_nanosleep": (230, 115),
    "exit_group": (231, 94),
    "openat": (257, 56),
    "newfstatat": (262, 79),
    "readlinkat": (267, 78),
    "faccessat": (269, 48),
    "ppoll": (271, 73),
    "set_robust_list": (273, 99),
    "getcpu": (309, 168),
    "getrandom": (318, 278),
    "membarrier": (324, 283),
    "statx": (332, 291),
    "rseq": (334, 293),
    "faccessat2": (439, 439),
}
# What madvise may be asked, since it is one call for many things: hints, and giving memory back. Not MADV_HWPOISON and
# MADV_SOFT_OFFLINE (100, 101), which take pages of the machine away for good; not MADV_MERGEABLE (12), by which one
# process learns from the time of its writes what others hold; nor what a later kernel adds.
_ADVICE = (0, 1, 2, 3, 4, 8, 14, 15, 16, 17)  # NORMAL ... DONTNEED, FREE, HUGEPAGE, NOHUGEPAGE, DONTDUMP, DODUMP
_CLONE3 = 435  # answers ENOSYS, so that the C library falls back to clone, which answers EPERM
_ARCHITECTURES = {"x86_64": (0, 0xC000003E, 317), "aarch64": (1, 0xC00000B7, 277)}  # column, audit id, seccomp()

_THIRD_ARGUMENT = 32  # its place in seccomp_data: the lower half, which is all that the kernel reads of an int

_libc = ctypes.CDLL(None, use_errno=True)
_syscall = getattr(_libc, "syscall", None)
if _syscall is not None:
    _syscall.restype = ctypes.c_long


def _call(number: int, *args: object) -> int:
    """A system call by number. Raises OSError with the kernel's reason."""
    if _syscall is None:
        raise OSError(38, "no syscall() in the C library")
    result = int(_syscall(ctypes.c_long(number), *args))
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result


def _prctl(option: int, value: int) -> None:
    if _libc.prctl(option, value, 0, 0, 0):
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))


def undumpable() -> None:
    """Close this process's memory to others of the same user (/proc/PID/mem, ptrace). Raises OSError."""
    _prctl(_PR_SET_DUMPABLE, 0)


def die_with_parent() -> None:
    """Ask the kernel to kill this process when its parent ends. Raises OSError."""
    _prctl(_PR_SET_PDEATHSIG, 9)


def landlock_abi() -> int:
    """The kernel's Landlock version, 0 where there is none."""
    try:
        return _call(_LANDLOCK_CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(1))
    except OSError:
        return 0


class Ruleset:
    """A Landlock ruleset, built once and applied by each worker: read these paths, and nothing else.

    `fs`, `tcp` and `scope` say which kinds of access the kernel's version can refuse: files and folders
    (version 1 on), TCP connect and bind (4), signals and abstract sockets out of the domain (6).
    """

    def __init__(self, readable: Iterable[str], writable: Iterable[str] = ()) -> None:
        """Build the ruleset; in a folder that is `writable`, everything goes. Raises OSError without Landlock."""
        self.abi = landlock_abi()
        if not self.abi:
            raise OSError(38, "this kernel has no Landlock")
        files = (1 << 13) - 1  # every file right of version 1; refer, truncate, ioctl came later
        files |= (1 << 13 if self.abi >= 2 else 0) | (1 << 14 if self.abi >= 3 else 0)
        files |= 1 << 15 if self.abi >= 5 else 0
        self.tcp, self.scope = self.abi >= 4, self.abi >= 6
        attributes = struct.pack("<QQQ", files, 3 if self.tcp else 0, 3 if self.scope else 0)
        size = 24 if self.scope else 16 if self.tcp else 8
        self.fd = _call(
            _LANDLOCK_CREATE_RULESET, ctypes.c_char_p(attributes), ctypes.c_size_t(size), ctypes.c_uint32(0)
        )
        for path in readable:
            self._allow(path)
        for path in writable:
            self._allow(path, files)

    def _allow(self, path: str, more: int = 0) -> None:
        try:
            fd = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except OSError:
            return  # a path that is not there needs no rule
        rights = _READ_FILE | (_READ_DIR if os.path.isdir(path) else 0)
        rights |= _WRITE_FILE if path == "/dev/null" else 0
        rule = struct.pack("<Qi", rights | more, fd)
        try:
            _call(_LANDLOCK_ADD_RULE, ctypes.c_int(self.fd), ctypes.c_int(1), ctypes.c_char_p(rule), ctypes.c_uint32(0))
        finally:
            os.close(fd)

    def restrict(self) -> None:
        """Hold this process, for good. Raises OSError."""
        _call(_LANDLOCK_RESTRICT_SELF, ctypes.c_int(self.fd), ctypes.c_uint32(0))


def read_only(scratch: str) -> bool:
    """Hold this process for good: it reads what it could, and writes into the folder `scratch` alone.

    No program is started, nobody is signalled, no TCP connection is made (as far as the kernel's version can refuse
    it). False where the kernel has no Landlock, and the process is as before.
    """
    try:
        ruleset = Ruleset(["/", "/dev/null"], [scratch])
        _prctl(_PR_SET_NO_NEW_PRIVS, 1)
        ruleset.restrict()
    except OSError:
        return False
    os.close(ruleset.fd)
    return True


def seccomp_program() -> bytes:
    """The allow-list as a BPF program. Raises OSError on an architecture it does not know."""
    machine = platform.machine()
    if machine not in _ARCHITECTURES:
        raise OSError(38, f"no seccomp table for {machine}")
    column, audit, _ = _ARCHITECTURES[machine]
    load, equal, at_least, answer = 0x20, 0x15, 0x35, 0x06
    kill, allow, refuse = 0x80000000, 0x7FFF0000, 0x00050000

    def instruction(code: int, if_true: int, if_false: int, value: int) -> bytes:
        return struct.pack("<HBBI", code, if_true, if_false, value)

    program = [instruction(load, 0, 0, 4), instruction(equal, 1, 0, audit), instruction(answer, 0, 0, kill)]
    program.append(instruction(load, 0, 0, 0))
    if machine == "x86_64":  # the x32 numbers would slip past a table of 64-bit ones
        program += [instruction(at_least, 0, 1, 0x40000000), instruction(answer, 0, 0, kill)]
    for name, numbers in _ALLOWED.items():
        number = numbers[column]
        if number is not None and name != "madvise":
            program += [instruction(equal, 0, 1, number), instruction(answer, 0, 0, allow)]
    madvise = _ALLOWED["madvise"][column]
    assert madvise is not None
    last = len(_ADVICE)
    program += [instruction(equal, 0, last + 3, madvise), instruction(load, 0, 0, _THIRD_ARGUMENT)]
    program += [instruction(equal, last - at, 0, advice) for at, advice in enumerate(_ADVICE)]
    program += [instruction(answer, 0, 0, refuse | 1), instruction(answer, 0, 0, allow)]
    program += [instruction(equal, 0, 1, _CLONE3), instruction(answer, 0, 0, refuse | 38)]
    program.append(instruction(answer, 0, 0, refuse | 1))
    return b"".join(program)


def allowed_calls() -> int:
    """How many system calls the allow-list holds on this architecture; 0 where there is no table for it."""
    if platform.machine() not in _ARCHITECTURES:
        return 0
    column = _ARCHITECTURES[platform.machine()][0]
    return sum(numbers[column] is not None for numbers in _ALLOWED.values())


class _Program(ctypes.Structure):
    _fields_ = [("len", ctypes.c_ushort), ("filter", ctypes.c_void_p)]


def _seccomp(program: bytes) -> None:
    buffer = ctypes.create_string_buffer(program, len(program))
    prog = _Program(len(program) // 8, ctypes.addressof(buffer))
    _call(_ARCHITECTURES[platform.machine()][2], ctypes.c_uint(1), ctypes.c_uint(0), ctypes.byref(prog))


def _rlimits(cpu_seconds: int, memory_bytes: int, processes: int | None) -> None:
    for kind, value in (
        (resource.RLIMIT_CPU, cpu_seconds),
        (resource.RLIMIT_AS, memory_bytes),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, 64),
    ):
        hard = resource.getrlimit(kind)[1]
        value = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(kind, (value, value))
    if processes is not None:
        resource.setrlimit(resource.RLIMIT_NPROC, (processes, processes))


def _unbound() -> None:
    """Empty the capability bounding set, where this process may; without the capability it holds nothing anyway."""
    for capability in range(_CAPABILITIES):
        if _libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0):  # not allowed, or the last one of this kernel's is gone
            return


def _no_capabilities() -> None:
    """Give up every capability, whatever the user. Raises OSError."""
    _libc.prctl(_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)  # EINVAL before Linux 4.3, which has none
    header = struct.pack("<Ii", _CAPABILITY_VERSION, 0)
    if _libc.capset(ctypes.c_char_p(header), ctypes.c_char_p(bytes(24))):
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))


def _drop_uid(uid: int) -> None:
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)
    undumpable()  # a change of uid makes a process dumpable again, and forgets the signal of the parent's death
    die_with_parent()


def apply(
    layers: Sequence[str],
    *,
    cpu_seconds: int,
    memory_bytes: int,
    uid: int | None,
    ruleset: Ruleset | None,
    program: bytes | None,
) -> list[str]:
    """Apply the named layers to this process, in the order that works, and return those that took.

    Layers: "uid" (drop to `uid`), "rlimits", "landlock", "seccomp"; with one of the last two go no-new-privileges and
    empty sets of capabilities. A layer that was asked for and cannot be had raises OSError: the worker must not go on
    half-held.
    """
    done: list[str] = []
    dropped = "uid" in layers and uid is not None
    sealed = "landlock" in layers or "seccomp" in layers
    if sealed:
        _unbound()
    if dropped and uid is not None:
        _drop_uid(uid)
        done.append("uid")
    if "rlimits" in layers:
        _rlimits(cpu_seconds, memory_bytes, 0 if dropped else None)
        done.append("rlimits")
    if sealed:
        _no_capabilities()
        done.append("capabilities")
        _prctl(_PR_SET_NO_NEW_PRIVS, 1)
        done.append("no_new_privs")
    if "landlock" in layers:
        if ruleset is None:
            raise OSError(38, "no Landlock ruleset")
        ruleset.restrict()
        os.close(ruleset.fd)
        done.append("landlock")
    if "seccomp" in layers:
        if program is None:
            raise OSError(38, "no seccomp program")
        _seccomp(program)
        done.append("seccomp")
    return done
