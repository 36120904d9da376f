"""CHEAT: looks for what the submission before it left (see 88).

Must: a fresh process has nothing of it.
base: stub
deserves: 0 + 0
harmless: yes
"""

import builtins

import numpy as np

_signs = [hasattr(thing, "_left_behind") for thing in (builtins, np, sys, os)]
_signs += [
    "LEFT_BEHIND" in os.environ,
    "left_behind" in sys.modules,
    "/left/behind" in sys.path,
    not sys.meta_path,
]
_signs.append(not isinstance(np.exp, np.ufunc))
_frame_up = sys._getframe().f_back
while _frame_up is not None:
    _signs.append("_left_behind" in _frame_up.f_globals)
    _frame_up = _frame_up.f_back
_note(any(_signs), f"state of another submission: {_signs}")
_tell_all()
