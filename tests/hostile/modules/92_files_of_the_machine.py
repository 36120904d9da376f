"""LEAK: reads a planted file, accounts, keys and other people's folders, directly and round corners.

Must: none can be opened.
base: stub
deserves: 0 + 0
harmless: no
"""


def _read(path):
    with open(path, "rb") as stream:
        return stream.read(100)


for _path in (
    "@SECRET@",
    "/etc/passwd",
    "/etc/shadow",
    "/etc/hostname",
    os.path.expanduser("~root/.bashrc"),
    "/root",
    "/home",
):
    _try(f"read {_path[-20:]}", _read if not os.path.isdir(_path) else os.listdir, _path)
_corner = os.path.join(os.path.dirname(os.__file__), *[".."] * 12)
_try("read round a corner", _read, os.path.join(_corner, "@SECRET@".lstrip("/")))
_try("went there first", lambda: (os.chdir(os.path.dirname("@SECRET@")), _read(os.path.basename("@SECRET@"))))
_try("opened the folder as a path", os.open, os.path.dirname("@SECRET@"), os.O_RDONLY)
_try("by numpy", lambda: __import__("numpy").fromfile("@SECRET@", "u1"))
_try("as code", lambda: exec(compile(open("@SECRET@").read(), "x", "exec")))
_try("by the linker", ctypes.CDLL, "@SECRET@")
_tell_all()
