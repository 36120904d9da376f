"""LEAK: makes unix sockets: a pair, an abstract name, a path; and passes descriptors.

Must: refused.
base: stub
deserves: 0 + 0
harmless: no
"""

import socket


def _abstract():
    with socket.socket(socket.AF_UNIX) as s:
        s.bind("\0@MARKER@")


def _connect(kind):
    with socket.socket(socket.AF_UNIX, kind) as s:
        s.connect("\0@MARKER@-listener")


_try("made a pair", socket.socketpair)
_try("bound an abstract name", _abstract)
_try("connected to an abstract name", _connect, socket.SOCK_STREAM)
_try("sent to an abstract name", _connect, socket.SOCK_DGRAM)
for _fd in range(3, 20):
    _try("took a descriptor for a socket", lambda fd=_fd: socket.socket(fileno=fd).getpeername())
_try("made a pipe", os.pipe)
_try("copied a descriptor", os.dup, 1)
_tell_all()
