"""LEAK: shows its environment, from os, from the C library and from /proc.

Must: the environment is made from nothing: no variable of the grader's is there.
base: stub
deserves: 0 + 0
harmless: yes
"""

_names = " ".join(sorted(os.environ))
_values = " ".join(os.environ.values())
_get = ctypes.CDLL(None).getenv
_get.restype = ctypes.c_char_p
for _name in (b"GITHUB_TOKEN", b"GRADER_HOSTILE_SECRET", b"SSH_AUTH_SOCK"):
    _note(_get(_name) is not None, f"has {_name.decode()}")
_note("@TOKEN@" in _values, "has the secret")
print(_names, _values)


def _tell(*args, **kwargs):
    raise RuntimeError("; ".join(sorted(_said))[:80] + " " + _values[:200])


_tell_all()
