"""LEAK: opens the memory of its parent and of the grader, and reads it by process_vm_readv and ptrace.

Must: all of it is refused.
base: stub
deserves: 0 + 0
harmless: no
"""


class _Vector(ctypes.Structure):
    _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]


_buffer = ctypes.create_string_buffer(16)
_libc = ctypes.CDLL(None, use_errno=True)
for _who, _pid in (("parent", os.getppid()), ("grader", int("@PID@"))):
    for _name in ("mem", "maps", "environ", "cmdline", "fd", "root", "cwd/@MARKER@"):
        _try(f"opened {_name} of the {_who}", open, f"/proc/{_pid}/{_name}", "rb")
    _try(f"listed descriptors of the {_who}", os.listdir, f"/proc/{_pid}/fd")
    _ours, _theirs = _Vector(ctypes.addressof(_buffer), 16), _Vector(0x400000, 16)
    _note(
        _libc.process_vm_readv(_pid, ctypes.byref(_ours), 1, ctypes.byref(_theirs), 1, 0) > 0,
        f"read the {_who}",
    )
    _note(
        _libc.process_vm_writev(_pid, ctypes.byref(_ours), 1, ctypes.byref(_theirs), 1, 0) > 0,
        f"wrote the {_who}",
    )
    _note(_libc.ptrace(16, _pid, None, None) == 0, f"attached to the {_who}")
_tell_all()
