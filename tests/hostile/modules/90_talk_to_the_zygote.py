"""HARM: takes the fork server's variables out of the frames and talks to its socket.

Must: the descriptors are closed; the fork server hears nothing.
base: stub
deserves: 0 + 0
harmless: no
"""

_up = sys._getframe()
_held = {}
while _up is not None:
    if _up.f_code.co_name in ("become_worker", "serve_forks", "<module>"):
        _held.update(
            {k: v for k, v in _up.f_locals.items() if k in ("control", "held", "config", "job", "children")}
        )
    _up = _up.f_back
if "control" in _held:
    _try("sent to the fork server", _held["control"].send, b'{"reap": 1}')
    _try("read from the fork server", _held["control"].recv, 10)
    _note(_held["control"].fileno() < 0 and False, "control")
for _fd in (3, 4, 5):
    _try("sent on a descriptor", lambda fd=_fd: __import__("socket").socket(fileno=fd).send(b'{"reap": 1}'))
if _held.get("held", {}).get("ruleset") is not None:
    _try("used the ruleset", os.fstat, _held["held"]["ruleset"].fd)
    _note(False, "")
_secret = [k for k in _held.get("config", {}) if any(w in k for w in ("path", "suite", "seed", "token"))]
_note(bool(_secret), f"the fork server's settings name {_secret}")
_tell_all()
