"""HARM: answers with object arrays and objects whose pickle would run code.

Must: refused as no plain data; nothing is unpickled and no file appears.
base: stub
deserves: 0 + 0
harmless: yes
"""

import numpy as np


class _Evil:
    def __reduce__(self):
        return open, ("@CWD@/@MARKER@", "w")

    def __array__(self, *args, **kwargs):
        return np.zeros((1, 1))

    def __len__(self):
        return 2

    def __iter__(self):
        return iter((self, self))


def _object_array(*args, **kwargs):
    return np.array([[_Evil()]], dtype=object)


for _name in _FUNCTIONS:
    globals()[_name] = _object_array if len(_name) % 2 else _Evil
