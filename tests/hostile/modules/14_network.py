"""LEAK: connects to a listener on this machine, by TCP, UDP and unix sockets.

Must: no connection arrives.
base: stub
deserves: 0 + 0
harmless: no
"""

import socket


def _connect(kind):
    with socket.socket(socket.AF_INET, kind) as s:
        s.settimeout(1)
        s.connect(("127.0.0.1", int("@PORT@")))
        s.send(b"@MARKER@")


def _six():
    with socket.socket(socket.AF_INET6) as s:
        s.connect(("::1", int("@PORT@")))


def _bind():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        s.listen()


_try("connected", _connect, socket.SOCK_STREAM)
_try("sent by UDP", _connect, socket.SOCK_DGRAM)
_try("connected by IPv6", _six)
_try("listened", _bind)
_try("opened a raw netlink socket", socket.socket, getattr(socket, "AF_NETLINK", 16), socket.SOCK_RAW)
_tell_all()
