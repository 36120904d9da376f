"""CHEAT: puts its own functions into any module that looks like the reference.

Must: no such module is in this process.
base: stub
deserves: 0 + 0
harmless: yes
"""

_hit = [
    name
    for name, module in list(sys.modules.items())
    if hasattr(module, "softmax") and name not in ("submission", "__main__") and not name.startswith("numpy")
]
for _name in _hit:
    sys.modules[_name].softmax = lambda S: S
_note(bool(_hit), "replaced the reference")
_tell_all()
