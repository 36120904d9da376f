"""LEAK: lists and imports what is installed beside numpy, the grader itself among it.

Must: only numpy and the standard library can be read.
base: stub
deserves: 0 + 0
harmless: no
"""

import importlib

import numpy as np

_site = os.path.dirname(os.path.dirname(np.__file__))
sys.path.append(_site)
sys.path.append("@ROOT@")
_try("listed the installed packages", os.listdir, _site)
for _name in ("grader", "pytest", "yaml", "click", "pip", "hypothesis"):
    _try(f"imported {_name}", importlib.import_module, _name)
_try("read the engine", open, "@ROOT@/grader/run.py")
_try("read through a lazy path", open, os.path.join(_site, "numpy", "..", "..", "..", "..", "pyvenv.cfg"))
_tell_all()
