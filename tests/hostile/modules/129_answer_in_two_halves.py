"""CHEAT: sends the head of a frame, waits until the grader blocks, and sends the rest of another answer.

Must: one frame, one id: what is mixed is refused.
base: stub
deserves: 0 + 0
harmless: yes
"""

import json
import struct
import time


def _halves(*_, **__):
    server = _server()
    tree = {"$d": [["id", server["request"]["id"]], ["event", "value"], ["value", 1]]}
    header = json.dumps(tree).encode()
    server["write"](struct.pack("<4sIQ", b"AGR1", len(header), 16))
    time.sleep(0.02)
    server["write"](header + b"\0" * 8)
    time.sleep(0.02)
    server["write"](b"AGR1" + b"\0" * 4)
    return 5


for _name in _FUNCTIONS:
    globals()[_name] = _halves
