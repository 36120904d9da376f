"""CHEAT: puts the course's folder on the import path, imports the reference and delegates to it.

Must: the import fails and every function fails with it.
base: stub
deserves: 0 + 0
harmless: no
"""

import importlib

sys.path[:0] = ["@COURSE@", os.path.dirname("@COURSE@"), os.getcwd()]
for _name in ("attention", "solutions.self_attention.attention", "reference"):
    _module = _try(f"imported {_name}", importlib.import_module, _name)
    for _function in _FUNCTIONS if _module else ():
        globals()[_function] = getattr(_module, _function, _tell)
if not any(said.startswith("ACHIEVED") for said in _said):
    _tell_all()
