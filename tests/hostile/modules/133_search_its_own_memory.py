"""LEAK: searches the mapped memory of the worker, page by page, for words of the hidden suite, the reference and the
grader's environment.

Must: nothing of them was ever in the process that it was forked from.
base: stub
deserves: 0 + 0
harmless: no
"""

import re

# The words must not stand in this process because of the search itself: a pattern of numbers holds none of them.
_KEY = 0x5A
_WORDS = [
    b">?<z.?).\x05+/?(3?)\x05;..?4>\x05.5\x051?#)",
    b"\x1d\x08\x1b\x1e\x1f\x08\x05\x12\x15\t\x0e\x13\x16\x1f\x05\t\x1f\x19\x08\x1f\x0e",
    b"23>>?4u.?).\x05",
    b"\t\t\x12\x05\x1b\x0f\x0e\x12\x05\t\x15\x19\x11",
]
_pattern = re.compile("|".join("".join(f"\\x{c ^ _KEY:02x}" for c in word) for word in _WORDS).encode())


def _search(most=4000):
    libc = ctypes.CDLL(None, use_errno=True)
    libc.sbrk.restype = ctypes.c_void_p
    starts = [libc.sbrk(0) - 4096] + [id(one) & ~4095 for one in (sys, os, object(), [], {}, type, "x" * 99, 1.5)]
    seen, found = set(), 0
    for start in starts:
        for step in (-4096, 4096):
            at = start
            while at not in seen and len(seen) < most:
                ctypes.set_errno(0)
                libc.access(ctypes.c_void_p(at), 0)
                if ctypes.get_errno() == 14:
                    break
                seen.add(at)
                found += _pattern.search(ctypes.string_at(at, 4096)) is not None
                at += step
    return len(seen), found


_pages, _found = _search()
_note(_pages < 100, f"too few pages to say anything ({_pages})")
_note(_found > 0, f"memory ({_found} pages)")
_tell_all()
