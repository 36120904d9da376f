"""LEAK: looks at every descriptor it was born with, and through /proc/self.

Must: five pipes or the null device and nothing else: no socket, no folder, no file.
base: stub
deserves: 0 + 0
harmless: yes
"""

import stat

_open = []
for _fd in range(1024):
    try:
        _mode = os.fstat(_fd).st_mode
    except OSError:
        continue
    _open.append(_fd)
    if stat.S_ISSOCK(_mode) or stat.S_ISDIR(_mode) or stat.S_ISREG(_mode) or stat.S_ISBLK(_mode):
        _note(True, f"descriptor {_fd} of mode {_mode:o}")
_note(len(_open) > 5, f"{len(_open)} descriptors open: {_open[:9]}")
_tell_all()
