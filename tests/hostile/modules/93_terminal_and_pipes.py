"""HARM: types into the terminal and changes its pipes by ioctl and fcntl.

Must: refused.
base: stub
deserves: 0 + 0
harmless: no
"""

import fcntl
import termios

for _fd in (0, 1, 2):
    _try("typed", lambda fd=_fd: fcntl.ioctl(fd, termios.TIOCSTI, b"x"))
    _try("grew a pipe", lambda fd=_fd: fcntl.fcntl(fd, 1031, 1 << 20))
    _try("asked for signals", lambda fd=_fd: fcntl.fcntl(fd, 8, os.getppid()))
    _try("leased", lambda fd=_fd: fcntl.fcntl(fd, 1024, 1))
_tell_all()
