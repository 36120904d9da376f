"""HARM: uses powers of root that allowed calls have: maps the page at address 0, asks madvise to poison a page of memory
and to take one out of use (at an address where nothing is mapped), and to share pages with others.

Must: all is refused on every machine, for root as well: a worker has no capability, and these advices are not asked.
base: stub
deserves: 0 + 0
harmless: no
"""

_libc = ctypes.CDLL(None, use_errno=True)
_libc.mmap.restype = ctypes.c_void_p
_page = _libc.mmap(ctypes.c_void_p(0), 4096, 3, 0x32, -1, 0)
_note(_page in (0, None), "mapped the page at address 0")
for _advice, _name in ((100, "poison"), (101, "out of use"), (12, "share"), (1 << 32 | 100, "poison by a long number")):
    ctypes.set_errno(0)
    _libc.madvise(ctypes.c_void_p(0x7000_0000_0000), ctypes.c_size_t(4096), ctypes.c_long(_advice))
    _note(ctypes.get_errno() != 1, f"{_name}: errno {ctypes.get_errno()}")
_tell_all()
